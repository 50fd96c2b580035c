import { Spin, theme } from 'antd'
import { useMemo } from 'react'
import { CHART_COLORS } from '#contract/core/chart-colors.ts'
import { escapeHtml, useChart } from '#web/core/chart/use-chart.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '../empty-state.tsx'
import type { XyOption } from './xy-chart-library.ts'

export type XySeries = {
  name: string
  kind: 'line' | 'bar'
  /** One per category, or (with a numeric axis) pairs of place and value; null leaves a gap. */
  values: readonly (number | null)[] | readonly (readonly [number, number | null])[]
}
type Axis = { name?: string; min?: number; max?: number; inverse?: boolean }
export type XyChartProps = {
  /** What the chart shows, for those who cannot see it. */
  title: string
  /** Names along the horizontal axis; absent: the axis is of numbers. */
  categories?: readonly string[]
  x?: Axis
  y?: Axis
  series: readonly XySeries[]
  /** A line across, such as a target or a limit. */
  marks?: readonly { at: number; label: string }[]
  format?: (value: number) => string
  height?: number
  empty?: { title: string; hint: string }
}

const loadXy = async () => (await import('./xy-chart-library.ts')).createXy

/** Lines and bars, with units and a table of the values for those who cannot see them. */
export function XyChart(props: XyChartProps) {
  const { title, categories, series, height = 260, format = String } = props
  const { token } = theme.useToken()
  const empty = series.every(({ values }) => values.length === 0)
  const option = useMemo(() => optionOf(props, token), [props, token])
  const { box, ready } = useChart(loadXy, option, empty)
  if (empty) return <EmptyState {...(props.empty ?? { title: '暂无数据', hint: '有数据后在此显示' })} />
  const words = series.map(
    ({ name, values }) =>
      `${name}：${values.map((value, at) => pointText(value, categories?.[at], format)).join('，')}`,
  )
  return (
    <figure className={layout.noMargin} aria-label={`${title}。${words.join('。')}`}>
      <Spin spinning={!ready}>
        <div ref={box} aria-hidden style={{ height }} />
      </Spin>
    </figure>
  )
}

function pointText(
  value: number | null | readonly [number, number | null],
  category: string | undefined,
  format: (value: number) => string,
): string {
  const [place, number] = typeof value === 'object' && value !== null ? value : [category ?? '', value]
  return `${place} ${number === null ? '无' : format(number)}`
}

type Token = ReturnType<typeof theme.useToken>['token']

function optionOf(
  { categories, x, y, series, marks = [], format = String }: XyChartProps,
  token: Token,
): XyOption {
  const axisText = { color: token.colorTextSecondary }
  return {
    color: [...CHART_COLORS],
    textStyle: { fontFamily: token.fontFamily },
    grid: { left: 8, right: x?.name ? 32 : 16, top: 36, bottom: 8, containLabel: true },
    legend: {
      top: 0,
      right: 0,
      type: 'scroll',
      textStyle: { color: token.colorText },
      show: series.length > 1,
    },
    tooltip: { trigger: 'axis', formatter: (points) => tooltipOf(points, format) },
    xAxis: categories
      ? { type: 'category', data: [...categories], axisLabel: axisText, ...x }
      : { type: 'value', scale: true, axisLabel: axisText, splitLine: { show: false }, ...x },
    yAxis: {
      type: 'value',
      scale: true,
      axisLabel: { ...axisText, formatter: format },
      nameTextStyle: axisText,
      ...y,
    },
    series: series.map(({ name, kind, values }, nth) => ({
      type: kind,
      name,
      data: values as (number | null)[],
      ...(kind === 'line' ? { symbolSize: 7, connectNulls: false } : { barMaxWidth: 28 }),
      ...(nth === 0 && marks.length > 0 ? { markLine: markLineOf(marks, token) } : {}),
    })),
  }
}

function markLineOf(marks: readonly { at: number; label: string }[], token: Token) {
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: token.colorTextSecondary, type: 'dashed' as const },
    data: marks.map(({ at, label }) => ({
      yAxis: at,
      label: { formatter: label, position: 'insideEndTop' as const, color: token.colorTextSecondary },
    })),
  }
}

type Point = { seriesName?: string; axisValueLabel?: string; value?: unknown; name?: string }

function tooltipOf(points: unknown, format: (value: number) => string): string {
  const shown = (Array.isArray(points) ? points : [points]) as Point[]
  const lines = shown.map(({ seriesName = '', value }) => {
    const number = Array.isArray(value) ? value[1] : value
    return `${escapeHtml(seriesName)}：${typeof number === 'number' ? escapeHtml(format(number)) : '无'}`
  })
  return [escapeHtml(shown[0]?.axisValueLabel ?? shown[0]?.name ?? ''), ...lines].join('<br/>')
}
