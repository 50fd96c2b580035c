import { StudentStatus, StudentType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import { assertPlace, personFilter } from '../../students/student-list.ts'
import type { PersonFilter } from '../../students/student-list-queries.ts'
import type { Cells, ExportReader, ExportReadOptions, ExportSource } from './export-source.ts'
import { PLACE_AND_PERSON, withNames } from './person-cells.ts'
import { BATCH_ROWS, placeBatches, SeenIds } from './place-batches.ts'
import {
  countStudents,
  type StudentExportRow,
  selectFoundStudents,
  selectStudentPlaces,
  selectStudentRows,
} from './student-rows-queries.ts'
import { toCells } from './to-cells.ts'

type Filter = ExportFilter<'students'>
type Shown = Pick<ExportReadOptions<'students'>, 'personal' | 'nameOf'>

const CELLS: Cells<'students', StudentExportRow> = {
  area: (row) => row.areaName,
  ...PLACE_AND_PERSON,
  studentType: (row) => StudentType.label(row.studentType),
  studentNo: (row, open) => open(row.studentNo),
  idCard: (row, open) => open(row.idCard),
  passport: (row, open) => open(row.passport),
  nation: (row) => row.nation && EthnicGroup.label(row.nation),
  nativePlace: (row) => row.nativePlace,
  parentName: (row) => row.parentName,
  parentPhone: (row, open) => open(row.parentPhone),
  status: (row) => StudentStatus.label(row.status),
}

/** School by school, class by class, as they stand in the list. */
export const studentSource: ExportSource<'students'> = {
  assertRange: assertPlace,
  count: countMatching,
  read: (reader, filter, options) => toCells(reader, studentBatches(reader, filter, options), CELLS, options),
}

/** A search by name matches only few students. */
const FOUND_MAX = 50_000

/** Somebody is looked for whom an index finds. */
const isSearch = (person: PersonFilter | undefined): person is PersonFilter =>
  Boolean(person?.name || person?.documentHashes || person?.studentNoHash)

async function countMatching(reader: ExportReader, filter: Filter): Promise<number> {
  const person = personFilter(reader, filter)
  const limit = isSearch(person) ? FOUND_MAX + 1 : null
  const rows = await countStudents(reader.db, reader.scope, filter, person, limit)
  if (limit === null || rows < limit) return rows
  throw new BizError(700, `符合条件的学生超过 ${FOUND_MAX} 名，请补充地区、学校或姓名`)
}

async function* studentBatches(reader: ExportReader, filter: Filter, { personal, nameOf }: Shown) {
  const person = personFilter(reader, filter)
  // A student who changes class meanwhile could be met in both.
  const seen = new SeenIds()
  for await (const batch of batchesOf(reader, filter, person)) {
    const rows = await selectStudentRows(reader.db, reader.scope, filter, person, batch, personal)
    yield withNames(
      rows.filter(({ studentId }) => seen.add(studentId)),
      nameOf,
    )
  }
}

async function* batchesOf({ db, scope }: ExportReader, filter: Filter, person: PersonFilter | undefined) {
  if (!isSearch(person)) {
    for (const classIds of placeBatches(await selectStudentPlaces(db, scope, filter))) yield { classIds }
    return
  }
  const found = await selectFoundStudents(db, scope, filter, person, FOUND_MAX)
  for (let at = 0; at < found.length; at += BATCH_ROWS) yield { studentIds: found.slice(at, at + BATCH_ROWS) }
}
