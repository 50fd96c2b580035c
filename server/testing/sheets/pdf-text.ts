import { inflateSync } from 'node:zlib'

export type PdfText = { text: string; x: number; y: number; size: number }
export type PdfPage = { width: number; height: number; texts: PdfText[] }

/** What a reader would select on each page of a file as the PDF writer makes them, with its place. */
export function pdfPages(file: Buffer): PdfPage[] {
  const objects = new Map(
    [...file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      id,
      body ?? '',
    ]),
  )
  const fonts = new Map<string, Map<number, string>>()
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, lettersOf(objects, id))
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body))
  return pages.map((page) => {
    const [, width, height] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(page) ?? []
    const content = streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? '')
    return { width: Number(width), height: Number(height), texts: textsOf(content, fonts) }
  })
}

function streamOf(body: string): string {
  const raw = /stream\n([\s\S]*)\nendstream/.exec(body)?.[1] ?? ''
  const bytes = Buffer.from(raw, 'latin1')
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

/** Glyph to character, by the table that the file carries for readers. */
function lettersOf(objects: ReadonlyMap<string | undefined, string>, font: string): Map<number, string> {
  const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1]
  const letters = new Map<number, string>()
  if (table === undefined) return letters
  for (const [, from = '', , list = ''] of streamOf(objects.get(table) ?? '').matchAll(
    /<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi,
  ))
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(Number.parseInt(from, 16) + index, utf16(code.replaceAll(' ', '')))
  return letters
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

function textsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): PdfText[] {
  const texts: PdfText[] = []
  let place = { x: 0, y: 0 }
  let font = { name: '', size: 0 }
  const pattern = /1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) (\S+) Tf|\[([^\]]*)\] TJ/g
  for (const [, x, y, name, size, shown] of content.matchAll(pattern)) {
    if (x !== undefined) place = { x: Number(x), y: Number(y) }
    else if (name !== undefined) font = { name, size: Number(size) }
    else {
      const codes = [...(shown ?? '').matchAll(/<([0-9a-f]*)>/gi)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      )
      const letters = codes.map((code) => fonts.get(font.name)?.get(Number.parseInt(code, 16)) ?? '\uFFFD')
      texts.push({ text: letters.join(''), ...place, size: font.size })
    }
  }
  return texts
}
