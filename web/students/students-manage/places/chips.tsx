import { Button, Flex } from 'antd'

type Props = {
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Several of a handful of short names, each a button that stays pressed. */
export function Chips({ options, value, onChange }: Props) {
  return (
    <Flex gap={8} wrap>
      {options.map((option) => {
        const on = value.includes(option.value)
        return (
          <Button
            key={option.value}
            size="small"
            shape="round"
            type={on ? 'primary' : 'default'}
            aria-pressed={on}
            onClick={() =>
              onChange(on ? value.filter((each) => each !== option.value) : [...value, option.value])
            }
          >
            {option.label}
          </Button>
        )
      })}
    </Flex>
  )
}
