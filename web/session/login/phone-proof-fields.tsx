import type { SmsType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { Field } from './field.tsx'
import { SmsField } from './sms-field.tsx'
import type { useFields } from './use-fields.ts'

type Props = {
  fields: Pick<ReturnType<typeof useFields<'phone' | 'smsCode'>>, 'texts' | 'check' | 'bind'>
  /** What the code is for. */
  type: CodeOf<typeof SmsType>
}

/** A phone and the code that was sent to it. */
export function PhoneProofFields({ fields: { texts, check, bind }, type }: Props) {
  return (
    <>
      <Field
        label="手机号码"
        field={bind('phone')}
        placeholder="请输入手机号码"
        autoComplete="tel"
        inputMode="tel"
        autoFocus
        maxLength={14}
      />
      <SmsField
        field={bind('smsCode')}
        target={() => (check(['phone']) ? { phone: texts.phone.trim(), type } : null)}
      />
    </>
  )
}
