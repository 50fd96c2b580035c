import { describe, expect, it } from 'vitest'
import { CHART_COLORS } from '../../core/chart-colors.ts'
import type { ReportChart } from '../report/report.ts'
import { chartScale } from './chart-scale.ts'
import { chartScene, chartScenes, NO_DATA } from './chart-scene.ts'
import { seriesLook } from './chart-series-look.ts'
import { type Box, type ChartShape, overlaps } from './chart-shapes.ts'
import { chartSvg } from './chart-svg.ts'
import { estimateWidth } from './wrap-text.ts'

const SIZE = { width: 640, fontFamily: 'sans-serif' }
const KINDS = ['bars', 'stacked', 'lines', 'ranking'] as const

function chart(
  kind: ReportChart['kind'],
  series: (number | null)[][],
  more: Partial<ReportChart> = {},
): ReportChart {
  const count = Math.max(0, ...series.map(({ length }) => length))
  return {
    id: 'c',
    title: '各校近视率',
    kind,
    format: 'percent',
    unit: '%',
    categories: Array.from({ length: count }, (_, index) => `第${index + 1}小学`),
    series: series.map((values, index) => ({ name: `系列${index + 1}`, values })),
    ...more,
  }
}

type Element = Record<string, string> & { text?: string }

/** Attributes of every element of a kind and part, as the file has them. */
function elements(svg: string, name: string, part: string): Element[] {
  const found = svg.matchAll(new RegExp(`<${name} class="${part}"([^>]*?)/?>([^<]*)`, 'g'))
  return [...found].map(([, attributes = '', text = '']) => ({
    ...Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
    text,
  }))
}

const numberOf = (element: Element | undefined, key: string): number => Number(element?.[key])

/** Maps a position along the axis to a value, using the axis labels alone. */
function axisOf(svg: string, key: 'x' | 'y'): (place: number) => number {
  const shift = key === 'y' ? 3.5 : 0
  const ticks = elements(svg, 'text', 'tick').map((tick) => ({
    value: Number(tick.text?.replaceAll(',', '')),
    place: numberOf(tick, key) - shift,
  }))
  const [first, last] = [ticks[0], ticks.at(-1)]
  if (!first || !last) throw new Error('no axis')
  return (place) =>
    first.value + ((place - first.place) / (last.place - first.place)) * (last.value - first.value)
}

