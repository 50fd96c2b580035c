// The list of warnings as a file: the same rows in the same order.
import { BizError } from '#contract/core/error-codes.ts'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import { equivalentText } from '#contract/eyesight/equivalent-text.ts'
import { warningWord } from '#contract/eyesight/warning-words.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { reasonRule, reasonText } from '#contract/warning/reason-words.ts'
import { WarningScope } from '#contract/warning/rules.ts'
import { CloseReason, WarningEnd, WarningStatus } from '#contract/warning/warning-schemas.ts'
import type { UserCtx } from '../../core/context.ts'
import { resolveUnit } from '../../eyesight/figures/unit.ts'
import { requirePlan } from '../../eyesight/plans/access.ts'
import { closedWords, lastActWords } from '../../warning/event-words.ts'
import { findReasonFacts } from '../../warning/readings/reason-facts.ts'
import { classNameOf, viewerOf } from '../../warning/warning.ts'
import { type AskedWarnings, countMatching } from '../../warning/warning-queries.ts'
import { comparedReason } from './compared-reason.ts'
import type { Cells, ExportReader, ExportSource } from './export-source.ts'
import { BATCH_ROWS } from './place-batches.ts'
import { toCells } from './to-cells.ts'
import { type ExportedWarning, selectExportedWarnings, selectMatchingIds } from './warning-rows-queries.ts'

const { student, class: klass, school } = WarningScope.code
const { closed } = WarningStatus.code

type Filter = AskedWarnings['filter']
const ofStudents = (filter: ExportFilter<'warnings'>): Filter => ({ ...filter, scope: student })
const ofUnits = (filter: ExportFilter<'unitWarnings'>): Filter => filter

const eachReason = (
  { reasons }: ExportedWarning,
  wordsOf: (reason: ExportedWarning['reasons'][number]) => string,
): string => reasons.map(wordsOf).join('；')

const EYES = [
  ['裸眼视力', (row) => [row.nakedRight, row.nakedLeft], (tenths) => (tenths / 10).toFixed(1)],
  ['戴镜视力', (row) => [row.correctedRight, row.correctedLeft], (tenths) => (tenths / 10).toFixed(1)],
  ['等效球镜', (row) => [row.seRight, row.seLeft], (thousandths) => equivalentText(thousandths / 1000)],
] as const satisfies readonly [
  string,
  (row: ExportedWarning) => [number | null, number | null],
  (value: number) => string,
][]

/** 裸眼视力 右4.7 左4.8；等效球镜 右-1.625 左-1.000 */
function readings(row: ExportedWarning): string {
  return EYES.flatMap(([label, eyesOf, text]) => {
    const [right, left] = eyesOf(row)
    const sides = [right === null ? '' : `右${text(right)}`, left === null ? '' : `左${text(left)}`]
    const known = sides.filter((side) => side !== '')
    return known.length === 0 ? [] : [`${label} ${known.join(' ')}`]
  }).join('；')
}

const LIFE = {
  raisedOn: (row: ExportedWarning) => row.raisedOn,
  dueOn: (row: ExportedWarning) => row.dueOn,
  status: (row: ExportedWarning) => WarningStatus.label(row.status),
  ended: (row: ExportedWarning) => WarningEnd.label(row.ended) || null,
  daysOpen: (row: ExportedWarning) => (row.ended === null && row.status !== closed ? row.daysRaised : null),
  daysOverdue: (row: ExportedWarning) => row.daysOverdue,
  lastAct: (row: ExportedWarning) => row.lastAct && lastActWords(row.lastAct),
  closed: (row: ExportedWarning) =>
    row.status === closed ? closedWords(CloseReason.label(row.closeReason), row.lastAct) : null,
}

type WordedWarning = ExportedWarning & { reasonTexts: string[] }

const STUDENT_CELLS: Cells<'warnings', WordedWarning> = {
  school: (row) => row.schoolName,
  grade: ({ stage, gradeNo, schoolSystem }) =>
    stage === null || gradeNo === null ? null : gradeName(stage, gradeNo, schoolSystem ?? undefined),
  class: (row) => row.className,
  name: (row) => row.name,
  level: (row) => warningWord(row.level),
  indicators: (row) => eachReason(row, (reason) => comparedReason(reason).label),
  reasons: (row) => row.reasonTexts.join('；'),
  readings,
  ...LIFE,
  reminders: (row) => row.reminders,
  visitedOn: (row) => row.visitedOn,
}

const UNIT_CELLS: Cells<'unitWarnings', WordedWarning> = {
  kind: (row) => WarningScope.label(row.scope),
  unit: unitName,
  area: (row) => row.areaName,
  level: (row) => warningWord(row.level),
  indicators: (row) => eachReason(row, (reason) => comparedReason(reason).label),
  values: (row) => eachReason(row, (reason) => comparedReason(reason).value),
  comparisons: (row) => eachReason(row, (reason) => comparedReason(reason).comparison),
  thresholds: (row) => eachReason(row, (reason) => comparedReason(reason).threshold),
  reasons: (row) => eachReason(row, reasonRule),
  ...LIFE,
}

function unitName(row: ExportedWarning): string {
  if (row.scope === klass) return `${row.schoolName ?? ''}${classNameOf(row) ?? ''}`
  return (row.scope === school ? row.schoolName : row.areaName.split('-').slice(1).join('')) ?? ''
}

async function assertRange(ctx: UserCtx, filter: Filter): Promise<void> {
  await requirePlan(ctx, filter.planId)
  if (filter.scope === student && !viewerOf(ctx).students) throw new BizError(602)
  await resolveUnit(ctx, filter)
}

const asked = (reader: ExportReader, filter: Filter): AskedWarnings => ({ ...viewerOf(reader), filter })

/** In the order of the list; those that left it meanwhile are left out. */
async function* batchesOf(reader: ExportReader, filter: Filter, nameOf: (name: string) => string) {
  const plan = await requirePlan(reader, filter.planId)
  const ids = await selectMatchingIds(reader.db, asked(reader, filter))
  for (let at = 0; at < ids.length; at += BATCH_ROWS) {
    const batch = ids.slice(at, at + BATCH_ROWS)
    const rows = await selectExportedWarnings(reader.db, asked(reader, filter), batch)
    const factsOf = await findReasonFacts(reader, viewerOf(reader), plan, rows)
    yield rows.map((row) => ({
      ...row,
      name: row.name === null ? null : nameOf(row.name),
      reasonTexts: row.reasons.map((reason) => reasonText(reason, factsOf(row, reason))),
    }))
  }
}

export const warningSource: ExportSource<'warnings'> = {
  assertRange: (ctx, filter) => assertRange(ctx, ofStudents(filter)),
  count: (reader, filter) => countMatching(reader.db, asked(reader, ofStudents(filter))),
  read: (reader, filter, options) =>
    toCells(reader, batchesOf(reader, ofStudents(filter), options.nameOf), STUDENT_CELLS, options),
}

export const unitWarningSource: ExportSource<'unitWarnings'> = {
  assertRange: (ctx, filter) => assertRange(ctx, ofUnits(filter)),
  count: (reader, filter) => countMatching(reader.db, asked(reader, ofUnits(filter))),
  read: (reader, filter, options) =>
    toCells(reader, batchesOf(reader, ofUnits(filter), options.nameOf), UNIT_CELLS, options),
}
