import { Form } from 'antd'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import type { ApprovalAddress } from './approval-address.ts'

const STATUSES = [...ApprovalStatus.options, { value: 'all', label: '全部' } as const]

type Props = { query: ApprovalAddress; onChange: (patch: Partial<ApprovalAddress>) => void; hint: string }

/** Every change starts again at the first page. */
export function ApprovalFilters({ query, onChange, hint }: Props) {
  const set = (patch: Partial<ApprovalAddress>) => onChange({ ...patch, pageNum: 1 })
  return (
    <>
      <Form.Item label="状态">
        <SelectRadio buttons options={STATUSES} value={query.status} onChange={(status) => set({ status })} />
      </Form.Item>
      <TextFilter
        label="关键词"
        value={query.keyword}
        placeholder={hint}
        maxLength={50}
        width={220}
        onSearch={(keyword) => set({ keyword })}
      />
    </>
  )
}
