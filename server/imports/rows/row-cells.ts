// What stood in the cells of a file, sealed: some dozens of rows together as they were read, a corrected row by itself.

import type { Db } from '../../core/db/connect.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { CellValue } from '../row-rules/cell-values.ts'
import { insertPieces, selectPiecesWith } from './import-row-queries.ts'
import type { ParsedRow } from './staged-row.ts'

/** Sealing takes as long for one row as for so many; more would be opened in vain for a page of rows. */
const PIECE = 50

type Piece = [rowNo: number, cells: readonly CellValue[]][]

export async function storeCells(
  { db, secrets }: { db: Db; secrets: Secrets },
  batchId: number,
  rows: readonly ParsedRow[],
): Promise<void> {
  const pieces = []
  for (let start = 0; start < rows.length; start += PIECE) {
    const piece: Piece = rows.slice(start, start + PIECE).map(({ rowNo, cells }) => [rowNo, cells])
    pieces.push({
      batchId,
      firstRow: rows[start]?.rowNo ?? 0,
      cellsEnc: secrets.encrypt(JSON.stringify(piece)),
    })
  }
  await insertPieces(db, pieces)
}

export const sealCells = (secrets: Secrets, cells: readonly CellValue[]): Buffer =>
  secrets.encrypt(JSON.stringify(cells))

/** The cells of rows of a batch, by the numbers of the rows. */
export async function openCells(
  { db, secrets }: { db: Db; secrets: Secrets },
  batchId: number,
  rows: readonly { rowNo: number; cellsEnc: Buffer | null }[],
): Promise<(rowNo: number) => CellValue[]> {
  const opened = new Map<number, CellValue[]>()
  const together = rows.flatMap(({ rowNo, cellsEnc }) => (cellsEnc === null ? [rowNo] : []))
  for (const { cellsEnc } of await selectPiecesWith(db, batchId, together)) {
    for (const [rowNo, cells] of JSON.parse(secrets.decrypt(cellsEnc)) as Piece)
      opened.set(rowNo, cells as CellValue[])
  }
  for (const { rowNo, cellsEnc } of rows) {
    if (cellsEnc !== null) opened.set(rowNo, JSON.parse(secrets.decrypt(cellsEnc)) as CellValue[])
  }
  return (rowNo) => {
    const cells = opened.get(rowNo)
    if (!cells) throw new Error(`row ${rowNo} of batch ${batchId} has no cells`)
    return cells
  }
}
