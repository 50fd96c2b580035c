import { NAME_MAX } from '#contract/core/fields.ts'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'

type Props = { value: string | undefined; onChange: (patch: { name: string | undefined }) => void }

export function StudentNameFilter({ value, onChange }: Props) {
  return (
    <TextFilter
      label="姓名"
      aria-label="学生姓名"
      value={value}
      placeholder="学生姓名"
      maxLength={NAME_MAX}
      width={150}
      onSearch={(name) => onChange({ name })}
    />
  )
}
