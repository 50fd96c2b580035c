// Shapes as cells of a grid: how much of a rectangle belongs to one of them is then a sum of four numbers.
import type { Point, Ring } from '#contract/overview/map.ts'
import type { Box, Size } from '../boxes.ts'

/** The owner of the ground. */
export const NOBODY = -1

export class ShapeCells {
  readonly columns: number
  readonly rows: number
  readonly cell: number
  readonly #owners: Int16Array
  readonly #sums = new Map<number, Int32Array>()

  constructor({ width, height }: Size, cell: number) {
    this.cell = cell
    this.columns = Math.max(1, Math.ceil(width / cell))
    this.rows = Math.max(1, Math.ceil(height / cell))
    this.#owners = new Int16Array(this.columns * this.rows).fill(NOBODY)
  }

  /** Marks the cells whose middle lies in the rings, by the even-odd rule. */
  fill(rings: readonly Ring[], owner: number): void {
    this.#crossings(rings).forEach((crossings, row) => {
      crossings.sort((one, two) => one - two)
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const from = Math.max(0, Math.ceil((crossings[at] ?? 0) - 0.5))
        const to = Math.min(this.columns - 1, Math.floor((crossings[at + 1] ?? 0) - 0.5))
        if (to >= from) this.#owners.fill(owner, row * this.columns + from, row * this.columns + to + 1)
      }
    })
  }

  ownerAt([x, y]: Point): number {
    const [column, row] = [Math.floor(x / this.cell), Math.floor(y / this.cell)]
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return NOBODY
    return this.#owners[row * this.columns + column] ?? NOBODY
  }

  /** In square pixels. */
  sizeOf(owner: number): number {
    return (this.#sumsOf(owner).at(-1) ?? 0) * this.cell ** 2
  }

  /** The share of a rectangle that belongs to an owner; what is outside of the grid belongs to nobody at all. */
  shareOf(owner: number, box: Box): number {
    const left = Math.round(box.left / this.cell)
    const top = Math.round(box.top / this.cell)
    const right = Math.max(left + 1, Math.round(box.right / this.cell))
    const bottom = Math.max(top + 1, Math.round(box.bottom / this.cell))
    const sums = this.#sumsOf(owner)
    const width = this.columns + 1
    const [west, east] = [clamp(left, this.columns), clamp(right, this.columns)]
    const [north, south] = [clamp(top, this.rows) * width, clamp(bottom, this.rows) * width]
    const corner = (at: number) => sums[at] ?? 0
    const own = corner(south + east) - corner(south + west) - corner(north + east) + corner(north + west)
    return own / ((right - left) * (bottom - top))
  }

  /** Where the middle line of each row crosses a border, in cells. */
  #crossings(rings: readonly Ring[]): number[][] {
    const crossings = Array.from({ length: this.rows }, (): number[] => [])
    for (const ring of rings) {
      let [beforeX, beforeY] = ring.at(-1) ?? [0, 0]
      for (const [x, y] of ring) {
        const from = Math.max(0, Math.ceil(Math.min(beforeY, y) / this.cell - 0.5))
        const to = Math.min(this.rows, Math.ceil(Math.max(beforeY, y) / this.cell - 0.5))
        for (let row = from; row < to; row++) {
          const middle = (row + 0.5) * this.cell
          crossings[row]?.push((beforeX + ((middle - beforeY) * (x - beforeX)) / (y - beforeY)) / this.cell)
        }
        beforeX = x
        beforeY = y
      }
    }
    return crossings
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

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))
