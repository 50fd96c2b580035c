import { Table, type TableColumnType, Typography } from 'antd'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { TransferFail } from '#contract/imports/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { ImportConfirmButton } from '../import-confirm-button.tsx'
import { useMayImportRoster } from '../import-permissions.ts'

const SENT = '转学申请已提交，请联系区域管理员审核'

type ApplyProps = {
  recordId: number
  row: number
  studentName: string
  applied: boolean
  schoolName?: string
}

/** Applies for a child of another school; reviewed by a regional administrator. */
export function ApplyTransfer({ recordId, row, studentName, applied, schoolName }: ApplyProps) {
  const mayApply = useMayImportRoster()
  const apply = useSend(importEndpoints.applyTransferOfRow, {
    refreshes: [importEndpoints.readImport],
    success: SENT,
  })
  if (applied) return <Typography.Text type="secondary">已申请</Typography.Text>
  if (!mayApply) return null
  return (
    <ImportConfirmButton
      link
      label="申请转学"
      title={`为“${studentName}”申请转入${schoolName ? `“${schoolName}”` : '本校'}？`}
      description="该生登记在其他学校。申请由区域管理员审核，通过后学生连同历史记录转入。"
      okText="提交申请"
      onConfirm={() => apply.send({ recordId, row })}
    />
  )
}

type Props = { recordId: number; transfers: readonly TransferFail[] }

/** Rows of children of other schools; the school is named only to users whose range holds it. */
export function ImportTransfers({ recordId, transfers }: Props) {
  const columns: TableColumnType<TransferFail>[] = [
    { title: '行号', dataIndex: 'row', width: 72, align: 'end' },
    { title: '姓名', dataIndex: 'studentName', width: 100 },
    { title: '现在', render: (_, row) => placeOf(row.orgAddress, row.orgName, row.className) || '其他学校' },
    { title: '转入', render: (_, row) => placeOf(row.newOrgAddress, row.newOrgName, row.newClassName) },
    {
      title: '操作',
      width: 96,
      render: (_, { row, studentName, applied, newOrgName }) => (
        <ApplyTransfer {...{ recordId, row, studentName, applied }} schoolName={newOrgName} />
      ),
    },
  ]
  return (
    <Table<TransferFail>
      size="small"
      columns={columns}
      rowKey="row"
      dataSource={[...transfers]}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
    />
  )
}

const placeOf = (...names: (string | null)[]): string => names.filter(Boolean).join(' ')
