// Warnings as lists, numbers, and one by one.
import type { z } from 'zod'
import { Sex } from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UnitQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { WARNING_GRADES } from '#contract/eyesight/judgement/profile.ts'
import { LetterState } from '#contract/eyesight/letter-state.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { isIndicator, reasonRule, reasonText } from '#contract/warning/reason-words.ts'
import { INDICATORS, WarningScope } from '#contract/warning/rules.ts'
import type {
  WarningDetail,
  WarningDetailQuery,
  WarningEvent,
  WarningQuery,
  WarningRow,
  WarningSummary,
} from '#contract/warning/warning-schemas.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { discloseNames, isAboveSchool } from '../core/private-names.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import { isArea, resolveUnit } from '../eyesight/figures/unit.ts'
import { requirePlan, screeningScope } from '../eyesight/plans/access.ts'
import { findSight } from '../eyesight/records/student-records.ts'
import { presentEvent, withoutOutcome } from './event-words.ts'
import { presentProgression, presentReading } from './readings/present-readings.ts'
import {
  selectProgression,
  selectReadings,
  selectVisitEvents,
  type VisitEventRow,
} from './readings/reading-queries.ts'
import { type FactsOf, findReasonFacts } from './readings/reason-facts.ts'
import {
  countOverdue,
  countWarnings,
  type EventRow,
  seesWhole,
  selectEvents,
  selectTalliesOf,
  selectWarning,
  selectWarnings,
  type WarningRowData,
  type WarningViewer,
} from './warning-queries.ts'

export const viewerOf = (ctx: Pick<UserCtx, 'caller' | 'scope' | 'config'>): WarningViewer => ({
  who: screeningScope(ctx),
  students: maySeeStudents(ctx),
  viewer: ctx,
})

const { student, class: klass, school } = WarningScope.code

export async function listWarnings(
  ctx: UserTxCtx,
  { nameReason, ...query }: z.output<typeof WarningQuery>,
): Promise<Page<WarningRow>> {
  const plan = await requirePlan(ctx, query.planId)
  const viewer = viewerOf(ctx)
  if (query.scope === student && !viewer.students) throw new BizError(602)
  const { unit } = await resolveUnit(ctx, query)
  const { rows, total } = await selectWarnings(ctx.db, { ...viewer, filter: query }, query)
  const studentIds = rows.flatMap(({ studentId }) => studentId ?? [])
  ctx.note({
    objectType: 'plan',
    objectId: query.planId,
    detail: {
      scope: WarningScope.label(query.scope),
      unit: unit.name,
      rows: rows.length,
      page: query.pageNum,
    },
  })
  await discloseNames(ctx, nameReason, studentIds)
  const names = await findAreaNames(ctx)
  const facts = await findReasonFacts(ctx, viewer, plan, rows)
  return {
    list: rows.map((row) => presentRow(row, names, facts)),
    total,
    pageNum: query.pageNum,
    pageSize: query.pageSize,
  }
}

/** Numbers of who sees whole schools come from the tallies, of others by looking at each. */
export async function summariseWarnings(
  ctx: UserCtx,
  query: z.output<typeof UnitQuery>,
): Promise<WarningSummary> {
  await requirePlan(ctx, query.planId)
  const viewer = viewerOf(ctx)
  const { place } = await resolveUnit(ctx, query)
  const whole = seesWhole(viewer) && (isArea(place) || place.level === 'school')
  const tallies = whole
    ? await selectTalliesOf(ctx.db, query.planId, place)
    : await countWarnings(ctx.db, viewer, query.planId, place)
  const overdueByScope = await countOverdue(ctx.db, viewer, query.planId, place)
  return {
    tallies: viewer.students ? tallies : tallies.filter(({ scope }) => scope !== student),
    overdue: overdueByScope.reduce((sum, { warnings }) => sum + warnings, 0),
    overdueByScope,
  }
}

const { none, printed, opened, acknowledged } = LetterState.code
function letterState({
  referral,
  printedAt,
  openedAt,
  acknowledgedAt,
}: WarningRowData): WarningRow['letter'] {
  if (!referral) return null
  if (acknowledgedAt) return acknowledged
  if (openedAt) return opened
  return printedAt ? printed : none
}

const lastName = (names: ReadonlyMap<string, string>, id: string | null): string =>
  id === null ? '' : (names.get(id) ?? '').split('-').slice(1).join('')

type OfClass = Pick<WarningRowData, 'stage' | 'gradeNo' | 'schoolSystem' | 'className'>
export function classNameOf({ stage, gradeNo, schoolSystem, className }: OfClass): string | null {
  if (stage === null || gradeNo === null || schoolSystem === null || className === null) return null
  return `${gradeName(stage, gradeNo, schoolSystem)}${className}`
}

function unitName(row: WarningRowData, names: ReadonlyMap<string, string>): string | null {
  if (row.scope === student) return null
  if (row.scope === klass) return `${row.schoolName ?? ''}${classNameOf(row) ?? ''}`
  if (row.scope === school) return row.schoolName
  return lastName(names, row.regionId ?? row.cityId)
}

