import path from 'node:path'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import type { PlanRow } from '#contract/eyesight/plan-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { growDemo } from '../server/seed/grow/grow-demo.ts'
import { CALLS, compareSizes, IN_TURNS, ROUNDS } from './compare-sizes.ts'
import { measureSaving } from './figures-saving.ts'
import { type Call, type MeasuredApp, measuredApp } from './measured-app.ts'
import { median, type Row, type Table } from './table.ts'

export const STUDENTS = { few: 20_000, many: 1_000_000 }
const PLANS = 4
const BAR = 2
const FASTER = 100
/** All sections of a report, on the server. */
const REPORT_MS = 1_000

/** Figures of every level with 20 000 students and with a million, four plans each, in turns within one run. */
export async function measureFigures({
  students = STUDENTS.many,
  data,
}: {
  students?: number
  data?: string
}): Promise<Table> {
  const small = await grownApp(STUDENTS.few, data)
  const large = await grownApp(students, data)
  try {
    const rows: Row[] = []
    // The run takes minutes, so every result is printed as soon as it is known.
    const tell = (...found: Row[]) => {
      rows.push(...found)
      for (const { what, value } of found) console.log(`${what}：${value}`)
    }
    tell(large.row)
    const [atSmall, atLarge] = [await callsOf(small.app), await callsOf(large.app)]
    for (const name of Object.keys(atSmall.calls)) {
      const sides = [
        [small.app, atSmall.calls[name]],
        [large.app, atLarge.calls[name]],
      ] as const
      tell(await compareSizes(name, BAR, ...sides, name.endsWith('报告') ? { mostMs: REPORT_MS } : {}))
    }
    tell(await measureFollowed(large.app, atLarge))
    tell(...(await measureDirect(large.app, atLarge)))
    tell(...(await measureSaving(large.app)))
    return {
      title: '筛查数字：两万与一百万名学生，各四次筛查',
      note: `${IN_TURNS}数字在保存时随记录一起更新，读取时只把少量行相加。`,
      rows,
    }
  } finally {
    await small.app.close()
    await large.app.close()
  }
}

/** The demo grown to so many students with four plans, in a database that stays where `data` names a folder. */
export async function grownApp(
  students: number,
  data: string | undefined,
): Promise<{ app: MeasuredApp; row: Row }> {
  let took = ''
  const app = await measuredApp({
    dataDir: data && path.join(data, String(students)),
    async prepare(db, secrets) {
      const started = performance.now()
      const { added } = await growDemo(db, secrets, { students, plans: PLANS, say: console.log })
      took = added > 0 ? `${((performance.now() - started) / 1000).toFixed(0)} 秒` : '此前已生成'
    },
  })
  const owner = app.owner()
  const { rows } = await owner.pool.query<{ n: number }>('select count(*)::int as n from screening_record')
  await owner.close()
  const records = (rows[0]?.n ?? 0).toLocaleString('en')
  const what = `批量生成到 ${students.toLocaleString('en')} 名在校学生、${records} 条筛查记录`
  return { app, row: { what, value: took } }
}

type Asked = { calls: Record<string, Call>; planId: number; followed: Call }

/** The same questions to each database: the whole province, 杭州市, 西湖区 and a school there. */
async function callsOf(app: MeasuredApp): Promise<Asked> {
  const token = await app.login('province01')
  const query = (path: string, input: Record<string, unknown>): Call => ({
    path: `${path}?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`,
    token,
  })
  const plans = planEndpoints.planPageList.path
  const { list } = await app.read<{ list: PlanRow[] }>(query(plans, {}))
  const planId = list.find(({ status }) => status === 3)?.planId
  const running = list.find(({ status }) => status === 2)?.planId
  if (planId === undefined || running === undefined || list.length < PLANS)
    throw new Error('plans are missing')
  const breakdown = (input: object) => query(figureEndpoints.breakdown.path, { planId, ...input })
  const { rows } = await app.read<{ rows: { unit: { key: { orgId?: number } } }[] }>(
    breakdown({ areaId: '330106' }),
  )
  const orgId = rows[0]?.unit.key.orgId
  if (orgId === undefined) throw new Error('no school in the district')
  const indicators = figureEndpoints.indicatorTable.path
  return {
    planId,
    followed: query(reportEndpoints.contrastReport.path, { planIds: `${running},${planId}` }),
    calls: {
      '全省人数（按市）': breakdown({}),
      '一个市（按区县）': breakdown({ areaId: '330100' }),
      '一个区县（按学校）': breakdown({ areaId: '330106' }),
      '一所学校（按年级）': breakdown({ orgId }),
      全省七项比率及同比: query(indicators, { planId: running }),
      筛查计划列表: query(plans, { pageNum: 1 }),
      省级报告: query(reportEndpoints.provinceReport.path, { planId: running }),
      市级报告: query(reportEndpoints.cityReport.path, { planId: running, areaId: '330100' }),
      区县报告: query(reportEndpoints.regionReport.path, { planId: running, areaId: '330106' }),
      学校报告: query(reportEndpoints.schoolReport.path, { planId: running, orgId }),
    },
  }
}

/** Two plans of the province compared: every child is looked up in both. */
async function measureFollowed(app: MeasuredApp, { followed }: Asked): Promise<Row> {
  const times = await app.times(followed, 1 + ROUNDS)
  return {
    what: '全省两次计划对比（逐人追踪，大库）',
    value: `${(median(times.slice(1)) / 1000).toFixed(1)} 秒`,
  }
}

/** What the province's figures would take if they were counted from the records when asked for. */
const DIRECT = `
  select t.city_id, count(*) as expected, count(*) filter (where r.state <> 0) as screened,
    count(*) filter (where r.state = 2) as valid, count(*) filter (where r.state = 2 and r.myopia) as myopia,
    count(*) filter (where r.state = 2 and r.myopia_degree = 3) as high,
    count(*) filter (where r.state = 2 and r.poor_vision) as poor,
    count(*) filter (where r.state = 2 and r.referral) as referral
  from screening_record as r join task as t on t.id = r.task_id
  where r.plan_id = $1 group by t.city_id`

async function measureDirect(app: MeasuredApp, { planId, calls }: Asked): Promise<Row[]> {
  const call = calls['全省人数（按市）']
  if (!call) throw new Error('the province was not asked for')
  const owner = app.owner()
  const [direct, stored]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now()
    await owner.pool.query(DIRECT, [planId])
    // The first warms up.
    if (round > 0) direct.push(performance.now() - started)
    stored.push(median(await app.times(call, CALLS)))
  }
  await owner.close()
  const ratio = median(direct) / median(stored)
  return [
    { what: '同样的全省人数直接从记录 GROUP BY', value: `${median(direct).toFixed(0)} 毫秒` },
    {
      what: 'GROUP BY / 随记录更新的数字（整个请求，中位数）',
      value: `${median(stored).toFixed(1)} 毫秒，快 ${ratio.toFixed(0)} 倍`,
      bar: `≥ ${FASTER} 倍`,
      met: ratio >= FASTER,
    },
  ]
}
