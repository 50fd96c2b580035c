// What people do about warnings: one or many, each by the version they have seen.
import type { z } from 'zod'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { Notified, WarningScope } from '#contract/warning/rules.ts'
import {
  type Acted,
  type ActOnWarnings,
  type CloseWarnings,
  type NotifyWarnings,
  type Reminded,
  type RemindWarnings,
  type ReopenWarnings,
  WarningStatus,
  type WarningStatusCode,
} from '#contract/warning/warning-schemas.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserTxCtx } from '../core/context.ts'
import { isAboveSchool } from '../core/private-names.ts'
import { sendMessage } from '../messages/message.ts'
import { insertEvents, type Reached, selectRecipients, updateReminded, updateStatus } from './act-queries.ts'
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

/** Of each class somebody is asked once, for all of its children together. */
export async function remindWarnings(
  ctx: UserTxCtx,
  input: z.output<typeof RemindWarnings>,
): Promise<Reminded> {
  const chosen = await lockChosen(ctx, input, (row) => isOpen(row) && row.classId !== null)
  const classIds = [...new Set(chosen.rows.flatMap(({ classId }) => classId ?? []))]
  const reached = await selectRecipients(ctx.db, classIds)
  for (const { classId, role, userIds } of reached) {
    const own = chosen.rows.filter((row) => row.classId === classId)
    await sendMessage(ctx, reminderOf(own, classId), { userIds })
    const ids = own.map(({ id }) => id)
    await updateReminded(ctx.db, ids)
    await insertEvents(ctx.db, ids, {
      kind: 'remind',
      detail: { role, people: userIds.length },
      ...byWhom(ctx),
    })
  }
  const known = new Set(reached.map(({ classId }) => classId))
  const rows = chosen.rows.filter(({ classId }) => classId !== null && known.has(classId))
  const unreached = classIds.length - known.size
  const left = chosen.rows.length - rows.length
  const { done, skipped } = await record(ctx, 'warning.remind', rows, chosen.asked - left)
  return { done, skipped, recipients: byRole(reached), unreached }
}

function reminderOf([first, ...others]: readonly WarningRowData[], classId: number) {
  const children = others.length + 1
  return {
    kind: 'warning' as const,
    title: `请联系 ${children} 名预警学生的家长`,
    body: `${first?.schoolName ?? ''}${first?.className ?? ''}有 ${children} 名学生的视力预警尚未处理完毕，请联系家长并登记。`,
    link: `/warning/warning-list?planId=${first?.planId ?? ''}&classId=${classId}`,
  }
}

/** Who teaches two of the classes is one person. */
const byRole = (reached: readonly Reached[]): Reminded['recipients'] =>
  Notified.codes.flatMap((role) => {
    const own = reached.filter((each) => each.role === role)
    const people = new Set(own.flatMap(({ userIds }) => userIds)).size
    return own.length > 0 ? [{ role, people, classes: own.length }] : []
  })