function presentRow(row: WarningRowData, names: ReadonlyMap<string, string>, factsOf: FactsOf): WarningRow {
  return {
    warningId: row.id,
    scope: row.scope,
    level: row.level,
    planId: row.planId,
    planName: row.planName,
    studentId: row.studentId,
    name: row.scope === student ? row.name : null,
    unitName: unitName(row, names),
    areaName: lastName(names, row.regionId ?? row.cityId ?? row.provinceId),
    schoolName: row.schoolName,
    className: classNameOf(row),
    reasons: row.reasons.map((reason) => reasonText(reason, factsOf(row, reason))),
    status: row.status,
    ended: row.ended,
    raisedOn: row.raisedOn,
    dueOn: row.dueOn,
    overdue: row.overdue,
    letter: letterState(row),
    visitedOn: row.visitedOn,
    version: row.version,
  }
}

export async function findWarning(
  ctx: UserTxCtx,
  { warningId, nameReason }: z.output<typeof WarningDetailQuery>,
): Promise<WarningDetail> {
  const viewer = viewerOf(ctx)
  const row = await selectWarning(ctx.db, viewer, warningId)
  if (!row) throw new BizError(650)
  ctx.note(
    row.studentId === null
      ? { objectType: 'warning', objectId: warningId }
      : { objectType: 'student', objectId: row.studentId, detail: { warningId } },
  )
  await discloseNames(ctx, nameReason, row.studentId === null ? [] : [row.studentId])
  const child = row.studentId === null ? null : { ...ctx, sight: await findSight(ctx, row.studentId) }
  const readings = row.studentId && child ? await selectReadings(ctx.db, row.studentId, child) : []
  const progression = row.studentId === null ? undefined : await selectProgression(ctx.db, row.studentId)
  const recorded = await selectEvents(ctx.db, warningId)
  const events = recorded.map((event) =>
    presentEvent(child && child.sight.also !== 'everything' ? withoutOutcome(event) : event),
  )
  const visits =
    row.studentId && row.recordId && child
      ? await selectVisitEvents(ctx.db, row.studentId, row.recordId, child)
      : []
  const plan = await requirePlan(ctx, row.planId)
  const factsOf = await findReasonFacts(ctx, viewer, plan, [row])
  return {
    ...presentRow(row, await findAreaNames(ctx), factsOf),
    sex: row.sex === null ? null : Sex.label(row.sex),
    age: row.age,
    taskId: row.taskId,
    classId: row.classId,
    schoolOrgId: row.schoolOrgId,
    areaId: row.regionId ?? row.cityId ?? row.provinceId,
    gradesName: WARNING_GRADES[plan.profile.warningGrades ?? 'poorVision'].label,
    facts: row.reasons.flatMap((reason) =>
      isIndicator(reason.indicator)
        ? {
            indicator: reason.indicator,
            label: INDICATORS[reason.indicator].label,
            sentence: `${reasonText(reason, factsOf(row, reason))}。`,
            rule: `${reasonRule(reason)}。`,
            level: reason.level,
          }
        : [],
    ),
    readings: readings.map((reading) => presentReading(reading, row.birthDate)),
    progression: presentProgression(progression, readings, row.birthDate),
    events: [...events, ...letterEvents(row, recorded), ...visits.flatMap(visitEvents)].sort((one, other) =>
      one.at.localeCompare(other.at),
    ),
    closeReason: row.closeReason as WarningDetail['closeReason'],
    closedNote: events.findLast(({ kind }) => kind === 'close')?.note ?? '',
    letterId: row.letterId,
    reminders: row.reminders,
    mayAct: ctx.caller.permissions.has('warningAct') && !(row.scope === student && isAboveSchool(ctx)),
  }
}

/** One that was withdrawn stays in the history, with what became of it. */
function visitEvents(visit: VisitEventRow): WarningEvent[] {
  const { at, visitedOn, hospitalName, userName, orgName, withdrawnAt, withdrawnBy, withdrawReason } = visit
  const title = `就诊：${hospitalName}`
  // Of organisations it is known who recorded it.
  const by = [userName, orgName].filter(Boolean).join(' · ') || FAMILY
  const recorded = { at: at.toISOString(), kind: 'visit', title, note: `就诊日期 ${visitedOn}`, by }
  if (withdrawnAt === null) return [recorded]
  return [
    recorded,
    {
      at: withdrawnAt.toISOString(),
      kind: 'visitWithdrawn',
      title: `撤销就诊登记：${hospitalName}`,
      note: withdrawReason ?? '',
      by: withdrawnBy,
    },
  ]
}

const FAMILY = '家长'

/** What became of the letter stands with the letter; a printing that notified is among the events of the warning. */
function letterEvents(row: WarningRowData, recorded: readonly EventRow[]): WarningEvent[] {
  const { letterId, printedAt, printedBy, openedAt, acknowledgedAt } = row
  const event = (kind: string, title: string, by: string | null, at: Date | null): WarningEvent[] =>
    at === null ? [] : [{ at: at.toISOString(), kind, title, note: '', by }]
  const isRecorded = recorded.some(({ detail }) => letterId !== null && detail.letterId === letterId)
  return [
    ...event('letterPrinted', '结果告知书已打印发放', printedBy, isRecorded ? null : printedAt),
    ...event('letterOpened', '扫码查看告知书', FAMILY, openedAt),
    ...event('letterAcknowledged', '扫码确认已知晓', FAMILY, acknowledgedAt),
  ]
}
