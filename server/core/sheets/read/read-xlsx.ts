import { assertRowLimit } from './assert-row-limit.ts'
import { hasMoreTags } from './has-more-tags.ts'
import { NumberFormats } from './number-formats.ts'
import type { ParseOutput } from './parse-output.ts'
import { MAX_STRINGS, SharedStrings } from './shared-strings.ts'
import { SheetFault } from './sheet-faults.ts'
import { SheetScanner } from './sheet-scanner.ts'
import { findWorkbook, readWorkbookParts } from './workbook-parts.ts'
import { ZipPackage } from './zip-package.ts'

/** Hands over the rows of the first visible sheet that has any; memory does not grow with the rows. */
export async function readXlsx(fd: number, output: ParseOutput): Promise<void> {
  const zip = await ZipPackage.open(fd, output.limits.maxUnpackedBytes)
  const parts = await readWorkbookParts(zip, await findWorkbook(zip))
  if (parts.sheets.length === 0) throw new SheetFault('noSheet')
  const formats = new NumberFormats()
  if (parts.styles !== undefined) await zip.scan(parts.styles, formats)
  const strings = new SharedStrings()
  if (parts.strings !== undefined) {
    await assertStringLimit(zip, parts.strings)
    await zip.scan(parts.strings, strings)
  }
  for (const part of parts.sheets) {
    const context = {
      strings,
      dates: formats.dates,
      is1904: parts.is1904,
      maxColumns: output.limits.maxColumns,
      onDimension: (reference: string) => output.size(rowsOf(reference)),
    }
    await assertRowLimit(zip, part, context, output.limits.maxRows)
    const scanner = new SheetScanner({ ...context, onRow: (row) => output.add(row) })
    await zip.scan(part, scanner, { pause: () => output.drained() })
    if (output.rows > 0) return
  }
}

/** Counted in a moment where reading them would take long. */
async function assertStringLimit(zip: ZipPackage, part: string): Promise<void> {
  const isLarge = zip.sizeOf(part) > MAX_STRINGS * '<si/>'.length
  if (isLarge && (await hasMoreTags(zip, part, '<si', MAX_STRINGS))) throw new SheetFault('tooManyStrings')
}

/** `A1:T50001` promises 50 001 rows; programs write it as they like, so it is an estimate. */
function rowsOf(reference: string): number | null {
  const last = /^(?:\$?[A-Z]{1,3}\$?\d{1,7}:)?\$?[A-Z]{1,3}\$?(\d{1,7})$/.exec(reference)?.[1]
  return last === undefined ? null : Number(last)
}
