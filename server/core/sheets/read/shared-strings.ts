import { SheetFault } from './sheet-faults.ts'
import { StringItem } from './string-item.ts'
import type { XmlAttributes, XmlHandler } from './xml-scanner.ts'

const BLOCK = 1 << 20
export const MAX_STRINGS = 5_000_000
const MAX_BYTES = 160 * BLOCK
const CACHED = 1 << 14

/** The strings of a workbook as bytes in a few large blocks: millions of small ones would fill the heap. */
export class SharedStrings implements XmlHandler {
  readonly #item = new StringItem()
  readonly #blocks: Buffer[] = []
  readonly #cache: (string | undefined)[] = new Array(CACHED)
  readonly #cached = new Int32Array(CACHED).fill(-1)
  #starts = new Uint32Array(1024)
  #lengths = new Uint32Array(1024)
  #end = 0
  count = 0

  get wantsText(): boolean {
    return this.#item.wantsText
  }

  open(name: string, _: XmlAttributes, depth: number): void {
    if (depth >= 3) this.#item.open(name, depth - 2)
  }

  close(name: string, depth: number): void {
    if (depth >= 3) this.#item.close(depth - 2)
    else if (depth === 2 && name === 'si') this.#add(this.#item.take())
  }

  text(raw: string): void {
    this.#item.text(raw)
  }

  at(index: number): string {
    if (index >= this.count) throw new SheetFault('damaged')
    const slot = index & (CACHED - 1)
    if (this.#cached[slot] === index) return this.#cache[slot] as string
    const start = this.#starts[index] as number
    const block = this.#blocks[Math.floor(start / BLOCK)]
    const offset = start % BLOCK
    const text = block?.toString('utf8', offset, offset + (this.#lengths[index] as number)) ?? ''
    this.#cached[slot] = index
    this.#cache[slot] = text
    return text
  }

  #add(text: string): void {
    if (this.count >= MAX_STRINGS) throw new SheetFault('tooManyStrings')
    if (this.count === this.#starts.length) {
      this.#starts = grown(this.#starts)
      this.#lengths = grown(this.#lengths)
    }
    // Three bytes per character at most, and none lies across two blocks.
    const left = BLOCK - (this.#end % BLOCK)
    if (this.#blocks.length === 0 || left < text.length * 3) this.#end = this.#addBlock()
    const block = this.#blocks[this.#blocks.length - 1] as Buffer
    const length = block.write(text, this.#end % BLOCK, 'utf8')
    this.#starts[this.count] = this.#end
    this.#lengths[this.count++] = length
    this.#end += length
  }

  /** Where the new block begins. */
  #addBlock(): number {
    if (this.#blocks.length * BLOCK >= MAX_BYTES) throw new SheetFault('tooManyStrings')
    this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK))
    return (this.#blocks.length - 1) * BLOCK
  }
}

function grown(list: Uint32Array): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(list.length * 2)
  next.set(list)
  return next
}
