import { hasMoreTags } from './has-more-tags.ts'
import { tooManyRows } from './sheet-faults.ts'
import { type SheetContext, SheetScanner } from './sheet-scanner.ts'
import type { ZipPackage } from './zip-package.ts'

/** The shortest row that has something in it; a sheet with too many is at least so large. */
const SHORTEST_ROW = '<row><c><v>1</v></c></row>'.length

/**
 * Refuses a sheet of too many rows before the first one is handed over: the consumer does far more with each row than
 * it costs to count them. Counts tags first, blank rows too, and reads only where those could be too many.
 */
export async function assertRowLimit(
  zip: ZipPackage,
  part: string,
  context: Omit<SheetContext, 'onRow'>,
  limit: number,
): Promise<void> {
  if (zip.sizeOf(part) < limit * SHORTEST_ROW || !(await hasMoreTags(zip, part, '<row', limit))) return
  let rows = 0
  const onRow = () => {
    if (++rows > limit) throw tooManyRows(limit)
  }
  const counter = new SheetScanner({ ...context, onRow, onDimension: () => undefined })
  await zip.scan(part, counter, { isFirstLook: true })
}
