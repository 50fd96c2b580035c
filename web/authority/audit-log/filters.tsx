import { Button, DatePicker, Form } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { AUDIT_DAYS_DEFAULT, type AuditPageQuery } from '#contract/audit/schemas.ts'
import { AUDIT_KIND_NAMES, AUDIT_KINDS } from '#contract/core/audit-actions.ts'
import { today } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { OrgSelect } from '../authority-manage/org-select.tsx'

const KINDS = AUDIT_KIND_NAMES.map((value) => ({ value, label: AUDIT_KINDS[value] }))
const RESULTS = [
  { value: 'success', label: '成功' },
  { value: 'refused', label: '未执行' },
] as const

type Props = {
  query: AuditPageQuery
  onChange: (patch: Partial<AuditPageQuery>) => void
  /** False for those who see one organisation only. */
  manyOrgs: boolean
  /** Names of what is chosen by its id, as far as the answer tells them. */
  orgName?: string
  studentName?: string
}

export function AuditFilters({ query, onChange, manyOrgs, orgName, studentName }: Props) {
  return (
    <>
      <DayRange query={query} onChange={onChange} />
      <KeywordFilter
        label="账号"
        aria-label="账号或姓名"
        placeholder="账号或姓名"
        width={170}
        query={query}
        onChange={onChange}
      />
      {manyOrgs && (
        <Form.Item label="机构">
          <OrgSelect
            aria-label="机构"
            value={query.orgId}
            knownName={orgName}
            onChange={(orgId) => onChange({ orgId })}
            className={layout.width190}
          />
        </Form.Item>
      )}
      <SelectFilter
        label="操作"
        options={KINDS}
        value={query.kind}
        onChange={(kind) => onChange({ kind })}
        width={140}
      />
      <SelectFilter
        label="结果"
        options={RESULTS}
        value={query.result}
        onChange={(result) => onChange({ result })}
        width={108}
      />
      {query.studentId !== undefined && (
        <Form.Item label="学生">
          {studentName ?? `编号 ${query.studentId}`}
          <Button
            type="link"
            size="small"
            aria-label="不限学生"
            onClick={() => onChange({ studentId: undefined })}
          >
            不限
          </Button>
        </Form.Item>
      )}
    </>
  )
}

const daysAgo = (days: number) => dayjs(today()).subtract(days, 'day')
const upToToday = (days: number): [dayjs.Dayjs, dayjs.Dayjs] => [daysAgo(days - 1), daysAgo(0)]

/** Without a choice the last days are meant; the field says so. */
function DayRange({ query: { startDay, endDay }, onChange }: Pick<Props, 'query' | 'onChange'>) {
  const chosen = startDay !== undefined || endDay !== undefined
  const [first, last] = upToToday(AUDIT_DAYS_DEFAULT)
  return (
    <Form.Item label="时间">
      <DatePicker.RangePicker
        aria-label="时间"
        allowClear={chosen}
        value={chosen ? [startDay ? dayjs(startDay) : null, endDay ? dayjs(endDay) : null] : [first, last]}
        maxDate={daysAgo(0)}
        presets={[
          { label: '今天', value: upToToday(1) },
          { label: `近 ${AUDIT_DAYS_DEFAULT} 天`, value: upToToday(AUDIT_DAYS_DEFAULT) },
          { label: '近 30 天', value: upToToday(30) },
          { label: '近半年', value: upToToday(183) },
        ]}
        onChange={(days) =>
          onChange({
            startDay: days?.[0]?.format('YYYY-MM-DD'),
            endDay: days?.[1]?.format('YYYY-MM-DD'),
          })
        }
        className={layout.width240}
      />
    </Form.Item>
  )
}
