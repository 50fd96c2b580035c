import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { PartText } from './part-text.ts'
import { SheetFault } from './sheet-faults.ts'
import { type XmlHandler, XmlScanner } from './xml-scanner.ts'

const MAX_ENTRIES = 2_000
/** What deflate can reach at most, with room: who declares more lies. */
const MAX_RATIO = 1_100
const PIECE = 128 * 1024
/** Characters read before the next pause: few cells may name long strings. */
const STEP = 16 * 1024

/** The parts of a zip file, read in pieces; what they unpack to is bounded over all that is read. */
export class ZipPackage {
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>
  #left: number

  private constructor(zip: ZipFile, entries: Map<string, Entry>, maxUnpackedBytes: number) {
    this.#zip = zip
    this.#entries = entries
    this.#left = maxUnpackedBytes
  }

  static async open(fd: number, maxUnpackedBytes: number): Promise<ZipPackage> {
    try {
      const zip = await fromFdPromise(fd, { autoClose: false })
      // A fault of reading the file is reported by the reader.
      zip.on('error', () => undefined)
      if (zip.entryCount > MAX_ENTRIES) throw new SheetFault('tooManyParts', { limit: MAX_ENTRIES })
      return new ZipPackage(zip, await listEntries(zip, maxUnpackedBytes), maxUnpackedBytes)
    } catch (error) {
      throw asDamaged(error)
    }
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name))
  }

  /** What the directory declares; no part gives more. */
  sizeOf(name: string): number {
    return this.#entries.get(keyOf(name))?.uncompressedSize ?? 0
  }

  /**
   * Bytes of a part as they unpack, checked against what the directory declares. A first look at a part that is read
   * again is bounded by its size alone.
   */
  async *bytes(name: string, isFirstLook = false): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(name))
    if (!entry) throw new SheetFault('damaged')
    try {
      let length = 0
      let checksum = 0
      for await (const piece of await this.#open(entry)) {
        length += piece.length
        if (!isFirstLook) this.#left -= piece.length
        if (this.#left < 0 || length > entry.uncompressedSize) throw new SheetFault('unpackedTooBig')
        checksum = crc32(piece, checksum)
        yield piece
      }
      if (length !== entry.uncompressedSize || checksum !== entry.crc32) throw new SheetFault('damaged')
    } catch (error) {
      throw asDamaged(error)
    }
  }

  /** Feeds a part to the handler, piece by piece; `pause` may hold the next one back. */
  async scan(
    name: string,
    handler: XmlHandler,
    { pause, isFirstLook }: { pause?: () => Promise<void>; isFirstLook?: boolean } = {},
  ): Promise<void> {
    const scanner = new XmlScanner(handler)
    const text = new PartText()
    for await (const piece of this.bytes(name, isFirstLook)) {
      const whole = text.push(piece)
      for (let at = 0; at < whole.length; at += STEP) {
        scanner.write(whole.slice(at, at + STEP))
        await pause?.()
      }
    }
    scanner.write(text.end())
    scanner.end()
  }

  async #open(entry: Entry): Promise<AsyncIterable<Buffer>> {
    if (entry.isEncrypted()) throw new SheetFault('encrypted')
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw new SheetFault('damaged')
    const raw = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false })
    if (entry.compressionMethod === 0) return raw
    const inflate = createInflateRaw({ chunkSize: PIECE })
    raw.once('error', (error) => inflate.destroy(error))
    inflate.once('close', () => raw.destroy())
    return raw.pipe(inflate)
  }
}

async function listEntries(zip: ZipFile, maxUnpackedBytes: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= MAX_ENTRIES) throw new SheetFault('tooManyParts', { limit: MAX_ENTRIES })
    declared += entry.uncompressedSize
    const isImpossible = entry.uncompressedSize > entry.compressedSize * MAX_RATIO + PIECE
    if (declared > maxUnpackedBytes || isImpossible) throw new SheetFault('unpackedTooBig')
    const key = keyOf(entry.fileName)
    if (entries.has(key)) throw new SheetFault('damaged')
    entries.set(key, entry)
  }
  return entries
}

const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase()

/** Whatever the libraries say about the bytes of a file means that it is damaged; faults of ours stay. */
function asDamaged(error: unknown): unknown {
  if (error instanceof SheetFault || !(error instanceof Error)) return error
  const isOurs = error instanceof TypeError || error instanceof ReferenceError
  return isOurs || 'syscall' in error ? error : new SheetFault('damaged')
}
