import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import styles from './fields.module.css'
import type { FieldBinding } from './use-fields.ts'

type FieldProps = {
  label: string
  field: FieldBinding
  /** After the input, inside its frame. */
  extra?: ReactNode
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'placeholder' | 'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength'
>

export function Field({ label, field, extra, autoFocus, ...input }: FieldProps) {
  const { error, ...binding } = field
  return (
    <FieldFrame label={label} field={field}>
      <span className={styles.fieldBox}>
        <input
          {...input}
          {...binding}
          // The one field a page was opened for.
          // biome-ignore lint/a11y/noAutofocus: a sign-in page has nothing before its first field
          autoFocus={autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${field.id}-error`}
          aria-required
        />
        {extra}
      </span>
    </FieldFrame>
  )
}

/** Label above, what is wrong below; the line for it is always there, so that nothing jumps under the mouse. */
export function FieldFrame({
  label,
  field,
  children,
}: Pick<FieldProps, 'label' | 'field'> & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={field.id}>{label}</label>
      {children}
      <span className={styles.fieldError} id={`${field.id}-error`} role={field.error ? 'alert' : undefined}>
        {field.error}
      </span>
    </div>
  )
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'extra'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      extra={
        <button
          type="button"
          className={styles.fieldToggle}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M2 12c3-5 6.3-7.5 10-7.5S19 7 22 12c-3 5-6.3 7.5-10 7.5S5 17 2 12z" />
            <circle cx="12" cy="12" r="3.2" />
            {!shown && <path d="M4 20 20 4" />}
          </svg>
        </button>
      }
    />
  )
}

type SelectFieldProps = {
  label: string
  field: FieldBinding
  options: readonly { value: string | number; label: string }[]
  empty?: string
  disabled?: boolean
}

export function SelectField({ label, field, options, empty, disabled }: SelectFieldProps) {
  const { error, ...binding } = field
  return (
    <FieldFrame label={label} field={field}>
      <span className={styles.fieldBox}>
        <select
          {...binding}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${field.id}-error`}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </FieldFrame>
  )
}
