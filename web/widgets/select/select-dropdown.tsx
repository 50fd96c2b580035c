import { Select, type SelectProps } from 'antd'

type Code = number | string
export type CodeOption<V extends Code> = { value: V; label: string; disabled?: boolean }

type Props<V extends Code> = Pick<
  SelectProps,
  'id' | 'placeholder' | 'disabled' | 'allowClear' | 'style' | 'aria-label' | 'aria-required'
> & {
  /** `options` of a code enumeration. */
  options: readonly CodeOption<V>[]
  /** List only these codes. */
  only?: readonly V[]
  value?: V | null
  onChange?: (value: V | undefined) => void
}

/** One value of a code enumeration; typing finds it by its label. */
export function SelectDropdown<V extends Code>({
  options,
  only,
  value,
  onChange,
  placeholder = '请选择',
  allowClear = true,
  ...rest
}: Props<V>) {
  const shown = only ? options.filter((option) => only.includes(option.value)) : [...options]
  return (
    <Select<V, CodeOption<V>>
      {...rest}
      options={shown}
      value={value}
      onChange={(next) => onChange?.(next)}
      placeholder={placeholder}
      allowClear={allowClear}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}