function assertWellFormed(svg: string): void {
  const open: string[] = []
  for (const [, close, name = '', selfClosing] of svg.matchAll(
    /<(\/?)([\w:]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (close) expect(open.pop()).toBe(name)
    else if (!selfClosing) open.push(name)
  }
  expect(open).toEqual([])
  expect(svg.replace(/<\/?[\w:]+(\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '')).not.toMatch(
    /[<>]|&(?!(amp|lt|gt|quot|#39);)/,
  )
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
}

/** The width of a text, estimated without a font. */
function boxOf(shape: ChartShape): Box[] {
  if (shape.kind !== 'text') return []
  const long = estimateWidth(shape.text, shape.size)
  const start = { start: 0, middle: -long / 2, end: -long }[shape.anchor]
  return shape.turned
    ? [{ x: shape.x - shape.size * 0.75, y: shape.y - start - long, width: shape.size * 0.75, height: long }]
    : [{ x: shape.x + start, y: shape.y - shape.size * 0.75, width: long, height: shape.size * 0.75 }]
}

describe('values', () => {
  it('bars reach as high as their values and begin at zero', () => {
    const svg = chartSvg(
      chart('bars', [
        [10, 33.3, null, 80],
        [5, 0, 41, 62.5],
      ]),
      SIZE,
    )
    const valueAt = axisOf(svg, 'y')
    const bars = elements(svg, 'rect', 'bar')
    expect(bars).toHaveLength(7)
    const tops = bars.map((bar) => valueAt(numberOf(bar, 'y')))
    for (const [index, value] of [10, 5, 33.3, 0, 41, 80, 62.5].entries())
      expect(tops[index]).toBeCloseTo(value, 1)
    for (const bar of bars) expect(valueAt(numberOf(bar, 'y') + numberOf(bar, 'height'))).toBeCloseTo(0, 1)
  })

  it('stacks the parts on each other', () => {
    const svg = chartSvg(
      chart('stacked', [
        [10, 20],
        [30, null],
        [15, 25],
      ]),
      SIZE,
    )
    const valueAt = axisOf(svg, 'y')
    const spans = elements(svg, 'rect', 'bar').map((bar) => [
      Math.round(valueAt(numberOf(bar, 'y') + numberOf(bar, 'height'))),
      Math.round(valueAt(numberOf(bar, 'y'))),
    ])
    expect(spans).toEqual([
      [0, 10],
      [10, 40],
      [40, 55],
      [0, 20],
      [20, 45],
    ])
  })

  it('lines pass through their points and break where a value is missing', () => {
    const scene = chartScene(chart('lines', [[10, 20, null, 40, 30]]), SIZE)
    const [line] = scene.shapes.filter((shape) => shape.part === 'line')
    expect(line?.kind === 'strokes' && line.lines.map(({ length }) => length)).toEqual([2, 2])
    expect(scene.shapes.filter((shape) => shape.part === 'point')).toHaveLength(4)
  })

  it('a ranking keeps its order and its lengths', () => {
    const svg = chartSvg(chart('ranking', [[90, 55.5, 20]]), SIZE)
    const valueAt = axisOf(svg, 'x')
    const bars = elements(svg, 'rect', 'bar')
    expect(bars.map((bar) => valueAt(numberOf(bar, 'x') + numberOf(bar, 'width')).toFixed(1))).toEqual([
      '90.0',
      '55.5',
      '20.0',
    ])
    expect(bars.map((bar) => numberOf(bar, 'y'))).toEqual(
      bars.map((bar) => numberOf(bar, 'y')).toSorted((a, b) => a - b),
    )
  })

  it.each(['bars', 'ranking'] as const)('below zero go the other way: %s', (kind) => {
    const svg = chartSvg(chart(kind, [[1.2, -3.4, 0]], { format: 'points', unit: '百分点' }), SIZE)
    const isRow = kind === 'ranking'
    const valueAt = axisOf(svg, isRow ? 'x' : 'y')
    const [up, down] = elements(svg, 'rect', 'bar')
    const ends = (bar: Element | undefined) =>
      [numberOf(bar, isRow ? 'x' : 'y'), numberOf(bar, isRow ? 'width' : 'height')] as const
    const span = ([start, length]: readonly [number, number]) =>
      [valueAt(start), valueAt(start + length)]
        .toSorted((a, b) => a - b)
        .map((value) => Number(value.toFixed(1)) + 0)
    expect(span(ends(up))).toEqual([0, 1.2])
    expect(span(ends(down))).toEqual([-3.4, 0])
    expect(elements(svg, 'text', 'value').map(({ text }) => text)).toEqual(['+1.20', '-3.40', '0.00'])
  })
})

describe('any chart', () => {
  const hostile = ['<script>alert(1)</script>', '"a" & \'b\'', '\u0000\uD800坏', ']]>', '第1小学']

  it.each(KINDS)('%s escapes what it is given', (kind) => {
    const svg = chartSvg(
      chart(
        kind,
        [
          [1, 2, 3, 4, 5],
          [5, 4, 3, 2, 1],
        ],
        {
          title: '"><script>',
          unit: '<i>',
          categories: hostile,
          series: hostile.slice(0, 2).map((name) => ({ name, values: [1, 2, 3, 4, 5] })),
        },
      ),
      { ...SIZE, fontFamily: '"x" onload="y' },
    )
    assertWellFormed(svg)
    expect(svg).not.toContain('<script')
    expect(svg).not.toMatch(/ onload="y/)
    expect(svg.match(/(href|src|url\()/g)).toBeNull()
  })

  it.each(KINDS)('%s without values says so', (kind) => {
    for (const empty of [chart(kind, []), chart(kind, [[]]), chart(kind, [[null, null]])]) {
      const svg = chartSvg(empty, SIZE)
      assertWellFormed(svg)
      expect(svg).toContain(NO_DATA)
    }
  })

  it.each(KINDS)('%s draws a single value, even zero', (kind) => {
    for (const value of [0, 0.004, 42, 1_234_567]) {
      const svg = chartSvg(chart(kind, [[value]], { format: 'count' }), SIZE)
      assertWellFormed(svg)
      expect(
        elements(svg, kind === 'lines' ? 'polygon' : 'rect', kind === 'lines' ? 'point' : 'bar'),
      ).toHaveLength(1)
    }
  })

  it.each(KINDS.flatMap((kind) => [1, 2, 3].map((series) => [kind, series] as const)))(
    '%s of %i series has room for 100 categories',
    (kind, count) => {
      const values = Array.from({ length: 100 }, (_, index) => ((index * 37) % 101) / 1.01)
      const scene = chartScene(chart(kind, Array(count).fill(values)), SIZE)
      const texts = scene.shapes.filter(({ part }) => part !== 'value' || kind !== 'stacked').flatMap(boxOf)
      for (const [index, one] of texts.entries()) {
        expect(one.x).toBeGreaterThanOrEqual(-1)
        expect(one.x + one.width).toBeLessThanOrEqual(SIZE.width + 1)
        expect(one.y + one.height).toBeLessThanOrEqual(scene.height)
        expect(texts.slice(index + 1).filter((other) => overlaps(one, other))).toEqual([])
      }
      if (kind !== 'lines') expect(scene.shapes.filter(({ part }) => part === 'name')).toHaveLength(100)
    },
  )

  it('shows long names in full', () => {
    const name =
      '浙江省杭州市余杭区未来科技城第一实验小学教育集团海曙校区（含附属幼儿园与九年一贯制分部）西溪教学点'
    for (const kind of ['bars', 'ranking'] as const) {
      const values = Array.from({ length: 12 }, (_, index) => index)
      const scene = chartScene(
        chart(kind, [values], { categories: values.map((index) => name + index) }),
        SIZE,
      )
      const lines = scene.shapes.flatMap((shape) =>
        shape.part === 'name' && shape.kind === 'text' ? [shape.text] : [],
      )
      expect(lines.join('')).toBe(values.map((index) => name + index).join(''))
    }
  })

  it('has a legend only for more than one series', () => {
    expect(chartSvg(chart('bars', [[1]]), SIZE)).not.toContain('>系列1<')
    expect(chartSvg(chart('bars', [[1], [2]]), SIZE)).toContain('>系列2<')
  })

  it('is cut into parts that fit a page and are measured alike', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    const parts = chartScenes(chart('ranking', [values]), { width: 640, maxHeight: 800 })
    expect(parts.length).toBeGreaterThan(1)
    for (const { height } of parts) expect(height).toBeLessThanOrEqual(800)
    const ticks = parts.map(({ shapes }) =>
      shapes.flatMap((shape) => (shape.part === 'tick' && shape.kind === 'text' ? [shape.text] : [])),
    )
    expect(new Set(ticks.map(String)).size).toBe(1)
    expect(parts.flatMap(({ shapes }) => shapes.filter(({ part }) => part === 'bar'))).toHaveLength(100)
  })
})

describe('the scale', () => {
  const valuesOf = (values: number[], whole = false) =>
    chartScale(values, { fromZero: true, whole }).ticks.map(({ value }) => value)

  it('has round steps', () => {
    expect(valuesOf([97])).toEqual([0, 20, 40, 60, 80, 100])
    expect(valuesOf([3], true)).toEqual([0, 1, 2, 3])
    expect(valuesOf([0.3])).toEqual([0, 0.1, 0.2, 0.3])
    expect(valuesOf([-3.4, 4.1])).toEqual([-4, -2, 0, 2, 4, 6])
    expect(valuesOf([0], true)).toEqual([0, 1])
  })

  it('of eyesight need not begin at zero', () => {
    const { min, ticks } = chartScale([4.62, 4.98], { fromZero: false, whole: false })
    expect(min).toBe(4.6)
    expect(ticks.map(({ label }) => label)).toEqual(['4.6', '4.7', '4.8', '4.9', '5.0'])
  })
})

it('series differ in grey print too', () => {
  const grey = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\w\w/g) ?? []).map((part) =>
      Number.parseInt(part, 16),
    )
    return 0.299 * red + 0.587 * green + 0.114 * blue
  }
  const looks = Array.from({ length: 8 }, (_, index) => seriesLook(index))
  for (const [index, one] of looks.entries())
    for (const other of looks.slice(index + 1))
      expect(
        Math.abs(grey(one.fill) - grey(other.fill)) > 25 || one.hatch !== other.hatch,
        `${one.fill} ${other.fill}`,
      ).toBe(true)
  expect(looks.map(({ line }) => line)).toEqual(CHART_COLORS.slice(0, looks.length))
  expect(new Set(looks.map(({ dash, marker }) => `${dash} ${marker}`)).size).toBe(looks.length)
})
