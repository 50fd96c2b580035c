import { Alert, Button, Flex, Table, type TableProps, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#contract/core/endpoint.ts'
import { type CheckedKey, isChecked } from '#contract/exports/checks.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { CheckedRow, ExportCheck } from '#contract/exports/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import type { ExportGiven } from './export-size.ts'

const PAGE_SIZE = 15
const TABLE_HEIGHT = 180

type Props = { item: string; given: ExportGiven }

/** A step before the file: which rows would be sent back or stay partly empty, and why. */
export function ExportCheckStep({ item, given }: Props) {
  // Another plan, place or sheet is another check.
  return isChecked(item) ? <CheckStep key={JSON.stringify([item, given])} item={item} given={given} /> : null
}

function CheckStep({ item, given }: { item: CheckedKey; given: ExportGiven }) {
  const [asked, setAsked] = useState(false)
  const [shown, setShown] = useState<{ fault?: string; pageNum: number }>({ pageNum: 1 })
  const input = { ...given, item, ...shown, pageSize: PAGE_SIZE } as InputOf<
    typeof exportEndpoints.checkExport
  >
  const answer = useCall(exportEndpoints.checkExport, input, { enabled: asked })
  if (!asked || (answer.isLoading && !answer.data)) {
    return (
      <Flex align="center" gap="small" className={layout.below16}>
        <Button onClick={() => setAsked(true)} loading={asked}>
          导出前检查
        </Button>
        <Typography.Text type="secondary">列出会被退回或留空的学生及原因</Typography.Text>
      </Flex>
    )
  }
  if (answer.error && !answer.data) {
    return (
      <Alert
        type="error"
        showIcon
        title="检查没有完成"
        description={answer.error.message}
        action={<Button onClick={() => void answer.refetch()}>重试</Button>}
        className={layout.below16}
      />
    )
  }
  return answer.data ? (
    <CheckResult check={answer.data} shown={shown} onShow={setShown} loading={answer.isFetching} />
  ) : null
}

type ResultProps = {
  check: ExportCheck
  shown: { fault?: string; pageNum: number }
  onShow: (shown: { fault?: string; pageNum: number }) => void
  loading: boolean
}

function CheckResult({ check, shown, onShow, loading }: ResultProps) {
  return (
    <Flex vertical gap="small" className={layout.below16}>
      <Alert
        type={check.faulty === 0 ? 'info' : 'warning'}
        showIcon
        title={summaryOf(check)}
        aria-live="polite"
      />
      {check.notes.map((note) => (
        <Typography.Text key={note} type="secondary">
          {note}
        </Typography.Text>
      ))}
      {check.faulty > 0 && (
        <>
          <Flex gap="4px 4px" wrap>
            <Tag.CheckableTag
              checked={shown.fault === undefined}
              onChange={() => onShow({ pageNum: 1 })}
            >{`全部 ${formatNumber(check.faulty)}`}</Tag.CheckableTag>
            {check.faults.map(({ code, label, count }) => (
              <Tag.CheckableTag
                key={code}
                checked={shown.fault === code}
                onChange={() => onShow({ fault: code, pageNum: 1 })}
              >{`${label} ${formatNumber(count)}`}</Tag.CheckableTag>
            ))}
          </Flex>
          <Table<CheckedRow>
            aria-label="检查结果"
            size="small"
            rowKey="recordId"
            loading={loading}
            columns={COLUMNS}
            dataSource={check.page.list}
            scroll={{ y: TABLE_HEIGHT }}
            pagination={{
              size: 'small',
              current: check.page.pageNum,
              pageSize: check.page.pageSize,
              total: check.page.total,
              showSizeChanger: false,
              onChange: (pageNum) => onShow({ ...shown, pageNum }),
            }}
          />
        </>
      )}
    </Flex>
  )
}

function summaryOf({ rows, faulty, written }: ExportCheck): string {
  if (rows === 0) return '按当前条件没有可导出的数据'
  const all = `共 ${formatNumber(rows)} 行`
  if (faulty === 0) return `${all}，除以下说明外没有缺漏`
  const refused = rows - written
  const blank = faulty - refused
  if (refused === 0) return `${all}，其中 ${formatNumber(blank)} 行有内容留空，照常导出`
  const rest = `导出其余 ${formatNumber(written)} 行`
  const blanks = blank > 0 ? `，其中 ${formatNumber(blank)} 行有内容留空` : ''
  return `${all}，${formatNumber(refused)} 行会被退回，不列入文件；${rest}${blanks}`
}

const COLUMNS: NonNullable<TableProps<CheckedRow>['columns']> = [
  { key: 'schoolName', title: '学校', dataIndex: 'schoolName', width: 170, ellipsis: true },
  { key: 'class', title: '班级', width: 110, render: (_, row) => `${row.gradeName}${row.className}` },
  { key: 'studentName', title: '姓名', width: 90, render: (_, row) => row.studentName ?? '—' },
  { key: 'faults', title: '原因', render: (_, row) => row.faults.join('、') },
]
