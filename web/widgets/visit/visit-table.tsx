import { Table, type TableColumnType, Tag } from 'antd'
import { useEffect, useRef } from 'react'
import { Treatment } from '#contract/eyesight/treatment.ts'
import { VisitSource } from '#contract/letters/visit-source.ts'
import type { LetterVisit } from '#contract/visits/visit-schemas.ts'
import { formatDate } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '../dialog/use-dialog.tsx'
import { LinkButton } from '../link-button.tsx'
import { axisText, dioptreText, visionText } from '../student/reading-text.ts'

const WithdrawVisitDialog = lazyPart(
  async () => (await import('./withdraw-visit-dialog.tsx')).WithdrawVisitDialog,
)

export const axialText = (value: number | null): string => (value === null ? '—' : value.toFixed(2))

const pair = (title: string, of: (row: LetterVisit) => [string, string], width: number) =>
  ({
    title: `${title} 右/左`,
    width,
    render: (_, row) => of(row).join(' / '),
  }) satisfies TableColumnType<LetterVisit>

const cycloplegicText = (value: boolean | null): string => (value === null ? '' : value ? '散瞳' : '未散瞳')

const COLUMNS: TableColumnType<LetterVisit>[] = [
  {
    title: '就诊日期',
    width: 108,
    render: (_, { visitedOn, withdrawnAt }) => (withdrawnAt ? <del>{visitedOn}</del> : visitedOn),
  },
  { title: '来源', width: 88, render: (_, { source }) => VisitSource.label(source) },
  { title: '医院', dataIndex: 'hospitalName', width: 160 },
  { title: '验光', width: 72, render: (_, { cycloplegic }) => cycloplegicText(cycloplegic) },
  pair('球镜', (row) => [dioptreText(row.sphereRight), dioptreText(row.sphereLeft)], 116),
  pair('柱镜', (row) => [dioptreText(row.cylinderRight), dioptreText(row.cylinderLeft)], 116),
  pair('轴位', (row) => [axisText(row.axisRight), axisText(row.axisLeft)], 88),
  pair('矫正视力', (row) => [visionText(row.correctedRight), visionText(row.correctedLeft)], 108),
  pair('眼轴 mm', (row) => [axialText(row.axialRight), axialText(row.axialLeft)], 124),
  {
    title: '诊断与处理',
    render: (_, { diagnosis, treatments, remark }) =>
      [diagnosis, treatments.map((code) => Treatment.label(code)).join('、'), remark]
        .filter(Boolean)
        .join('；'),
  },
  { title: '下次复查', width: 108, render: (_, { nextOn }) => nextOn },
  {
    title: '登记',
    width: 132,
    render: (_, { recordedBy, recordedAt }) => `${recordedBy ?? '家长'} ${formatDate(recordedAt)}`,
  },
]

type Props = { visits: readonly LetterVisit[]; loading?: boolean; onWithdrawn?: () => void }

/** Visits of one child, the newest first; who recorded one may take it back for a while. */
export function VisitTable({ visits, loading, onWithdrawn }: Props) {
  const withdrawal = useDialog(WithdrawVisitDialog, { onWithdrawn })
  const box = useRef<HTMLElement>(null)
  // Where there is no button in it, the keyboard scrolls the table only if it takes the focus; antd has no property for that.
  useEffect(() => box.current?.querySelector('.ant-table-content')?.setAttribute('tabindex', '0'))
  return (
    <>
      <section ref={box} aria-label="就诊记录">
        <Table<LetterVisit>
          size="small"
          rowKey="visitId"
          loading={loading}
          dataSource={[...visits]}
          pagination={false}
          scroll={{ x: 1480 }}
          columns={[
            ...COLUMNS,
            {
              title: '操作',
              width: 88,
              // In sight without scrolling sideways.
              fixed: 'end',
              render: (_, visit) =>
                visit.withdrawnAt ? (
                  <Tag title={visit.withdrawReason}>已撤销</Tag>
                ) : (
                  visit.mayWithdraw && (
                    <LinkButton onClick={() => withdrawal.show({ visit })}>撤销</LinkButton>
                  )
                ),
            },
          ]}
        />
      </section>
      {withdrawal.element}
    </>
  )
}
