import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { HospitalLevel, HospitalOwnership, HospitalType } from '#contract/core/codes.ts'
import type { HospitalRow } from '#contract/hospitals/schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { AREA_COLUMN, CONTACT_COLUMN, countColumn, STATUS_COLUMN } from '#web/widgets/org/org-columns.tsx'
import type { ScreeningOrgKind } from './screening-org-kind.ts'

/** Width of the table below which it scrolls sideways. */
export const TABLE_MIN_WIDTH = 1150

type Options = {
  kind: ScreeningOrgKind
  onServed: (row: HospitalRow) => void
  actions: (row: HospitalRow) => ReactNode
}

export function screeningOrgColumns({ kind, onServed, actions }: Options): TableColumnType<HospitalRow>[] {
  const level: TableColumnType<HospitalRow> = {
    title: '等级',
    dataIndex: 'hospitalLevel',
    width: 84,
    render: (code: number | null) => HospitalLevel.label(code) || '未评级',
  }
  return [
    { title: '机构名称', dataIndex: 'orgName', fixed: 'start', ellipsis: true },
    AREA_COLUMN,
    { title: '类别', dataIndex: 'hospitalType', width: 86, render: labelBy(HospitalType) },
    ...(kind.graded ? [level] : []),
    { title: '性质', dataIndex: 'ownership', width: 84, render: labelBy(HospitalOwnership) },
    {
      ...countColumn<HospitalRow>('服务学校数', 'schoolCount', 94),
      render: (count: number, row) => (
        <LinkButton aria-label={`${row.orgName}服务的学校：${count} 所`} onClick={() => onServed(row)}>
          {formatNumber(count)}
        </LinkButton>
      ),
    },
    countColumn<HospitalRow>('完成任务数', 'tasksDone', 94),
    CONTACT_COLUMN,
    STATUS_COLUMN,
    { title: '操作', width: 168, fixed: 'end', render: (_, row) => actions(row) },
  ]
}

const labelBy =
  ({ label }: { label: (code: unknown) => string }) =>
  (code: number | null) =>
    label(code) || '—'
