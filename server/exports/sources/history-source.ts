import { HistoryStatus } from '#contract/core/codes.ts'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import { schoolYearName } from '#contract/schools/grades.ts'
import { assertPlace } from '../../students/student-list.ts'
import type { Cells, ExportReader, ExportReadOptions, ExportSource, StoredNumber } from './export-source.ts'
import { countHistory, selectHistoryPlaces, selectHistoryRows } from './history-rows-queries.ts'
import { PLACE_AND_PERSON, withNames } from './person-cells.ts'
import { placeBatches } from './place-batches.ts'
import { toCells } from './to-cells.ts'

type Row = Omit<
  Awaited<ReturnType<typeof selectHistoryRows>>[number],
  'idCard' | 'passportNo' | 'studentNo'
> & {
  idCard: StoredNumber
  passportNo: StoredNumber
  studentNo: StoredNumber
}

const CELLS: Cells<'history', Row> = {
  ...PLACE_AND_PERSON,
  studentNo: (row, open) => open(row.studentNo),
  idCard: (row, open) => open(row.idCard),
  passport: (row, open) => open(row.passportNo),
  historyType: (row) => HistoryStatus.label(row.historyType),
  leftOn: (row) => row.leftOn,
  schoolYear: (row) => schoolYearName(row.schoolYear),
  reason: (row) => row.reason,
}

/** School by school, class by class; a record never changes its class, so none can be met twice. */
export const historySource: ExportSource<'history'> = {
  assertRange: assertPlace,
  count: ({ db, scope }, filter) => countHistory(db, scope, filter),
  read: (reader, filter, options) => toCells(reader, historyBatches(reader, filter, options), CELLS, options),
}

async function* historyBatches(
  { db, scope }: ExportReader,
  filter: ExportFilter<'history'>,
  { personal, nameOf }: Pick<ExportReadOptions<'history'>, 'personal' | 'nameOf'>,
) {
  for (const classIds of placeBatches(await selectHistoryPlaces(db, scope, filter))) {
    const rows = await selectHistoryRows(db, scope, filter, classIds)
    yield withNames(personal ? rows.map(inFull) : (rows as Row[]), nameOf)
  }
}

const inFull = (row: Awaited<ReturnType<typeof selectHistoryRows>>[number]): Row => ({
  ...row,
  idCard: row.idCardEnc,
  passportNo: row.passportEnc,
  studentNo: row.studentNoEnc,
})
