// Sheets of screening results: the contract says what stands in them, here it is only found and streamed.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import { type CheckedKey, checkOf } from '#contract/exports/checks.ts'
import type { SheetColumn } from '#contract/exports/export-item.ts'
import { healthColumns, stagesOfForm } from '#contract/exports/health-sheet.ts'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import { NATIONAL_COLUMNS, NATIONAL_STAGES } from '#contract/exports/national-return.ts'
import { RESULT_COLUMNS } from '#contract/exports/result-sheet.ts'
import type { ScreeningFilter } from '#contract/exports/screening-filter.ts'
import type { ScreeningRow } from '#contract/exports/screening-row.ts'
import { NO_FINDINGS } from '#contract/eyesight/judgement/judgement.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { UserCtx } from '../../core/context.ts'
import type { OutRow } from '../../core/sheets/write/write-workbook.ts'
import { resolveUnit } from '../../eyesight/figures/unit.ts'
import { requirePlan, requireTask, screeningScope } from '../../eyesight/plans/access.ts'
import { EMPTY_FIELDS, fieldsOf } from '../../eyesight/records/record-fields.ts'
import { judgementOf } from '../../eyesight/records/record-row.ts'
import type { ExportReader, ExportReadOptions, ExportSource, StoredNumber } from './export-source.ts'
import { placeBatches, SeenIds } from './place-batches.ts'
import {
  countScreening,
  countScreeningStages,
  type ScreeningAsked,
  type ScreeningExportRow,
  selectChosenRows,
  selectLatestRows,
  selectScreeningPlaces,
  selectScreeningRows,
  selectScreeningSchools,
} from './screening-rows-queries.ts'

type Filter = z.output<typeof ScreeningFilter>
type Part = Pick<ScreeningAsked, 'stages' | 'counter'>
export type FoundRow = ScreeningRow & {
  recordId: number
  version: number
  studentId: number
  classId: number
  planId: number
  planName: string
  /** Who carries it out. */
  executorName: string
}

/** Only those who were examined are of interest to the health commission. */
const healthPart = (form: number): Part => ({ stages: stagesOfForm(form), counter: 'screened' })
const NATIONAL_PART: Part = { stages: NATIONAL_STAGES, counter: 'expected' }
export const RESULT_PART: Part = { stages: SchoolStage.codes, counter: 'expected' }

/** A result letter is for those who were examined, a notice for everybody on the list. */
export const LETTER_PARTS: Record<LetterKindCode, Part> = {
  notice: RESULT_PART,
  result: { stages: SchoolStage.codes, counter: 'screened' },
}

/** The students a checked sheet is about. */
export const partOf = (item: CheckedKey, { healthExcelType }: ExportFilter<'healthText'>): Part =>
  item === 'national' ? NATIONAL_PART : healthPart(healthExcelType)

const askedOf = (reader: Pick<ExportReader, 'caller' | 'scope' | 'config'>, filter: Filter, part: Part) => ({
  who: screeningScope(reader),
  filter,
  ...part,
})

/**
 * A plan, task or class that the caller may not see counts as missing; an area or school outside the range is
 * refused.
 */
export async function assertScreeningRange(ctx: UserCtx, filter: Filter): Promise<void> {
  await requirePlan(ctx, filter.planId)
  if (filter.taskId !== undefined) {
    const task = await requireTask(ctx, filter.taskId)
    if (task.planId !== filter.planId) throw new BizError(650)
  }
  await resolveUnit(ctx, filter)
}

export const countScreeningRows = (reader: ExportReader, filter: Filter, part: Part): Promise<number> =>
  countScreening(reader.db, askedOf(reader, filter, part))

export const screeningClasses = async (reader: ExportReader, filter: Filter, part: Part): Promise<number[]> =>
  (await selectScreeningPlaces(reader.db, askedOf(reader, filter, part))).map(({ classId }) => classId)

export const countStages = (reader: ExportReader, filter: Filter) =>
  countScreeningStages(reader.db, askedOf(reader, filter, RESULT_PART))

/** Unsealing numbers of so many takes a few milliseconds; then others get their turn. */
const SLICE_ROWS = 200

/** School by school, class by class; a student who is moved to another class meanwhile is exported once. */
export async function* screeningRows(
  reader: ExportReader,
  filter: Filter,
  part: Part,
  personal: boolean,
): AsyncGenerator<readonly FoundRow[], void, void> {
  const { db, secrets } = reader
  const asked = askedOf(reader, filter, part)
  const open = (number: StoredNumber) => (Buffer.isBuffer(number) ? secrets.decrypt(number) : number)
  const seen = new SeenIds()
  for (const classIds of placeBatches(await selectScreeningPlaces(db, asked))) {
    const rows = await selectScreeningRows(db, asked, classIds, { viewer: reader, personal })
    const unseen = rows.filter(({ id }) => seen.add(id))
    for (let at = 0; at < unseen.length; at += SLICE_ROWS) {
      yield unseen.slice(at, at + SLICE_ROWS).map((row) => foundRow(row, open))
      await nextTurn()
    }
  }
}

const asStored = (number: StoredNumber) => (Buffer.isBuffer(number) ? null : number)

/**
 * Chosen children with masked numbers: their rows of what is asked for, without a plan the last result of each that is
 * in the caller's range.
 */
