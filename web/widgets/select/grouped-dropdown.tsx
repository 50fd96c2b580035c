import { Flex, Select, Typography } from 'antd'
import { formatNumber } from '#web/core/format.ts'

export type GroupedItem<V extends number | string> = { value: V; label: string; people?: number }
export type ItemGroup<V extends number | string> = {
  label: string
  /** Head count of the whole group. */
  people?: number
  items: readonly GroupedItem<V>[]
}

type Props<V extends number | string> = {
  id?: string
  groups: readonly ItemGroup<V>[]
  value?: V | null
  onChange?: (value: V | undefined) => void
  placeholder?: string
  disabled?: boolean
  loading?: boolean
  className?: string
}

/** Items under headings, such as classes by grade, with the number of people where it is known. */
export function GroupedDropdown<V extends number | string>({ groups, onChange, ...rest }: Props<V>) {
  return (
    <Select
      {...rest}
      placeholder={rest.placeholder ?? '请选择'}
      allowClear
      showSearch={{ optionFilterProp: 'name' }}
      optionLabelProp="name"
      onChange={(value) => onChange?.(value ?? undefined)}
      options={groups.map((group) => ({
        key: group.label,
        label: withCount(group.label, group.people),
        options: group.items.map((item) => ({
          value: item.value,
          name: item.label,
          label: withCount(item.label, item.people),
        })),
      }))}
    />
  )
}

function withCount(label: string, people: number | undefined) {
  return (
    <Flex justify="space-between" gap="small">
      <span>{label}</span>
      {people !== undefined && <Typography.Text type="secondary">共{formatNumber(people)}人</Typography.Text>}
    </Flex>
  )
}
