import { useCallback, useEffect, useRef, useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { ApiError, call } from '#web/core/api/call.ts'
import { notifyError } from '#web/core/notice.ts'
import { Field } from './field.tsx'
import styles from './fields.module.css'
import type { FieldBinding } from './use-fields.ts'

type CaptchaFieldProps = {
  field: FieldBinding
  /** A change of it, or a click on the picture, asks for a new one. */
  round: number
  onId: (captchaId: string) => void
}

export function CaptchaField({ field, round, onId }: CaptchaFieldProps) {
  const [image, setImage] = useState('')
  const report = useRef(onId)
  useEffect(() => {
    report.current = onId
  })
  const load = useCallback(async (t: string) => {
    try {
      const answer = await call(sessionEndpoints.captcha, { t })
      setImage(answer.image)
      report.current(answer.captchaId)
    } catch (error) {
      if (error instanceof ApiError && !error.silent) notifyError(error.message)
    }
  }, [])
  useEffect(() => void load(`${round}-${Date.now()}`), [load, round])
  return (
    <Field
      label="图形验证码"
      field={field}
      placeholder="请输入图形验证码"
      autoComplete="off"
      maxLength={10}
      extra={
        <button
          type="button"
          className={styles.captcha}
          aria-label="看不清，换一张"
          title="看不清，换一张"
          onClick={() => void load(`${Date.now()}`)}
        >
          {image && <img src={image} alt="图形验证码" />}
        </button>
      }
    />
  )
}
