import { Form, Input } from 'antd'
import type { ComponentProps } from 'react'
import { AddStudent } from '#contract/students/schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { KEEP_HINT } from './identity-fields.tsx'
import styles from './student-form.module.css'

type Props = Pick<ComponentProps<typeof Input>, 'inputMode' | 'maxLength' | 'placeholder'> & {
  name: 'studentNo' | 'parentPhone'
  label: string
  /** The stored number, masked; null or absent if there is none. */
  stored?: string | null
}

/** A number the form only has masked: empty leaves the stored one, null, set by a button, clears it. */
export function StoredNumberField({ name, label, stored, ...input }: Props) {
  const form = Form.useFormInstance()
  const cleared = Form.useWatch<string | null | undefined>(name, form) === null
  const toggle = () => form.setFields([{ name, value: cleared ? undefined : null, errors: [] }])
  return (
    <Form.Item
      name={name}
      label={label}
      rules={rulesOf(AddStudent, name)}
      validateTrigger="onBlur"
      extra={stored && (cleared ? '保存后清除' : KEEP_HINT)}
      getValueProps={(value: string | null | undefined) => ({ value: value ?? '' })}
    >
      <Input
        autoComplete="off"
        {...input}
        placeholder={cleared ? '' : (stored ?? input.placeholder)}
        suffix={
          stored && (
            <LinkButton
              title={cleared ? '保留已保存的内容' : '清除已保存的内容'}
              className={styles.inlineButton}
              onClick={toggle}
            >
              {cleared ? '不清除' : '清除'}
            </LinkButton>
          )
        }
      />
    </Form.Item>
  )
}
