// Forms with a sheet for each class: who is listed, and what was measured of them.
import { BizError } from '#contract/core/error-codes.ts'
import { PAPER_MOST_ROWS } from '#contract/exports/paper-filter.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { FormColumn } from '#contract/print/forms/columns.ts'
import { REGISTRATION_COLUMNS } from '#contract/print/forms/registration.ts'
import { RESULT_RECORD_COLUMNS } from '#contract/print/forms/result-record.ts'
import type { PaperQuery, PaperSheet } from '#contract/print/paper-schemas.ts'
import { headOf, listFoot } from '#contract/print/sheet-words.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { ExportReader } from '../exports/sources/export-source.ts'
import {
  countRoster,
  type RosterChild,
  type RosterRow,
  selectRoster,
} from '../exports/sources/roster-rows-queries.ts'
import {
  chosenScreeningRows,
  countScreeningRows,
  type FoundRow,
  RESULT_PART,
  screeningRows,
} from '../exports/sources/screening-source.ts'
import { planPart } from './paper-choice.ts'

export type FoundSheets = { sheets: PaperSheet[]; studentIds: number[] }

/** 登记表: of a plan who is listed, without one who is at school. */
export async function findRegistrationSheets(ctx: ExportReader, query: PaperQuery): Promise<FoundSheets> {
  const rows: Listed[] =
    query.planId === undefined ? await readRoster(ctx, query) : await readResults(ctx, query)
  return foundSheets(rows, (own) => ({
    ...placeOf(own),
    head: headOf({ ...headPlace(own), checkedOn: null }),
    rows: own.map((row, nth) => ({
      name: row.studentName,
      cells: REGISTRATION_COLUMNS.map(({ cell }) => cell(row, nth + 1)),
    })),
    foot: listFoot({ expected: own.length, screened: null }),
  }))
}

/** 结果记录表 */
export async function findResultSheets(ctx: ExportReader, query: PaperQuery): Promise<FoundSheets> {
  return foundSheets(await readResults(ctx, query), (own) => ({
    ...filledSheet(own, RESULT_RECORD_COLUMNS),
    foot: listFoot({ expected: own.length, screened: own.filter(wasScreened).length }),
  }))
}

/** All of a sheet but what stands under its table. */
export const filledSheet = (
  own: OfClass<FoundRow>,
  columns: readonly FormColumn<FoundRow>[],
): Omit<PaperSheet, 'foot'> => ({
  ...placeOf(own),
  head: headOf({ ...headPlace(own), checkedOn: daysOf(own) }),
  rows: own.map((row, nth) => ({
    name: row.studentName,
    cells: columns.map(({ cell }) => cell(row, nth + 1)),
  })),
})

/** Who is at school, and nobody of the chosen is missing: who has left is on no list. */
export async function readRoster(ctx: ExportReader, query: PaperQuery): Promise<RosterChild[]> {
  const stages = await countRoster(ctx.db, ctx.scope, query)
  assertRows(stages.reduce((sum, { students }) => sum + students, 0))
  const rows = await selectRoster(ctx.db, ctx.scope, query)
  if (query.studentIds && rows.length < query.studentIds.length) throw new BizError(650)
  return rows
}

/** Of a plan everybody listed; without one the last result of each. */
export async function readResults(ctx: ExportReader, query: PaperQuery): Promise<FoundRow[]> {
  const ofPlan = planPart(query)
  if (query.studentIds) return chosenScreeningRows(ctx, ofPlan, query.studentIds)
  if (!ofPlan) {
    const roster = await readRoster(ctx, query)
    return chosenScreeningRows(
      ctx,
      null,
      roster.map(({ studentId }) => studentId),
    )
  }
  assertRows(await countScreeningRows(ctx, ofPlan, RESULT_PART))
  const rows: FoundRow[] = []
  for await (const batch of screeningRows(ctx, ofPlan, RESULT_PART, false)) rows.push(...batch)
  return rows
}

function assertRows(rows: number): void {
  if (rows > PAPER_MOST_ROWS)
    throw new BizError(
      700,
      `共${rows}名学生，一次最多打印${PAPER_MOST_ROWS}名，请按学校、年级或班级打印，或者在后台生成 PDF`,
    )
}

type Listed = RosterRow & Partial<Pick<FoundRow, 'planId' | 'planName' | 'executorName'>>
type OfClass<Row> = readonly [Row, ...Row[]]

export const foundSheets = <Row extends Listed>(
  rows: readonly Row[],
  sheetOf: (own: OfClass<Row>) => PaperSheet,
): FoundSheets => ({
  sheets: classesOf(rows).map(sheetOf),
  studentIds: rows.map(({ studentId }) => studentId),
})

/** In the order in which they were read; a class has a sheet for each plan. */
function classesOf<Row extends Listed>(rows: readonly Row[]): [Row, ...Row[]][] {
  const classes = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = `${row.classId} ${row.planId}`
    const own = classes.get(key)
    if (own) own.push(row)
    else classes.set(key, [row])
  }
  return [...classes.values()]
}

const { notScreened } = RecordState.code
/** The examiner of a second examination learns no more of the first than that there was one. */
export const wasScreened = ({ blind, judgement }: FoundRow): boolean =>
  blind || judgement.state !== notScreened

export const classNameOf = (row: RosterRow): string =>
  `${gradeName(row.stage, row.gradeNo, row.schoolSystem)}${row.className}`

const placeOf = ([first]: OfClass<Listed>): Pick<PaperSheet, 'bookmark' | 'subtitle'> => ({
  bookmark: `${first.schoolName} ${classNameOf(first)}`,
  subtitle: first.planName ?? '',
})

const headPlace = ([first]: OfClass<Listed>) => ({
  area: first.areaName,
  school: first.schoolName,
  className: classNameOf(first),
  executor: first.executorName ?? null,
})

/** The day, or the first and the last of several. */
function daysOf(rows: readonly FoundRow[]): string | null {
  const days = rows.flatMap(({ fields: { checkedOn } }) => checkedOn ?? []).sort()
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return null
  return first === last ? first : `${first} 至 ${last}`
}
