import { Form } from 'antd'
import { type CodeOption, SelectDropdown } from '../select/select-dropdown.tsx'

type Props<V extends number | string> = {
  label: string
  options: readonly CodeOption<V>[]
  value: V | undefined
  onChange: (value: V | undefined) => void
  width: number
}

/** A filter with fixed values; none means all. */
export function SelectFilter<V extends number | string>({ label, width, ...select }: Props<V>) {
  return (
    <Form.Item label={label}>
      <SelectDropdown {...select} aria-label={label} placeholder="全部" style={{ width }} />
    </Form.Item>
  )
}
