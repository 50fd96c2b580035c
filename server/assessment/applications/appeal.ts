// A unit objects to its result, once, within the days of the plan.
import type { z } from 'zod'
import type { AppealResult } from '#contract/assessment/application-schemas.ts'
import { Refusal } from '#contract/core/error-codes.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { sendMessage } from '../../messages/message.ts'
import { insertAssessEvents } from '../event-queries.ts'
import { byWhom } from '../plans/plan-changes.ts'
import { bodiesOf } from '../plans/plan-queries.ts'
import { lockOwnApplication } from './answers.ts'
import { insertAppealRow } from './application-queries.ts'

export async function appealResult(
  ctx: UserTxCtx,
  { applicationId, text }: z.output<typeof AppealResult>,
): Promise<null> {
  const seen = await lockOwnApplication(ctx, applicationId)
  if (seen.resultsAt === null || seen.place === null)
    throw new Refusal('notInThisState', '结果公布后才能提出异议')
  if (seen.appealsUntil === null || seen.today > seen.appealsUntil)
    throw new Refusal('notInThisState', `异议期已于${seen.appealsUntil}结束`)
  const { userId, realName } = ctx.caller
  const saved = await insertAppealRow(ctx.db, { applicationId, text, byId: userId, byName: realName })
  if (!saved) throw new Refusal('changedMeanwhile', '本单位已提出过异议，请刷新查看')
  await insertAssessEvents(ctx.db, {
    planId: seen.planId,
    applicationIds: [applicationId],
    kind: 'appealed',
    ...byWhom(ctx),
  })
  const message = {
    kind: 'assess',
    title: '有单位对考核结果提出异议',
    body: `${seen.orgName}对“${seen.planName}”的结果提出异议，请答复。`,
    link: `/assessment/plan-details?planId=${seen.planId}`,
  }
  await sendMessage(ctx, message, { adminsOf: bodiesOf(seen) })
  return null
}
