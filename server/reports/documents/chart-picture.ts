import type { Font } from 'fontkit'
import sharp from 'sharp'
import type { ChartScene, ChartText } from '#contract/reports/chart/chart-shapes.ts'
import { sceneSvg } from '#contract/reports/chart/chart-svg.ts'
import { outlineFont } from '../../core/documents/document-fonts.ts'

/** Dots per drawn pixel: about 200 to the inch across a page. */
const SHARPNESS = 2
const BASE_DENSITY = 72

/** A PNG of the drawing, its letters as outlines: no font is looked for on the machine. */
export async function chartPicture(scene: ChartScene, title: string): Promise<Buffer> {
  const tracer = new OutlineTracer(outlineFont())
  const drawing = sceneSvg(scene, title, { trace: (text) => tracer.trace(text) })
  const svg = drawing.replace('>', `>${tracer.definitions()}`)
  return sharp(Buffer.from(svg), { density: BASE_DENSITY * SHARPNESS })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** Letters are defined once per drawing and used wherever they occur. */
class OutlineTracer {
  readonly #font: Font
  readonly #glyphs = new Map<number, string>()

  constructor(font: Font) {
    this.#font = font
  }

  trace({ x, y, text, size, anchor, fill, turned, halo }: ChartText): string {
    // Without ligatures and kerning: digits stay aligned.
    const { glyphs, advanceWidth } = this.#font.layout(text, [])
    const scale = size / this.#font.unitsPerEm
    const start = anchor === 'start' ? 0 : anchor === 'middle' ? -advanceWidth / 2 : -advanceWidth
    let at = start
    const uses = glyphs.map((glyph) => {
      if (!this.#glyphs.has(glyph.id)) this.#glyphs.set(glyph.id, glyph.path.toSVG())
      const use = `<use href="#g${glyph.id}" x="${Math.round(at)}"/>`
      at += glyph.advanceWidth
      return use
    })
    const place = `translate(${x.toFixed(2)} ${y.toFixed(2)})${turned ? ' rotate(-90)' : ''} scale(${scale} ${-scale})`
    const edge = 2.5 / scale
    const ground = halo
      ? `<g stroke="#ffffff" stroke-width="${edge}" stroke-linejoin="round">${uses.join('')}</g>`
      : ''
    return `<g transform="${place}" fill="${fill}">${ground}${uses.join('')}</g>`
  }

  definitions(): string {
    const paths = [...this.#glyphs].map(([id, path]) => `<path id="g${id}" d="${path}"/>`)
    return `<defs>${paths.join('')}</defs>`
  }
}
