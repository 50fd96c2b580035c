import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'

export type ExportedFile = {
  names: string[]
  titles: string[]
  /** By title of the column; days as YYYY-MM-DD. */
  rows: Record<string, string | number | null>[]
  /** The sheet that says who took it out and why. */
  about: Record<string, string>
}

/** What an exported file says, read by a library that has nothing to do with the writer. */
export async function readExport(file: Buffer): Promise<ExportedFile> {
  const { sheets } = await readXlsx(file)
  const [titles = [], ...rows] = sheets[0]?.rows.map((row) => row.map(textOf)) ?? []
  return {
    names: sheets.map(({ name }) => name),
    titles: titles.map(String),
    rows: rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? null]))),
    about: Object.fromEntries((sheets[1]?.rows ?? []).map(([key, value]) => [String(key), String(value)])),
  }
}

function textOf(value: unknown): string | number | null {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** The first sheet as it is written, for what a reader does not tell. */
export async function sheetXmlOf(file: Buffer): Promise<string> {
  const zip = await fromBufferPromise(file)
  for await (const entry of zip.eachEntry())
    if (entry.fileName.endsWith('/sheet1.xml'))
      return (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return ''
}
