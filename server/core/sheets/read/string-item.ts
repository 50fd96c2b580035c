import { SheetFault } from './sheet-faults.ts'
import { decodeText } from './xml-scanner.ts'

export const MAX_CELL_TEXT = 32_767
/** Before decoding: a character takes up to 10 as `&#x10FFFF;`. */
const MAX_RAW = 10 * MAX_CELL_TEXT

/**
 * The text of `<si>` or `<is>`: `<t>` directly or in runs `<r><t>`; readings (`<rPh>`) are not part of it.
 * Depths count from the children.
 */
export class StringItem {
  wantsText = false
  #raw = ''
  #isRun = false

  open(name: string, depth: number): void {
    if (depth === 1) this.#isRun = name === 'r'
    this.wantsText = name === 't' && (depth === 1 || (depth === 2 && this.#isRun))
  }

  close(depth: number): void {
    if (depth <= 2) this.wantsText = false
  }

  text(raw: string): void {
    this.#raw = this.#raw === '' ? raw : this.#raw + raw
    if (this.#raw.length > MAX_RAW) throw new SheetFault('damaged')
  }

  take(): string {
    const text = decodeCellText(this.#raw)
    this.#raw = ''
    this.wantsText = false
    return text
  }
}

/** What a cell says, from the raw XML: entities and the escapes of Excel (`_x000D_`) replaced. */
export function decodeCellText(raw: string): string {
  const text = decodeText(raw)
  return text.includes('_x') ? decodeEscapes(text) : text
}

function decodeEscapes(text: string): string {
  const plain = text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return withoutBrokenCharacters(plain)
}

/** No database takes a zero or half a character. */
export function withoutBrokenCharacters(text: string): string {
  return text.replaceAll('\0', '\ufffd').replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
