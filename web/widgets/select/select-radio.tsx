import { Radio } from 'antd'
import type { CodeOption } from './select-dropdown.tsx'

type Props<V extends number | string> = {
  id?: string
  options: readonly CodeOption<V>[]
  value?: V | null
  onChange?: (value: V) => void
  disabled?: boolean
  /** As buttons, for a switch between views. */
  buttons?: boolean
}

/** Exactly one value of a code enumeration, all of them visible. */
export function SelectRadio<V extends number | string>({ options, onChange, buttons, ...rest }: Props<V>) {
  return (
    <Radio.Group
      {...rest}
      options={[...options]}
      optionType={buttons ? 'button' : 'default'}
      onChange={(event) => onChange?.(event.target.value as V)}
    />
  )
}
