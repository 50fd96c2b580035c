import type { UserTxCtx } from '../../core/context.ts'
import { sendMessage } from '../../messages/message.ts'
import { selectCrew } from './task-executor-queries.ts'

export type Assigned = {
  schoolOrgId: number
  schoolName: string
  orgId: number
  startsOn: string
  endsOn: string
}
type Plan = { planId: number; planName: string }

const KIND = 'task'
const linkOf = ({ planId }: Plan): string => `/eyesight/task-list?planId=${planId}`
const distinct = (ids: number[]): number[] => [...new Set(ids)]

/** Two letters however many tasks there are: one for those who carry them out, one for the schools. */
export async function tellAssigned(ctx: UserTxCtx, plan: Plan, tasks: readonly Assigned[]): Promise<void> {
  const [first] = tasks
  if (!first) return
  const when = tasks.every(({ startsOn, endsOn }) => startsOn === first.startsOn && endsOn === first.endsOn)
    ? `，时间为 ${first.startsOn} 至 ${first.endsOn}`
    : ''
  const where = tasks.length === 1 ? `“${first.schoolName}”的` : ''
  const crew = await selectCrew(ctx.db, distinct(tasks.map(({ orgId }) => orgId)))
  const letter = { kind: KIND, link: linkOf(plan) }
  await sendMessage(
    ctx,
    {
      ...letter,
      title: '承担筛查任务',
      body: `筛查计划“${plan.planName}”中${where}筛查任务由贵机构承担${when}。`,
    },
    { userIds: crew },
  )
  const schools = tasks.filter(({ orgId, schoolOrgId }) => orgId !== schoolOrgId)
  await sendMessage(
    ctx,
    {
      ...letter,
      title: '学校筛查任务安排',
      body: `筛查计划“${plan.planName}”已为贵校安排筛查任务${when}，承担机构请在筛查任务中查看。`,
    },
    { adminsOf: distinct(schools.map(({ schoolOrgId }) => schoolOrgId)) },
  )
}

/** Those who carried out tasks that others have now. */
export async function tellTaken(ctx: UserTxCtx, plan: Plan, formerOrgIds: number[]): Promise<void> {
  await sendMessage(
    ctx,
    {
      kind: KIND,
      title: '筛查任务调整',
      body: `筛查计划“${plan.planName}”中的部分筛查任务已改由其他机构承担。`,
      // The organisation may no longer be allowed to see the plan itself.
      link: '/eyesight/task-list',
    },
    { adminsOf: distinct(formerOrgIds) },
  )
}
