import PDFDocument from 'pdfkit'
import { legalText } from '#contract/reports/chart/escape-xml.ts'
import { type FontWeight, fontFile } from './document-fonts.ts'

const LONG_SIDE = 841.89
const SHORT_SIDE = 595.28
export const SIDE = 46
const TOP = 58
const BOTTOM = 56
const ASCENT = 0.88
/** Named by its file throughout: under a second name the library would open the same font at every use. */
const FILES: Record<FontWeight, string> = { Regular: fontFile('Regular'), Bold: fontFile('Bold') }
export const PORTRAIT = SHORT_SIDE - 2 * SIDE
export const LANDSCAPE = LONG_SIDE - 2 * SIDE

export type TextLook = {
  size: number
  weight?: FontWeight
  color?: string
  align?: 'left' | 'center' | 'right'
}

/** Sheets of paper that are written from the top down; lengths are points. */
export class PdfPages {
  readonly doc: PDFKit.PDFDocument
  y = 0
  isWide = false
  readonly #widths: Record<FontWeight, Map<string, number>> = { Regular: new Map(), Bold: new Map() }

  constructor(info: { Title: string; Author: string; Subject: string }) {
    this.doc = new PDFDocument({
      autoFirstPage: false,
      bufferPages: true,
      font: FILES.Regular,
      lang: 'zh-CN',
      displayTitle: true,
      info,
    })
  }

  get width(): number {
    return this.isWide ? LANDSCAPE : PORTRAIT
  }

  get bottom(): number {
    return (this.isWide ? SHORT_SIDE : LONG_SIDE) - BOTTOM
  }

  /** From the top of a fresh page to its end. */
  get fullHeight(): number {
    return this.bottom - TOP
  }

  get left(): number {
    return this.bottom - this.y
  }

  addPage(isWide = this.isWide): void {
    this.isWide = isWide
    this.doc.addPage({ size: 'A4', layout: isWide ? 'landscape' : 'portrait', margin: 0 })
    this.y = TOP
  }

  /** Goes on to a new page unless this much is left of the present one. */
  ensure(height: number): void {
    if (height > this.left && this.y > TOP) this.addPage()
  }

  get isFresh(): boolean {
    return this.y === TOP
  }

  /** Letter by letter: every letter is asked for once. */
  measure(text: string, size: number, weight: FontWeight = 'Regular'): number {
    const known = this.#widths[weight]
    let width = 0
    for (const letter of text) {
      let own = known.get(letter)
      if (own === undefined) {
        own = this.doc.font(FILES[weight]).fontSize(100).widthOfString(letter) / 100
        known.set(letter, own)
      }
      width += own
    }
    return width * size
  }

  /** One line, its upper edge at `y`, within the given width. */
  line(text: string, x: number, y: number, width: number, look: TextLook): void {
    const legal = legalText(text).replaceAll('\t', ' ')
    if (legal === '') return
    const { size, weight = 'Regular', color = '#000000', align = 'left' } = look
    const rest = align === 'left' ? 0 : width - this.measure(legal, size, weight)
    this.doc
      .font(FILES[weight])
      .fontSize(size)
      .fillColor(color)
      .text(legal, x + (align === 'center' ? rest / 2 : rest), y + size * ASCENT, {
        lineBreak: false,
        baseline: 'alphabetic',
      })
  }
}
