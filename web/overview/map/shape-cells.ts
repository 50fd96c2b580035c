// Shapes as cells of a grid: whether a rectangle lies inside of one is then a sum of four numbers.
import type { Ring } from '#contract/overview/map.ts'

export type Box = { left: number; top: number; right: number; bottom: number }

export class ShapeCells {
  readonly columns: number
  readonly rows: number
  readonly cell: number
  readonly #owners: Int16Array
  readonly #sums = new Map<number, Int32Array>()

  constructor(width: number, height: number, cell: number) {
    this.cell = cell
    this.columns = Math.max(1, Math.ceil(width / cell))
    this.rows = Math.max(1, Math.ceil(height / cell))
    this.#owners = new Int16Array(this.columns * this.rows).fill(NOBODY)
  }

  /** Marks the cells whose middle lies in the rings, by the even-odd rule. */
  fill(rings: readonly Ring[], owner: number): void {
    for (let row = 0; row < this.rows; row++) {
      const y = (row + 0.5) * this.cell
      const crossings = crossingsAt(rings, y)
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const from = Math.max(0, Math.ceil((crossings[at] ?? 0) / this.cell - 0.5))
        const to = Math.min(this.columns - 1, Math.floor((crossings[at + 1] ?? 0) / this.cell - 0.5))
        for (let column = from; column <= to; column++) this.#owners[row * this.columns + column] = owner
      }
    }
  }

  ownerAt(x: number, y: number): number {
    const [column, row] = [Math.floor(x / this.cell), Math.floor(y / this.cell)]
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return NOBODY
    return this.#owners[row * this.columns + column] ?? NOBODY
  }

  /** The share of a rectangle that belongs to an owner. */
  shareOf(owner: number, box: Box): number {
    const { cell } = this
    const left = Math.floor(box.left / cell)
    const top = Math.floor(box.top / cell)
    const right = Math.max(left + 1, Math.ceil(box.right / cell))
    const bottom = Math.max(top + 1, Math.ceil(box.bottom / cell))
    return this.#count(owner, left, top, right, bottom) / ((right - left) * (bottom - top))
  }

  #count(owner: number, left: number, top: number, right: number, bottom: number): number {
    const sums = this.#sumsOf(owner)
    const width = this.columns + 1
    const at = (column: number, row: number) =>
      sums[clamp(row, this.rows) * width + clamp(column, this.columns)] ?? 0
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
  }

  /** Summed from the corner, once for each owner. */
  #sumsOf(owner: number): Int32Array {
    const known = this.#sums.get(owner)
    if (known) return known
    const width = this.columns + 1
    const sums = new Int32Array(width * (this.rows + 1))
    for (let row = 0; row < this.rows; row++) {
      let inRow = 0
      for (let column = 0; column < this.columns; column++) {
        if (this.#owners[row * this.columns + column] === owner) inRow++
        sums[(row + 1) * width + column + 1] = (sums[row * width + column + 1] ?? 0) + inRow
      }
    }
    this.#sums.set(owner, sums)
    return sums
  }
}

/** The owner of the ground. */
export const NOBODY = -1

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))

function crossingsAt(rings: readonly Ring[], y: number): number[] {
  const crossings: number[] = []
  for (const ring of rings) {
    let [beforeX, beforeY] = ring.at(-1) ?? [0, 0]
    for (const [x, nextY] of ring) {
      if (beforeY > y !== nextY > y)
        crossings.push(beforeX + ((y - beforeY) * (x - beforeX)) / (nextY - beforeY))
      beforeX = x
      beforeY = nextY
    }
  }
  return crossings.sort((one, two) => one - two)
}
