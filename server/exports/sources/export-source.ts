import type { ColumnKey, ExportFilter } from '#contract/exports/catalogue.ts'
import type { ExportColumn } from '#contract/exports/export-item.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import type { UserCtx } from '../../core/context.ts'
import type { OutCell, OutRow } from '../../core/sheets/write/write-workbook.ts'

/** Whose eyes the rows are read with. */
export type ExportReader = Pick<UserCtx, 'db' | 'scope' | 'secrets' | 'caller' | 'config'>

export type ExportReadOptions<K extends ExportKey> = {
  columns: readonly { key: ColumnKey<K> }[]
  /** Numbers in full. */
  personal: boolean
  /** A name as the file shows it. */
  nameOf: (name: string) => string
  /** Called for every row that does not go into the file, with the reason. */
  onLeftOut?: (reasons: readonly string[]) => void
  /** Called for every row that goes with something empty, with what. */
  onBlank?: (gaps: readonly string[]) => void
}

export type ExportSchool = { orgId: number; name: string; areaName: string }

/** Where the rows of an item come from. */
export type ExportSource<K extends ExportKey> = {
  /** Naming a place outside the range is refused, as in the list. */
  assertRange(ctx: UserCtx, filter: ExportFilter<K>): Promise<void>
  /** At most so many; those that a check refuses are among them. */
  count(reader: ExportReader, filter: ExportFilter<K>): Promise<number>
  /** The schools somebody of whom goes into the file, in their order; of items with a file for each. */
  schools?(reader: ExportReader, filter: ExportFilter<K>): Promise<readonly ExportSchool[]>
  /** Where they depend on what is asked for; otherwise those of the item. */
  columns?(filter: ExportFilter<K>): readonly ExportColumn[]
  /**
   * Batch by batch, each by a statement of its own: between two of them no connection, lock or transaction is held,
   * however slowly they are taken. So the file is no picture of one moment; every row stands in it once, as it was
   * when its batch was read.
   */
  read(
    reader: ExportReader,
    filter: ExportFilter<K>,
    options: ExportReadOptions<K>,
  ): AsyncGenerator<readonly OutRow[], void, void>
}

/** A number as it is stored for showing (masked), or sealed where it is wanted in full. */
export type StoredNumber = string | Buffer | null
export type Cells<K extends ExportKey, Row> = {
  [C in ColumnKey<K>]: (row: Row, open: (number: StoredNumber) => string | null) => OutCell
}
