import type { ReportChart } from '../report/report.ts'
import { chartScene } from './chart-scene.ts'
import type { ChartScene, ChartShape, ChartText } from './chart-shapes.ts'
import { escapeXml } from './escape-xml.ts'

const HALO = ' stroke="#ffffff" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke"'

/** How text gets into the drawing: as text, or as outlines where no font can be relied on. */
export type TextTracer = (text: ChartText) => string

/** One drawing for screen, Word and print; needs nothing from outside. */
export function chartSvg(
  chart: ReportChart,
  { width, fontFamily }: { width: number; fontFamily: string },
): string {
  const family = ` font-family="${escapeXml(fontFamily)}"`
  return sceneSvg(chartScene(chart, { width }), chart.title, { attributes: family, trace: textElement })
}

export function sceneSvg(
  { width, height, shapes }: ChartScene,
  title: string,
  { attributes = '', trace }: { attributes?: string; trace: TextTracer },
): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escapeXml(title)}"${attributes}>`,
    ...shapes.map((shape) => shapeElement(shape, trace)),
    '</svg>',
  ].join('')
}

function shapeElement(shape: ChartShape, trace: TextTracer): string {
  if (shape.kind === 'text') return trace(shape)
  const { part, hint } = shape
  const [name, attributes] = geometry(shape)
  const inner = hint === undefined ? '' : `<title>${escapeXml(hint)}</title>`
  return `<${name} class="${part}" ${attributes}${inner === '' ? '/>' : `>${inner}</${name}>`}`
}

function geometry(shape: Exclude<ChartShape, ChartText>): [name: string, attributes: string] {
  if (shape.kind === 'rect') {
    const { x, y, width, height, fill, stroke } = shape
    const line = stroke === undefined ? '' : ` stroke="${stroke}" stroke-width="0.6"`
    return ['rect', `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${line}`]
  }
  if (shape.kind === 'polygon') {
    const points = shape.points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')
    return ['polygon', `points="${points}" fill="${shape.fill}" stroke="${shape.stroke}" stroke-width="1.2"`]
  }
  const path = shape.lines.map((line) => `M${line.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`).join('')
  const dash = shape.dash === undefined ? '' : ` stroke-dasharray="${shape.dash.join(' ')}"`
  return ['path', `d="${path}" fill="none" stroke="${shape.stroke}" stroke-width="${shape.width}"${dash}`]
}

function textElement(shape: ChartText & { part?: string }): string {
  const { x, y, text, size, anchor, fill, turned, halo, part = 'name' } = shape
  const turn = turned ? ` transform="rotate(-90 ${n(x)} ${n(y)})"` : ''
  const place = `x="${n(x)}" y="${n(y)}" font-size="${size}" text-anchor="${anchor}" fill="${fill}"${turn}${halo ? HALO : ''}`
  return `<text class="${part}" ${place}>${escapeXml(text)}</text>`
}

/** A hundredth of a pixel is enough, and the file stays small. */
const n = (value: number): number => Math.round(value * 100) / 100
