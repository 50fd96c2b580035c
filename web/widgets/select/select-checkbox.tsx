import { Checkbox, Flex } from 'antd'
import styles from './select.module.css'
import type { CodeOption } from './select-dropdown.tsx'

type Props<V extends number | string> = {
  id?: string
  options: readonly CodeOption<V>[]
  value?: V[]
  onChange?: (value: V[]) => void
  disabled?: boolean
  /** With 全选 in front. */
  withAll?: boolean
}

/** Several values of a code enumeration, in the order of the enumeration. */
export function SelectCheckbox<V extends number | string>({
  id,
  options,
  value = [],
  onChange,
  disabled,
  withAll,
}: Props<V>) {
  const all = options.filter((option) => !option.disabled).map((option) => option.value)
  const emit = (chosen: readonly V[]) =>
    onChange?.(options.map((option) => option.value).filter((code) => chosen.includes(code)))
  return (
    <Flex id={id} gap="small" wrap>
      {withAll && (
        <Checkbox
          checked={value.length > 0 && all.every((code) => value.includes(code))}
          indeterminate={value.length > 0 && !all.every((code) => value.includes(code))}
          disabled={disabled}
          onChange={(event) => emit(event.target.checked ? all : [])}
        >
          全选
        </Checkbox>
      )}
      <Checkbox.Group<V>
        options={[...options]}
        value={value}
        onChange={emit}
        disabled={disabled}
        className={styles.boxes}
      />
    </Flex>
  )
}
