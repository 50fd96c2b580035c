import { Flex, type TableColumnType, Tag, Tooltip, Typography } from 'antd'
import type { ReactNode } from 'react'
import { IMPORT_ROW_MESSAGE_SEPARATOR } from '#contract/core/import-codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { ImportRow, RowIssue } from '#contract/imports/schemas.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './import-details.module.css'
import { changesIn } from './row-changes.ts'
import { isPending } from './row-editing.ts'
import { headerName, inOrder, isAbout, type SheetHeader } from './sheet-columns.ts'

const COLOURS: Partial<Record<number, string>> = {
  [RowOutcome.code.error]: 'error',
  [RowOutcome.code.elsewhere]: 'warning',
  [RowOutcome.code.locked]: 'warning',
  [RowOutcome.code.insert]: 'success',
  [RowOutcome.code.back]: 'success',
  [RowOutcome.code.update]: 'processing',
}
const CELL_WIDTH = 120
const PERSONAL_WIDTH = 184
const WIDTHS: Record<string, number> = {
  school: 168,
  stage: 72,
  grade: 84,
  class: 84,
  name: 96,
  sex: 56,
  nation: 76,
  status: 72,
}

type Options = {
  headers: readonly SheetHeader[]
  rows: readonly ImportRow[]
  /** Results, not students. */
  ofReadings: boolean
  /** The task is written: valid rows that were not written are marked. */
  written: boolean
  actions: ((row: ImportRow) => ReactNode) | null
}

export function rowColumns({
  headers,
  rows,
  ofReadings,
  written,
  actions,
}: Options): TableColumnType<ImportRow>[] {
  const withIssues = rows.some(({ issues }) => issues.length > 0)
  const withChanges = rows.some(({ changes }) => changes.length > 0)
  const withConclusion = rows.some(({ conclusion }) => conclusion !== null)
  return [
    { title: '行号', dataIndex: 'row', width: 68, align: 'end', fixed: 'start' },
    { title: '结果', width: 96, fixed: 'start', render: (_, row) => <Outcome row={row} written={written} /> },
    ...(withIssues ? [{ title: '问题', width: 280, render: issuesOf }] : []),
    ...(withConclusion ? [{ title: '结论', width: 168, render: conclusionOf }] : []),
    ...(withChanges ? [{ title: '变更', width: 220, render: changesOf }] : []),
    ...inOrder(headers, ofReadings).map((header) => ({
      title: headerName(header),
      key: header.index,
      width: header.personal ? PERSONAL_WIDTH : (WIDTHS[header.key ?? ''] ?? CELL_WIDTH),
      ellipsis: true,
      render: (_: unknown, row: ImportRow) => <Cell header={header} row={row} />,
    })),
    ...(actions ? [{ title: '操作', width: 132, fixed: 'end' as const, render: actionsBy(actions) }] : []),
  ]
}

export const widthOf = (columns: TableColumnType<ImportRow>[]): number =>
  columns.reduce((sum, { width }) => sum + Number(width), 0)

const actionsBy = (actions: (row: ImportRow) => ReactNode) => (_: unknown, row: ImportRow) => actions(row)

function Outcome({ row, written }: { row: ImportRow; written: boolean }) {
  return (
    <Flex vertical gap={2} align="flex-start">
      <Tag color={COLOURS[row.outcome]} variant="filled" className={layout.noMarginAfter}>
        {RowOutcome.label(row.outcome)}
      </Tag>
      {written && isPending(row) && (
        <Typography.Text type="warning" className={layout.smallText}>
          待写入
        </Typography.Text>
      )}
    </Flex>
  )
}

const textOf = ({ message, advice }: RowIssue): string => (advice ? `${message}（${advice}）` : message)

/** Each message on its own line; the remedy follows once. */
const issuesOf = (_: unknown, { issues }: ImportRow) => (
  <Flex vertical>
    {issues.map(({ code, column, message, advice }, nth) => (
      <span key={`${code} ${column}`}>
        <Typography.Text type="danger">{message}</Typography.Text>
        {issues.findIndex((other) => other.advice === advice) === nth && (
          <Typography.Text type="secondary" className={layout.smallText}>
            {' '}
            {advice}
          </Typography.Text>
        )}
      </span>
    ))}
  </Flex>
)

/** The conclusion from the row's readings. */
const conclusionOf = (_: unknown, { conclusion }: ImportRow) => conclusion ?? ''

const changesOf = (_: unknown, { changes }: ImportRow) => {
  const { filled, replaced } = changesIn(changes)
  return (
    <Flex vertical>
      {replaced.map((change) => (
        <Replaced key={change.field} {...change} />
      ))}
      <Flex wrap gap="0 12px">
        {filled.map(({ field, to }) => (
          <span key={field}>
            <Typography.Text type="secondary">{field}：</Typography.Text>
            {to}
          </span>
        ))}
      </Flex>
    </Flex>
  )
}

const Replaced = ({ field, from, to }: ImportRow['changes'][number]) => (
  <span>
    <Typography.Text type="secondary">{field}：</Typography.Text>
    <Typography.Text delete type="secondary">
      {from}
    </Typography.Text>
    {' → '}
    <Typography.Text strong>{to || '空'}</Typography.Text>
  </span>
)

function Cell({ header, row }: { header: SheetHeader; row: ImportRow }) {
  const text = row.cells[header.index] ?? ''
  const issues = row.issues.filter((issue) => isAbout(header, issue))
  if (issues.length === 0) return text
  return (
    <Tooltip title={issues.map(textOf).join(IMPORT_ROW_MESSAGE_SEPARATOR)}>
      <span className={styles.importWrongCell}>{text || '空'}</span>
    </Tooltip>
  )
}

const buttonIdOf = (row: number): string => `correct-row-${row}`

type CorrectProps = { row: number; disabled: boolean; onClick: () => void }

export function CorrectButton({ row, disabled, onClick }: CorrectProps) {
  return (
    <LinkButton id={buttonIdOf(row)} disabled={disabled} onClick={onClick}>
      更正
    </LinkButton>
  )
}

/** Where the keyboard goes once a row is left. */
export const focusCorrectButton = (row: number): number =>
  requestAnimationFrame(() => document.getElementById(buttonIdOf(row))?.focus())
