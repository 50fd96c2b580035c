import { Alert, Button, Collapse, Flex, Table, Typography } from 'antd'
import { HIDDEN_FOR_PRIVACY } from '#contract/eyesight/figures/figure-small-cells.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { FrozenChanges } from '#contract/reports/frozen/frozen-endpoints.ts'
import type { ReportChange, ReportDifference } from '#contract/reports/frozen/report-changes.ts'
import type { TextChange } from '#contract/reports/own-text/text-changes.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

/** What became of the figures since the report was frozen. */
export function FrozenChangesBox({ reportNo }: { reportNo: string }) {
  const changes = useCall(reportEndpoints.frozenChanges, { reportNo })
  if (changes.error) {
    return (
      <Alert
        type="warning"
        showIcon
        title="暂时无法与最新数据比较"
        description={changes.error.message}
        action={<Button onClick={() => void changes.refetch()}>重试</Button>}
      />
    )
  }
  if (!changes.data || changes.isPlaceholderData) {
    return <Alert type="info" showIcon title="正在与最新数据比较…" />
  }
  return <Compared changes={changes.data} />
}

function Compared({ changes }: { changes: FrozenChanges }) {
  if (!changes.comparable) return <Alert type="info" showIcon title={changes.reason} />
  const { total, hidden, rules, texts, at } = changes
  const ruled = rules.came.length + rules.gone.length > 0
  const besides = [ruled && '编制说明', texts.length > 0 && '填写的文字'].filter(Boolean).join('和')
  const unseen = hidden > 0 ? `另有 ${formatNumber(hidden)} 处${HIDDEN_FOR_PRIVACY}，不作比较。` : ''
  if (total === 0 && besides === '') {
    return (
      <Alert
        type="success"
        showIcon
        title={`冻结后数据没有变化（与 ${formatDateTime(at)} 的数据比较）`}
        description={unseen || undefined}
      />
    )
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={
        total > 0 ? `冻结后数据有 ${formatNumber(total)} 处变化` : `冻结后数据没有变化，${besides}有变化`
      }
      description={
        <Flex vertical gap="small">
          <span>
            与 {formatDateTime(at)} 的数据比较。
            {total > 0 && besides !== '' && `${besides}也有变化。`}
            {unseen}
          </span>
          <Collapse
            size="small"
            items={[{ key: 'changes', label: '查看变化', children: <Listed changes={changes} /> }]}
          />
        </Flex>
      }
    />
  )
}

const WHAT: Record<Exclude<ReportChange['what'], 'value'>, string> = {
  rowCame: '新增一行',
  rowGone: '不再有此行',
  columnCame: '新增一列',
  columnGone: '不再有此列',
  tableCame: '新增此表',
  tableGone: '不再有此表',
}

function Listed({ changes: { list, total, rules, texts } }: { changes: ReportDifference }) {
  return (
    <Flex vertical gap="middle">
      {list.length > 0 && (
        <Table<ReportChange & { nth: number }>
          size="small"
          rowKey="nth"
          dataSource={list.map((change, nth) => ({ ...change, nth }))}
          columns={COLUMNS}
          pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        />
      )}
      {total > list.length && (
        <Typography.Text type="secondary">
          共 {formatNumber(total)} 处，以上为前 {formatNumber(list.length)} 处。
        </Typography.Text>
      )}
      <Rules title="新增的说明" rules={rules.came} />
      <Rules title="不再适用的说明" rules={rules.gone} />
      <Rules title="填写的文字" rules={texts.map(textWords)} />
    </Flex>
  )
}

const TEXT_WHAT: Record<TextChange['what'], string> = { came: '新填写', gone: '已删去', changed: '已修改' }
const textWords = ({ what, title, orgName }: TextChange): string => `${orgName}：${title}${TEXT_WHAT[what]}`

const COLUMNS = [
  { title: '章节', dataIndex: 'section' },
  { title: '表格', dataIndex: 'table' },
  { title: '行', dataIndex: 'row' },
  { title: '列', dataIndex: 'column' },
  {
    title: '冻结时',
    align: 'right' as const,
    render: (_: unknown, { what, was, format }: ReportChange) =>
      what === 'value' ? formatValue(was, format) : '',
  },
  {
    title: '现在',
    align: 'right' as const,
    render: (_: unknown, { what, is, format }: ReportChange) =>
      what === 'value' ? formatValue(is, format) : WHAT[what],
  },
]

function Rules({ title, rules }: { title: string; rules: readonly string[] }) {
  if (rules.length === 0) return null
  return (
    <div>
      <Typography.Text strong>{title}</Typography.Text>
      <ul className={layout.bullets}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </div>
  )
}
