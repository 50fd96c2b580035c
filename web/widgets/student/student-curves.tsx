import { Flex, Typography } from 'antd'
import { useMemo } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { StudentHistory } from '#contract/eyesight/record-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { XyChart, type XyChartProps } from '../chart/xy-chart.tsx'
import { equivalentShown, visionText } from './reading-text.ts'
import styles from './student.module.css'

/** Naked vision and spherical equivalent of both eyes against age. */
export function StudentCurves({ studentId }: { studentId: number }) {
  const { data } = useCall(eyesightEndpoints.studentHistory, { studentId })
  const charts = useMemo(() => data && chartsOf(data), [data])
  if (!data || !charts || data.points.length === 0) return null
  return (
    <>
      <Flex gap="middle" wrap>
        {charts.map((chart) => (
          <div key={chart.title} className={styles.curve}>
            <Typography.Text strong>{chart.title}</Typography.Text>
            <XyChart {...chart} />
          </div>
        ))}
      </Flex>
      {data.progressionPerYear !== null && (
        <Typography.Text>
          最近两次有效筛查之间，较重眼等效球镜每年变化 <b>{equivalentShown(data.progressionPerYear)} D</b>
        </Typography.Text>
      )}
    </>
  )
}

function chartsOf({ points }: StudentHistory): XyChartProps[] {
  const line = (name: string, of: (point: (typeof points)[number]) => number | null) => ({
    name,
    kind: 'line' as const,
    values: points.map((point) => [point.age, of(point)] as const),
  })
  return [
    {
      title: '裸眼视力',
      x: { name: '岁' },
      y: { name: '五分记录', min: 3.3, max: 5.3 },
      series: [line('右眼', ({ nakedRight }) => nakedRight), line('左眼', ({ nakedLeft }) => nakedLeft)],
      marks: [{ at: 5, label: '5.0' }],
      format: (value) => visionText(value),
      height: 220,
    },
    {
      title: '等效球镜度数',
      x: { name: '岁' },
      series: [line('右眼', ({ seRight }) => seRight), line('左眼', ({ seLeft }) => seLeft)],
      marks: [{ at: -0.5, label: '-0.50' }],
      format: (value) => `${equivalentShown(value)} D`,
      height: 220,
    },
  ]
}
