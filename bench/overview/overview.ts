// Big screens: every view with 80 000 records and with four million, as if nobody else had just asked; then many who watch.
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { PlanKind, type PlanRow } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { compareSizes, inTurns } from '../compare-sizes.ts'
import { grownApp, STUDENTS } from '../figures.ts'
import type { Call, MeasuredApp } from '../measured-app.ts'
import { scratchFolder } from '../scratch-product.ts'
import type { Row, Table } from '../table.ts'
import { measureCrowd } from './crowd.ts'
import { schoolOf, surveyViewsOf, type View, viewsOf } from './views.ts'

const BAR = 2
/** Of the server, for opening any view; there are many, and the largest take a while. */
const OF_SERVER = { mostMs: 1_000, calls: 20 }

type Options = { students?: number; data?: string }

export async function measureOverview({ students = STUDENTS.many, data }: Options): Promise<Table> {
  const scratch = data === undefined ? scratchFolder() : undefined
  const folder = data ?? scratch?.folder ?? ''
  const rows: Row[] = []
  // The run takes minutes, so every result is printed as soon as it is known.
  const tell = (...found: Row[]) => {
    rows.push(...found)
    for (const { what, value } of found) console.log(`${what}：${value}`)
  }
  try {
    await compareViews(students, folder, tell)
    tell(...(await measureCrowd(folder, students)))
  } finally {
    scratch?.remove()
  }
  return {
    title: '大屏：两万与一百万名学生，各四次筛查',
    note: `${inTurns(OF_SERVER.calls)}每次都重新查询；平时同一画面一秒内只查询一次，所有观看者共用。普查是把同一计划改为普查后测量。多人观看在大库上运行完整的产品，其余客户端在另一进程。`,
    rows,
  }
}

async function compareViews(students: number, folder: string, tell: (row: Row) => void): Promise<void> {
  const small = await grownApp(STUDENTS.few, folder)
  const large = await grownApp(students, folder)
  try {
    tell(large.row)
    const sides = [small.app, large.app] as const
    const plans = [await planOf(sides[0]), await planOf(sides[1])] as const
    const compare = async (viewsOfPlan: typeof viewsOf) => {
      const [atSmall, atLarge] = [viewsOfPlan(plans[0]), viewsOfPlan(plans[1])]
      for (const [nth, view] of atSmall.entries()) {
        const calls = [await callOf(sides[0], view), await callOf(sides[1], atLarge[nth])] as const
        tell(await compareSizes(view.name, BAR, [sides[0], calls[0]], [sides[1], calls[1]], OF_SERVER))
      }
    }
    await compare(viewsOf)
    await Promise.all(sides.map((app, nth) => setKind(app, plans[nth]?.planId, 'survey')))
    await compare(surveyViewsOf)
    await Promise.all(sides.map((app, nth) => setKind(app, plans[nth]?.planId, 'routine')))
  } finally {
    await small.app.close()
    await large.app.close()
  }
}

/** The plan under way, and a school of it. */
async function planOf(app: MeasuredApp): Promise<{ planId: number; orgId: number }> {
  const token = await app.login('province01')
  const { list } = await app.read<{ list: PlanRow[] }>({ path: planEndpoints.planPageList.path, token })
  const planId = list.find(({ status }) => status === PlanStatus.code.underWay)?.planId
  if (planId === undefined) throw new Error('no plan is under way')
  return { planId, orgId: await schoolOf(planId, (path) => app.read({ path, token })) }
}

const tokens = new WeakMap<MeasuredApp, Map<string, string>>()

async function callOf(app: MeasuredApp, view: View | undefined): Promise<Call | undefined> {
  if (!view) return undefined
  const known = tokens.get(app) ?? new Map<string, string>()
  tokens.set(app, known)
  const token = known.get(view.account) ?? (await app.login(view.account))
  known.set(view.account, token)
  return { path: view.path, token }
}

/** No call changes the kind of a plan that is under way, and a second one would take as long to grow as the first. */
async function setKind(app: MeasuredApp, planId: number | undefined, kind: 'survey' | 'routine') {
  const owner = app.owner()
  await owner.pool.query('update plan set kind = $2 where id = $1', [planId, PlanKind.code[kind]])
  await owner.close()
}
