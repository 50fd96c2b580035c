import { Typography } from 'antd'
import { useMemo } from 'react'
import type { PlanOverview } from '#contract/eyesight/figures/figure-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { XyChart, type XyChartProps } from '#web/widgets/chart/xy-chart.tsx'

/** How many were screened on which day. */
export function DailyCurve({ days }: { days: PlanOverview['byDay'] }) {
  const chart = useMemo<XyChartProps>(
    () => ({
      title: '每日实筛与有效人数',
      categories: days.map(({ day }) => day.slice(5)),
      y: { min: 0 },
      series: [
        { name: '实筛', kind: 'bar', values: days.map(({ screened }) => screened) },
        { name: '有效', kind: 'line', values: days.map(({ valid }) => valid) },
      ],
      format: (value) => `${formatNumber(value)} 人`,
      empty: { title: '还没有筛查数据', hint: '录入、导入或设备上传后在此显示每日进度' },
    }),
    [days],
  )
  return (
    <>
      <Typography.Title level={5} className={layout.noMarginAbove}>
        每日进度
      </Typography.Title>
      <XyChart {...chart} />
    </>
  )
}
