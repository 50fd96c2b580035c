/** A word of western letters or one character; neither is cut unless it alone is too wide. */
const TOKENS = /[!-~]+|[^!-~]/gsu
/** May not begin a line. */
const CLOSING = /^[，。；：、！？）】》」』”’…％·]/u
const ELLIPSIS = '…'

export type MeasureText = (text: string) => number

/** Lines that fit; what does not find a place within the allowed lines gives way to an ellipsis. */
export function wrapText(
  text: string,
  width: number,
  measure: MeasureText,
  maxLines = Number.POSITIVE_INFINITY,
): string[] {
  const lines = text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width, measure))
  if (lines.length <= maxLines) return lines
  const last = [...(lines[maxLines - 1] ?? '')]
  while (last.length > 0 && measure(last.join('') + ELLIPSIS) > width) last.pop()
  return [...lines.slice(0, maxLines - 1), last.join('').trimEnd() + ELLIPSIS]
}

function wrapLine(text: string, width: number, measure: MeasureText): string[] {
  const lines: string[][] = []
  let line: string[] = []
  let taken = 0
  for (const token of tokensOf(text, width, measure)) {
    const size = measure(token)
    if (line.length > 0 && taken + size > width) {
      const carried = CLOSING.test(token) ? lastWord(line) : []
      lines.push(line)
      line = carried
      taken = carried.reduce((sum, part) => sum + measure(part), 0)
    }
    if (line.length === 0 && token === ' ') continue
    line.push(token)
    taken += size
  }
  lines.push(line)
  return lines.map((parts) => parts.join('').trimEnd())
}

/** Taken off the end of a line for a sign that may not begin the next one: what stands before it, itself no such sign. */
function lastWord(line: string[]): string[] {
  const at = line.findLastIndex((token) => !CLOSING.test(token))
  return at > 0 ? line.splice(at) : []
}

function* tokensOf(text: string, width: number, measure: MeasureText): Generator<string> {
  for (const [token] of text.matchAll(TOKENS)) {
    if (measure(token) <= width) yield token
    else yield* token
  }
}

/** About as wide as a sans-serif font sets it, where no font is at hand; rather too much than too little. */
export function estimateWidth(text: string, size: number): number {
  let ems = 0
  for (const character of text) ems += emsOf(character)
  return ems * size
}

function emsOf(character: string): number {
  if (character > 'ÿ') return 1
  if (/[.,:;'|!iljI ()[\]/-]/.test(character)) return 0.36
  if (/[%@MW]/.test(character)) return 0.95
  return /[A-Z&]/.test(character) ? 0.7 : 0.58
}
