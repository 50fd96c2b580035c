import { Form } from 'antd'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import type { ApprovalAddress } from './approval-address.ts'

const STATUSES = [...ApprovalStatus.options, { value: 'all', label: '全部' } as const]

type Props = { query: ApprovalAddress; onChange: (patch: Partial<ApprovalAddress>) => void; hint: string }

export function ApprovalFilters({ query, onChange, hint }: Props) {
  return (
    <>
      <Form.Item label="状态">
        <SelectRadio
          buttons
          options={STATUSES}
          value={query.status}
          onChange={(status) => onChange({ status })}
        />
      </Form.Item>
      <KeywordFilter label="关键词" placeholder={hint} width={220} query={query} onChange={onChange} />
    </>
  )
}
