import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Every part of an office file by its path. */
export async function zipParts(file: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(file)
  const parts = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return parts
}

/** Throws unless elements close in order and no character stands raw that XML forbids. */
export function assertWellFormed(xml: string): void {
  const open: string[] = []
  const tag = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g
  const bare = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(tag, (_, close: string, name: string, __, alone: string) => {
      if (close && open.pop() !== name) throw new Error(`${name} closes what is not open`)
      if (!close && !alone) open.push(name)
      return ''
    })
  if (open.length > 0) throw new Error(`never closed: ${open.join(' ')}`)
  const stray = /[<>]|&(?!(amp|lt|gt|quot|#39|#10|#9);)/.exec(bare)
  if (stray) throw new Error(`raw character in ${bare.slice(stray.index - 20, stray.index + 20)}`)
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error('not XML 1.0')
}
