import { type Box, type ChartShape, overlaps } from './chart-shapes.ts'
import { TEXT_COLOR } from './chart-style.ts'
import { estimateWidth } from './wrap-text.ts'

export const LABEL_SIZE = 9.5
export const LABEL_HEIGHT = 11

export const labelWidth = (text: string, size = LABEL_SIZE): number => estimateWidth(text, size) + 2

export type LabelLook = { size?: number; turned?: boolean; halo?: boolean }

/** Value labels next to their bar or point; one that would overlap another label or a foreign bar is left out. */
export class ChartLabels {
  readonly shapes: ChartShape[] = []
  readonly #look: LabelLook
  readonly #placed: Box[] = []
  readonly #obstacles: { box: Box; owner: number }[] = []

  constructor(look: LabelLook = {}) {
    this.#look = look
  }

  avoid(box: Box, owner: number): void {
    this.#obstacles.push({ box, owner })
  }

  /** Tries one place after the other; each is the middle of the label. */
  place(text: string, owner: number, middles: readonly (readonly [number, number])[]): void {
    const { size = LABEL_SIZE, turned = false, halo = false } = this.#look
    const [long, high] = [labelWidth(text, size), size + 1]
    const [width, height] = turned ? [high, long] : [long, high]
    for (const [x, y] of middles) {
      const box = { x: x - width / 2, y: y - height / 2, width, height }
      if (!this.#isFree(box, owner)) continue
      this.#placed.push(box)
      const base = size * 0.37
      this.shapes.push({
        part: 'value',
        kind: 'text',
        x: turned ? x + base : x,
        y: turned ? y : y + base,
        text,
        size,
        anchor: 'middle',
        fill: TEXT_COLOR,
        turned,
        halo,
      })
      return
    }
  }

  #isFree(box: Box, owner: number): boolean {
    return (
      this.#placed.every((other) => !overlaps(box, other)) &&
      this.#obstacles.every((other) => other.owner === owner || !overlaps(box, other.box))
    )
  }
}
