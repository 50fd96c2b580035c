import type { ChartShape } from './chart-shapes.ts'
import { SMALL_SIZE, TEXT_COLOR } from './chart-style.ts'
import { estimateWidth, wrapText } from './wrap-text.ts'

const LINE = 13
const FLAT_LINES = 4
const UPRIGHT_MAX = 12
const TURNED_MAX = 130
const LEAST_FLAT_BAND = 30
/** Latin words and years cannot be read one letter below the other. */
const WESTERN = /[!-~]{4,}/

export type NamesBelow = {
  height: number
  /** Whether every name is shown in full. */
  isComplete: boolean
  draw: (index: number, x: number, y: number) => ChartShape[]
}

const measure = (text: string) => estimateWidth(text, SMALL_SIZE)

/** The categories' names below the columns: side by side if they fit, else upright or turned. */
export function namesBelow(names: readonly string[], band: number): NamesBelow {
  if (band >= LEAST_FLAT_BAND) {
    const flat = names.map((name) => wrapText(name, band - 4, measure))
    if (flat.every((lines) => lines.length <= FLAT_LINES)) return stacked(flat)
  }
  const upright = names.map((name) => [...name.matchAll(/[!-~]+|[^!-~]/gsu)].map(([part]) => part))
  const fits = upright.every(
    (parts) => parts.length <= UPRIGHT_MAX && parts.every((part) => measure(part) <= band - 2),
  )
  if (band >= LINE && fits && !names.some((name) => WESTERN.test(name))) return stacked(upright)
  return turned(names, band)
}

function stacked(names: readonly string[][]): NamesBelow {
  const lines = names.reduce((most, { length }) => Math.max(most, length), 1)
  return {
    height: lines * LINE + 4,
    isComplete: true,
    draw: (index, x, y) =>
      (names[index] ?? []).map((text, line) => ({
        ...nameText(text, x, y + LINE * (line + 1) - 1),
        anchor: 'middle' as const,
      })),
  }
}

function turned(names: readonly string[], band: number): NamesBelow {
  const step = Math.max(Math.ceil(LINE / band), 1)
  const room = Math.max(Math.floor((band * step) / LINE), 1)
  const wrapped = names.map((name) => wrapText(name, TURNED_MAX, measure, Math.min(room, 3)))
  const longest = Math.max(0, ...wrapped.flat().map(measure))
  return {
    height: longest + 8,
    isComplete: step === 1 && wrapped.every((lines, index) => lines.join('') === names[index]),
    draw: (index, x, y) => {
      if (index % step !== 0) return []
      const lines = wrapped[index] ?? []
      return lines.map((text, line) => ({
        ...nameText(text, x + 4 + (line - (lines.length - 1) / 2) * LINE, y + 4),
        anchor: 'end' as const,
        turned: true,
      }))
    },
  }
}

function nameText(text: string, x: number, y: number) {
  return { part: 'name' as const, kind: 'text' as const, x, y, text, size: SMALL_SIZE, fill: TEXT_COLOR }
}
