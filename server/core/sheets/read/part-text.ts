import { isUtf8 } from 'node:buffer'
import { SheetFault } from './sheet-faults.ts'

/** Turns the bytes of a part into text, piece by piece: UTF-8, or UTF-16 as the first bytes say. Strict. */
export class PartText {
  #decode: ((bytes: Buffer, isLast: boolean) => string) | null = null
  #head: Buffer = Buffer.alloc(0)

  push(bytes: Buffer): string {
    if (this.#decode) return this.#decode(bytes, false)
    this.#head = Buffer.concat([this.#head, bytes])
    return this.#head.length < 4 ? '' : this.#begin(false)
  }

  end(): string {
    return this.#decode ? this.#decode(Buffer.alloc(0), true) : this.#begin(true)
  }

  #begin(isLast: boolean): string {
    const head = this.#head
    const [first, second] = head
    if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
      this.#decode = utf16('utf-16le')
    else if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
      this.#decode = utf16('utf-16be')
    else this.#decode = utf8()
    const hasMark = first === 0xef && second === 0xbb && head[2] === 0xbf
    return this.#decode(hasMark ? head.subarray(3) : head, isLast)
  }
}

function utf16(encoding: 'utf-16le' | 'utf-16be'): (bytes: Buffer, isLast: boolean) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (bytes, isLast) => {
    try {
      const text = decoder.decode(bytes, { stream: !isLast })
      if (!text.includes('\0')) return text
    } catch {
      // Said below.
    }
    throw new SheetFault('damaged')
  }
}

/** Several times as fast as a decoder that reports faults by itself. */
function utf8(): (bytes: Buffer, isLast: boolean) => string {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes, isLast) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    const end = isLast ? all.length : completeLength(all)
    rest = Buffer.from(all.subarray(end))
    const complete = all.subarray(0, end)
    if (!isUtf8(complete) || complete.includes(0)) throw new SheetFault('damaged')
    return complete.toString('utf8')
  }
}

/** Without the first bytes of a character whose last ones have not come yet. */
function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}
