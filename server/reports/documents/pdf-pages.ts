import PDFDocument from 'pdfkit'
import { legalText } from '#contract/reports/chart/escape-xml.ts'
import { type FontWeight, fontFile } from '../../core/documents/document-fonts.ts'
import { type Paper, UPRIGHT } from './paper.ts'

const ASCENT = 0.88
/** Named by its file throughout: under a second name the library would open the same font at every use. */
const FILES: Record<FontWeight, string> = { Regular: fontFile('Regular'), Bold: fontFile('Bold') }

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
  #paper: Paper = UPRIGHT
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

  /** Where lines begin, and how long they may be. */
  get left(): number {
    return this.#paper.margins.left
  }

  get width(): number {
    return this.#paper.textWidth
  }

  get bottom(): number {
    return this.#paper.height - this.#paper.margins.bottom
  }

  /** From the top of an empty page to its end. */
  get fullHeight(): number {
    return this.#paper.textHeight
  }

  get heightLeft(): number {
    return this.bottom - this.y
  }

  addPage(paper = this.#paper): void {
    this.#paper = paper
    this.doc.addPage({ size: 'A4', layout: paper.isWide ? 'landscape' : 'portrait', margin: 0 })
    this.y = paper.margins.top
  }

  /** Goes on to a new page unless this much is left of the present one. */
  ensure(height: number): void {
    if (height > this.heightLeft && !this.isBlank) this.addPage()
  }

  get isBlank(): boolean {
    return this.y === this.#paper.margins.top
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
