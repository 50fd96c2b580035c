import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipPart = {
  path: string
  /** How hard to compress, 1 to 9; 0 not at all. */
  level: number
  /** Called when the part's turn has come, never before. */
  content: () => AsyncIterable<Buffer> | Iterable<Buffer>
  /** Called instead when the reader is gone before that. */
  abandon?: () => void
}

/**
 * A zip file as a stream, one part after another. A consumer that stops reading stops the part that is being made.
 */
export function zipStream(parts: readonly ZipPart[]): Readable {
  const zip = new ZipFile()
  // The types promise less than what is there: a PassThrough.
  const output = zip.outputStream as unknown as Readable
  const waiting = new Set(parts)
  let current: Readable | undefined

  output.once('close', () => {
    current?.destroy()
    for (const part of waiting) part.abandon?.()
    waiting.clear()
  })
  zip.on('error', (error: Error) => output.destroy(error))
  for (const part of parts) {
    zip.addReadStreamLazy(part.path, { compressionLevel: part.level }, (ready) => {
      if (output.destroyed) return
      waiting.delete(part)
      current = Readable.from(part.content(), { objectMode: false })
      current.on('error', (error) => output.destroy(error))
      ready(null, current)
    })
  }
  zip.end()
  return output
}

/** The same of parts whose number is known only in the end: the next is asked for when the one before is written. */
export function zipInTurn(parts: AsyncIterable<Pick<ZipPart, 'path' | 'level' | 'content'>>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as unknown as Readable
  let current: Readable | undefined
  output.once('close', () => current?.destroy())
  zip.on('error', (error: Error) => output.destroy(error))
  const write = async (): Promise<void> => {
    for await (const { path, level, content } of parts) {
      current = Readable.from(content(), { objectMode: false })
      const written = finished(current)
      zip.addReadStream(current, path, { compressionLevel: level })
      await written
      if (output.destroyed) return
    }
    zip.end()
  }
  write().catch((error: Error) => output.destroy(error))
  return output
}
