import { Alert, Button, Empty, Flex, Typography } from 'antd'
import { useMemo } from 'react'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import type { StudentVisit } from '#contract/visits/visit-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { XyChart, type XyChartProps } from '../chart/xy-chart.tsx'
import { useDialog } from '../dialog/use-dialog.tsx'
import { axialText, VisitTable } from './visit-table.tsx'

const VisitDialog = lazyPart(async () => (await import('./visit-dialog.tsx')).VisitDialog)

type Props = {
  studentId: number
  /** Of a child who is at school. */
  recordable?: boolean
}

/** Visits of one student: how the eyes grew, and the table; a school adds what the family brings. */
export function StudentVisits({ studentId, recordable = false }: Props) {
  const list = useCall(visitEndpoints.studentVisits, { studentId })
  const mayRecord = useAllowed(['visitRecord']) && recordable
  const recording = useDialog(VisitDialog, { studentId })
  const chart = useMemo(() => axialChart(list.data ?? []), [list.data])
  if (list.error && !list.data) {
    return <Alert type="error" showIcon title={`就诊记录无法打开：${list.error.message}`} />
  }
  const visits = list.data ?? []
  return (
    <Flex vertical gap="middle">
      {chart && (
        <div>
          <Typography.Text strong>{chart.title}</Typography.Text>
          <XyChart {...chart} />
        </div>
      )}
      {list.data?.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="还没有就诊记录：医院、家长或学校登记后在此显示"
        />
      ) : (
        <VisitTable visits={visits} loading={list.isFetching && !list.data} />
      )}
      {mayRecord && (
        <div>
          <Button onClick={() => recording.show()}>登记就诊</Button>
        </div>
      )}
      {recording.element}
    </Flex>
  )
}

/** Of visits that count and measured it, against age. */
function axialChart(newestFirst: readonly StudentVisit[]): XyChartProps | null {
  const measured = newestFirst
    .filter(
      ({ withdrawnAt, axialRight, axialLeft }) =>
        withdrawnAt === null && (axialRight !== null || axialLeft !== null),
    )
    .toReversed()
  if (measured.length === 0) return null
  const line = (name: string, of: (visit: StudentVisit) => number | null) => ({
    name,
    kind: 'line' as const,
    values: measured.map((visit) => [visit.age, of(visit)] as const),
  })
  return {
    title: '眼轴长度',
    x: { name: '岁' },
    y: { name: 'mm' },
    series: [line('右眼', ({ axialRight }) => axialRight), line('左眼', ({ axialLeft }) => axialLeft)],
    format: axialText,
    height: 220,
  }
}