export async function chosenScreeningRows(
  reader: ExportReader,
  filter: Filter | null,
  studentIds: readonly number[],
): Promise<FoundRow[]> {
  const options = { viewer: reader, personal: false }
  const rows = filter
    ? await selectChosenRows(reader.db, askedOf(reader, filter, RESULT_PART), studentIds, options)
    : await selectLatestRows(reader.db, screeningScope(reader), studentIds, options)
  return rows.map((row) => foundRow(row, asStored))
}

const NOTHING_FOUND = {
  ...NO_FINDINGS,
  state: RecordState.code.notScreened,
  missing: [],
  seRight: null,
  seLeft: null,
} as const

/** Nothing measured, and nothing concluded, leaves for who shall examine once more. */
function foundRow(row: ScreeningExportRow, open: (number: StoredNumber) => string | null): FoundRow {
  return {
    recordId: row.id,
    version: row.version,
    studentId: row.studentId,
    classId: row.classId,
    planId: row.planId,
    planName: row.planName,
    executorName: row.executorName,
    provinceId: row.provinceId,
    cityId: row.cityId,
    regionId: row.regionId,
    areaName: row.areaName,
    schoolName: row.schoolName,
    schoolSystem: row.schoolSystem,
    areaGrade: row.areaGrade,
    cityProperty: row.cityProperty,
    monitoringCode: row.monitoringCode,
    monitoringNo: row.monitoringNo,
    stage: row.stage,
    gradeNo: row.gradeNo,
    className: row.className,
    classNo: row.classNo,
    studentName: row.studentName,
    sex: row.sex,
    birthDate: row.birthDate,
    age: row.age,
    nation: row.nation,
    studentNo: open(row.studentNo),
    idCard: open(row.idCard),
    passport: open(row.passport),
    fields: row.blind ? EMPTY_FIELDS : fieldsOf(row),
    judgement: row.blind ? { ...NOTHING_FOUND, missing: [] } : judgementOf(row),
    blind: row.blind,
  }
}

type Sheet = {
  part: Part
  columns: readonly SheetColumn<ScreeningRow>[]
  /** Rows that its check refuses are left out. */
  item?: CheckedKey
}
type SheetOptions = Pick<ExportReadOptions<'results'>, 'personal' | 'nameOf' | 'onLeftOut' | 'onBlank'>

async function* sheetRows(
  reader: ExportReader,
  filter: Filter,
  { part, columns, item }: Sheet,
  { personal, nameOf, onLeftOut, onBlank }: SheetOptions,
): AsyncGenerator<readonly OutRow[], void, void> {
  const settings = { lowVision: reader.config.RETURN_LOW_VISION }
  const check = item && checkOf(item)
  const isGood = (row: ScreeningRow): boolean => {
    const faults = check?.find(row) ?? []
    if (!check || faults.length === 0) return true
    const refused = faults.filter(check.refuses)
    const tell = refused.length > 0 ? onLeftOut : onBlank
    tell?.((refused.length > 0 ? refused : faults).map((fault) => check.faults[fault] ?? fault))
    return refused.length === 0
  }
  // The check is about the name itself; the file has it as the reader may.
  const shown = (row: ScreeningRow): ScreeningRow => ({ ...row, studentName: nameOf(row.studentName) })
  for await (const rows of screeningRows(reader, filter, part, personal))
    yield rows
      .filter(isGood)
      .map(shown)
      .map((row) => columns.map(({ cell }) => cell(row, settings)))
}

export const resultSource: ExportSource<'results'> = {
  assertRange: assertScreeningRange,
  count: (reader, filter) => countScreeningRows(reader, filter, RESULT_PART),
  read: (reader, filter, options) =>
    sheetRows(reader, filter, { part: RESULT_PART, columns: RESULT_COLUMNS }, options),
}

export const nationalSource: ExportSource<'national'> = {
  assertRange: assertScreeningRange,
  count: (reader, filter) => countScreeningRows(reader, filter, NATIONAL_PART),
  read: (reader, filter, options) =>
    sheetRows(reader, filter, { part: NATIONAL_PART, columns: NATIONAL_COLUMNS, item: 'national' }, options),
  schools: (reader, filter) => selectScreeningSchools(reader.db, askedOf(reader, filter, NATIONAL_PART)),
}

/** The same rows in words or as codes. */
export const healthSource = (
  answers: 'words' | 'codes',
): ExportSource<'healthText'> & ExportSource<'healthCode'> & ExportSource<'healthRec'> => {
  const columns = ({ healthExcelType }: ExportFilter<'healthText'>) => healthColumns(healthExcelType, answers)
  return {
    assertRange: assertScreeningRange,
    count: (reader, filter) => countScreeningRows(reader, filter, healthPart(filter.healthExcelType)),
    columns,
    read: (reader, filter, options) =>
      sheetRows(
        reader,
        filter,
        { part: healthPart(filter.healthExcelType), columns: columns(filter), item: 'healthCode' },
        options,
      ),
  }
}

/** Letters are no rows of a sheet: who draws them reads the children by `screeningRows`. */
export const letterSource: ExportSource<'letters'> = {
  assertRange: assertScreeningRange,
  count: (reader, filter) => countScreeningRows(reader, filter, LETTER_PARTS[filter.kind]),
  read: () => {
    throw new Error('letters have no rows')
  },
}
