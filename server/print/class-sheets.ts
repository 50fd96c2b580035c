// Forms with a sheet for each class: who is listed, and what was measured of them.
import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { REGISTRATION_COLUMNS } from '#contract/print/forms/registration.ts'
import { RESULT_RECORD_COLUMNS } from '#contract/print/forms/result-record.ts'
import { PAPER_MOST_ROWS, type PaperQuery, type PaperSheet } from '#contract/print/paper-schemas.ts'
import { headOf, listFoot } from '#contract/print/sheet-words.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { UserCtx } from '../core/context.ts'
import {
  countScreeningRows,
  type FoundRow,
  RESULT_PART,
  screeningRows,
} from '../exports/sources/screening-source.ts'
import { requirePlan } from '../eyesight/plans/access.ts'

type Query = z.output<typeof PaperQuery>
export type FoundSheets = { sheets: PaperSheet[]; studentIds: number[] }

export async function findClassSheets(ctx: UserCtx, query: Query): Promise<FoundSheets> {
  const plan = await requirePlan(ctx, query.planId)
  if ((await countScreeningRows(ctx, query, RESULT_PART)) > PAPER_MOST_ROWS)
    throw new BizError(700, `一次最多打印${PAPER_MOST_ROWS}名学生，请按学校、年级或班级打印`)
  const rows: FoundRow[] = []
  for await (const batch of screeningRows(ctx, query, RESULT_PART, false)) rows.push(...batch)
  return {
    sheets: classesOf(rows).map((own) => sheetOf(query.form, plan.name, own)),
    studentIds: rows.map(({ studentId }) => studentId),
  }
}

/** In the order in which they were read. */
function classesOf(rows: readonly FoundRow[]): FoundRow[][] {
  const classes = new Map<number, FoundRow[]>()
  for (const row of rows) {
    const own = classes.get(row.classId)
    if (own) own.push(row)
    else classes.set(row.classId, [row])
  }
  return [...classes.values()]
}

const { notScreened } = RecordState.code
/** The examiner of a second examination learns no more of the first than that there was one. */
const wasScreened = ({ blind, judgement }: FoundRow): boolean => blind || judgement.state !== notScreened

function sheetOf(form: Query['form'], planName: string, rows: readonly FoundRow[]): PaperSheet {
  const [first] = rows
  if (!first) throw new Error('a class without rows')
  const className = `${gradeName(first.stage, first.gradeNo, first.schoolSystem)}${first.className}`
  const isBlank = form === 'registration'
  const columns = isBlank ? REGISTRATION_COLUMNS : RESULT_RECORD_COLUMNS
  const screened = rows.filter(wasScreened).length
  return {
    bookmark: `${first.schoolName} ${className}`,
    subtitle: planName,
    head: headOf({
      area: first.areaName,
      school: first.schoolName,
      className,
      checkedOn: isBlank ? null : daysOf(rows),
      executor: first.executorName,
    }),
    rows: rows.map((row, nth) => ({
      name: row.studentName,
      cells: columns.map(({ cell }) => cell(row, nth + 1)),
    })),
    foot: listFoot({ expected: rows.length, screened: isBlank ? null : screened }),
  }
}

/** The day, or the first and the last of several. */
function daysOf(rows: readonly FoundRow[]): string | null {
  const days = rows.flatMap(({ fields: { checkedOn } }) => checkedOn ?? []).sort()
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return null
  return first === last ? first : `${first} 至 ${last}`
}
