// What people do about warnings: one or many, each by the version they have seen.
import type { z } from 'zod'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { WarningScope } from '#contract/warning/rules.ts'
import {
  type Acted,
  type ActOnWarnings,
  type CloseWarnings,
  type NotifyWarnings,
  type RemindWarnings,
  type ReopenWarnings,
  WarningStatus,
  type WarningStatusCode,
} from '#contract/warning/warning-schemas.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserTxCtx } from '../core/context.ts'
import { isAboveSchool } from '../core/private-names.ts'
import { sendMessage } from '../messages/message.ts'
import { insertEvents, selectTeachersOf, updateReminded, updateStatus } from './act-queries.ts'
import { viewerOf } from './warning.ts'
import { lockWarnings, type WarningRowData } from './warning-queries.ts'

const { waiting, notified, acted, closed } = WarningStatus.code

type Chosen = { warnings: readonly { warningId: number; version: number }[] }

/** Those that may be acted on; others changed meanwhile or are in another state. A foreign one refuses them all. */
async function lockChosen(
  ctx: UserTxCtx,
  { warnings }: Chosen,
  may: (row: WarningRowData) => boolean,
): Promise<{ rows: WarningRowData[]; asked: number }> {
  const versions = new Map(warnings.map(({ warningId, version }) => [warningId, version]))
  const found = await lockWarnings(ctx.db, viewerOf(ctx), [...versions.keys()])
  if (found.length < versions.size) throw new BizError(650)
  // What is done for a child is the school's to do; bodies above it look after units.
  if (isAboveSchool(ctx) && found.some(({ scope }) => scope === WarningScope.code.student))
    throw new BizError(602)
  const rows = found.filter((row) => row.version === versions.get(row.id) && may(row))
  return { rows, asked: versions.size }
}

const byWhom = ({ caller }: UserTxCtx) => ({
  userId: caller.userId,
  userName: caller.realName,
  orgName: caller.org?.name ?? '',
})

async function record(ctx: UserTxCtx, action: AuditAction, rows: readonly WarningRowData[], asked: number) {
  ctx.note({
    objectType: 'warning',
    detail: { warnings: rows.map(({ id }) => id), skipped: asked - rows.length },
  })
  const studentIds = rows.flatMap(({ studentId }) => studentId ?? [])
  if (studentIds.length > 0) await writeForStudents(ctx, action, studentIds, {})
  return { done: rows.length, skipped: asked - rows.length }
}

type Step = { status: WarningStatusCode; kind: string; detail: object; closeReason?: number }

async function takeStep(
  ctx: UserTxCtx,
  chosen: Chosen,
  action: AuditAction,
  may: (row: WarningRowData) => boolean,
  step: (row: WarningRowData) => Step,
): Promise<Acted> {
  const { rows, asked } = await lockChosen(ctx, chosen, may)
  const byStep = new Map<string, { step: Step; ids: number[] }>()
  for (const row of rows) {
    const wanted = step(row)
    const key = String(wanted.status)
    const group = byStep.get(key) ?? { step: wanted, ids: [] }
    group.ids.push(row.id)
    byStep.set(key, group)
  }
  for (const { step: wanted, ids } of byStep.values())
    await updateStatus(ctx.db, ids, { ...wanted, ...byWhom(ctx) })
  return record(ctx, action, rows, asked)
}

const isOpen = ({ status, ended }: WarningRowData): boolean => status !== closed && ended === null

/** What was done before is not undone by a step that comes earlier in the life of a warning. */
const atLeast = (status: WarningStatusCode, { status: now }: WarningRowData): WarningStatusCode =>
  now < status ? status : now

export const notifyWarnings = (ctx: UserTxCtx, input: z.output<typeof NotifyWarnings>) =>
  takeStep(ctx, input, 'warning.notify', isOpen, (row) => ({
    status: atLeast(notified, row),
    kind: 'notify',
    detail: { note: input.note },
  }))

export const actOnWarnings = (ctx: UserTxCtx, input: z.output<typeof ActOnWarnings>) =>
  takeStep(ctx, input, 'warning.act', isOpen, () => ({
    status: acted,
    kind: 'act',
    detail: { interventions: input.interventions, note: input.note },
  }))

export const closeWarnings = (ctx: UserTxCtx, input: z.output<typeof CloseWarnings>) =>
  takeStep(
    ctx,
    input,
    'warning.close',
    ({ status }) => status !== closed,
    () => ({
      status: closed,
      closeReason: input.reason,
      kind: 'close',
      detail: { reason: input.reason, note: input.note },
    }),
  )

export const reopenWarnings = (ctx: UserTxCtx, input: z.output<typeof ReopenWarnings>) =>
  takeStep(
    ctx,
    input,
    'warning.reopen',
    ({ status, ended }) => status === closed && ended === null,
    () => ({ status: waiting, kind: 'reopen', detail: { note: input.note } }),
  )

/** The teachers of each class are asked once, for all of its children together. */
export async function remindWarnings(ctx: UserTxCtx, input: z.output<typeof RemindWarnings>): Promise<Acted> {
  const { rows, asked } = await lockChosen(ctx, input, (row) => isOpen(row) && row.classId !== null)
  const classIds = [...new Set(rows.flatMap(({ classId }) => classId ?? []))]
  const teachers = await selectTeachersOf(ctx.db, classIds)
  for (const classId of classIds) {
    const own = rows.filter((row) => row.classId === classId)
    const userIds = teachers.filter((each) => each.classId === classId).map(({ userId }) => userId)
    await sendMessage(
      ctx,
      {
        kind: 'warning',
        title: `请联系 ${own.length} 名预警学生的家长`,
        body: `${own[0]?.schoolName ?? ''}${own[0]?.className ?? ''}有 ${own.length} 名学生的视力预警尚未处理完毕，请联系家长并登记。`,
        link: `/warning/warning-list?planId=${own[0]?.planId ?? ''}&classId=${classId}`,
      },
      { userIds: userIds.length > 0 ? userIds : [ctx.caller.userId] },
    )
  }
  const ids = rows.map(({ id }) => id)
  await updateReminded(ctx.db, ids)
  await insertEvents(ctx.db, ids, { kind: 'remind', detail: {}, ...byWhom(ctx) })
  return record(ctx, 'warning.remind', rows, asked)
}
