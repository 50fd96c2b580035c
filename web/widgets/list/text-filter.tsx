import { Form, Input } from 'antd'

type Props = {
  label: string
  /** Where the label alone does not say what to type. */
  'aria-label'?: string
  value: string | undefined
  placeholder?: string
  maxLength: number
  width: number
  onSearch: (text: string | undefined) => void
}

/** A filter that is typed: asked for by Enter, by the button, or by clearing it. */
export function TextFilter({ label, value, width, onSearch, ...input }: Props) {
  return (
    <Form.Item label={label}>
      <Input.Search
        aria-label={label}
        {...input}
        // A new key takes over what is asked for after going back or clearing.
        key={value ?? ''}
        defaultValue={value}
        autoComplete="off"
        allowClear
        onSearch={(text) => onSearch(text.trim() || undefined)}
        style={{ width }}
      />
    </Form.Item>
  )
}
