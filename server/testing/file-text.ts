import { pdfPages } from './sheets/pdf-text.ts'
import { zipParts } from './sheets/zip-parts.ts'

/** Every word in a file. */
export async function textOf(file: Buffer): Promise<string> {
  if (file.subarray(0, 4).toString() === '%PDF')
    return pdfPages(file)
      .flatMap(({ texts }) => texts.map(({ text }) => text))
      .join(' ')
  if (file.subarray(0, 2).toString() !== 'PK') return file.toString()
  return [...(await zipParts(file)).values()].map(String).join(' ')
}
