import { Spin, theme } from 'antd'
import { useMemo } from 'react'
import { CHART_COLORS } from '#contract/core/chart-colors.ts'
import { escapeHtml, useChart } from '#web/core/chart/use-chart.ts'
import { formatNumber, formatPercent } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '../empty-state.tsx'
import type { RingsOption } from './pie-rings-chart.ts'

const loadRings = async () => (await import('./pie-rings-chart.ts')).createRings

export type RingSlice = { name: string; people: number }
type Ring = { title: string; slices: readonly RingSlice[] }
type Props = {
  /** What the chart shows, for those who cannot see it. */
  title: string
  inner: Ring
  outer: Ring
  height?: number
}

/** Two rings of people counts; hovering a slice gives its count and its share of the ring. */
export function PieRings({ title, inner, outer, height = 280 }: Props) {
  const { token } = theme.useToken()
  const empty = [...inner.slices, ...outer.slices].every(({ people }) => people === 0)

  const option = useMemo<RingsOption>(
    () => ({
      color: [...CHART_COLORS],
      textStyle: { fontFamily: token.fontFamily },
      tooltip: {
        trigger: 'item',
        formatter: (item) => {
          const slice = Array.isArray(item) ? item[0] : item
          const ring = slice?.seriesIndex === 0 ? inner : outer
          const found = ring.slices.find(({ name }) => name === slice?.name)
          return found ? `${escapeHtml(ring.title)}<br/>${escapeHtml(describe(found, ring))}` : ''
        },
      },
      legend: { type: 'scroll', bottom: 0, textStyle: { color: token.colorText } },
      series: [
        ringOf(inner, ['18%', '36%'], token.colorBgContainer),
        ringOf(outer, ['48%', '68%'], token.colorBgContainer),
      ],
    }),
    [inner, outer, token],
  )
  const { box, ready } = useChart(loadRings, option, empty)

  if (empty) return <EmptyState title="暂无人数" hint="有数据后在此显示分布" />
  return (
    <figure className={layout.noMargin} aria-label={`${title}。${inWords(inner)}${inWords(outer)}`}>
      <Spin spinning={!ready}>
        <div ref={box} aria-hidden style={{ height }} />
      </Spin>
    </figure>
  )
}

function ringOf(ring: Ring, radius: [string, string], border: string) {
  return {
    type: 'pie' as const,
    name: ring.title,
    radius,
    center: ['50%', '45%'],
    data: ring.slices.map(({ name, people }) => ({ name, value: people })),
    label: { show: false },
    itemStyle: { borderColor: border, borderWidth: 2 },
  }
}

function describe(slice: RingSlice, ring: Ring): string {
  const total = ring.slices.reduce((sum, { people }) => sum + people, 0)
  return `${slice.name}：${formatNumber(slice.people)}人，${formatPercent(total > 0 ? slice.people / total : 0)}`
}

const inWords = (ring: Ring): string =>
  `${ring.title}：${ring.slices.map((slice) => describe(slice, ring)).join('；')}。`
