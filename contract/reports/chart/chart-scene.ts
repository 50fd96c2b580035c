import type { ReportChart } from '../report/report.ts'
import { bandOf, columnsScene } from './chart-columns.ts'
import { linesScene } from './chart-lines.ts'
import { namesBelow } from './chart-names.ts'
import { rowsScene } from './chart-rows.ts'
import { type ChartScale, chartScale } from './chart-scale.ts'
import type { ChartScene } from './chart-shapes.ts'
import { chartSpans } from './chart-spans.ts'
import { MUTED_COLOR, TEXT_SIZE } from './chart-style.ts'

const LEAST_BAND = 14
const EMPTY_HEIGHT = 90
export const NO_DATA = '暂无数据'

/** Where everything of a chart stands; SVG and PDF only trace it. */
export function chartScene(chart: ReportChart, { width }: { width: number }): ChartScene {
  return sceneOf(chart, width, scaleOf(chart))
}

/** The same in parts that are not higher than a page, all measured alike. */
export function chartScenes(
  chart: ReportChart,
  { width, maxHeight }: { width: number; maxHeight: number },
): ChartScene[] {
  const scale = scaleOf(chart)
  const whole = sceneOf(chart, width, scale)
  const count = Math.ceil(whole.height / maxHeight)
  const size = Math.ceil(chart.categories.length / count)
  if (count === 1 || size === chart.categories.length) return [whole]
  return Array.from({ length: Math.ceil(chart.categories.length / size) }, (_, index) =>
    partScene(slice(chart, index * size, size), width, scale),
  )
}

function sceneOf(chart: ReportChart, width: number, scale: ChartScale): ChartScene {
  const spans = chartSpans(chart)
  if (spans.length === 0) return emptyScene(width)
  const band = bandOf(chart, scale, width)
  const names = namesBelow(chart.categories, band)
  if (chart.kind === 'lines') return linesScene(chart, { scale, width, names, spans })
  const lies = chart.kind === 'ranking' || band < LEAST_BAND || !names.isComplete
  return lies
    ? rowsScene(chart, { scale, width, spans })
    : columnsScene(chart, { scale, width, names, spans })
}

/** Only rows grow beyond a page, so parts are rows even where a short one could stand. */
function partScene(part: ReportChart, width: number, scale: ChartScale): ChartScene {
  const spans = chartSpans(part)
  return spans.length === 0 ? emptyScene(width) : rowsScene(part, { scale, width, spans })
}

function scaleOf(chart: ReportChart): ChartScale {
  const values = chartSpans(chart).flatMap(({ value, to }) => (chart.kind === 'lines' ? [value] : [to]))
  // Only a bar's length has to be true; a line of eyesight between 4.6 and 5.0 would be flat from zero.
  const fromZero = chart.kind !== 'lines' || !['vision', 'dioptre'].includes(chart.format)
  return chartScale(values, { fromZero, whole: chart.format === 'count' })
}

function slice(chart: ReportChart, start: number, size: number): ReportChart {
  return {
    ...chart,
    categories: chart.categories.slice(start, start + size),
    series: chart.series.map(({ name, values }) => ({ name, values: values.slice(start, start + size) })),
  }
}

function emptyScene(width: number): ChartScene {
  return {
    width,
    height: EMPTY_HEIGHT,
    shapes: [
      {
        part: 'name',
        kind: 'text',
        x: width / 2,
        y: EMPTY_HEIGHT / 2,
        text: NO_DATA,
        size: TEXT_SIZE,
        anchor: 'middle',
        fill: MUTED_COLOR,
      },
    ],
  }
}
