// Which schools belong to the range of a plan is stored, and right after any change of plans, schools, areas and tasks.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeRandom, type Random } from '../../../seed/demo-random.ts'
import { useApp } from '../../../testing/app.ts'
import { insertFigurePlan } from '../../../testing/figure-plans.ts'
import { rowsOf } from '../../../testing/rows.ts'
import { runTransaction, untilLocksAreAwaited } from '../../../testing/transaction.ts'

const node = useApp()
let plans: number[] = []
beforeAll(async () => {
  plans = [
    await insertFigurePlan(node.current, { name: '甲', open: true }),
    await insertFigurePlan(node.current, { name: '乙', open: true }),
  ]
})

type School = {
  org: number
  status: number
  stages: number[]
  province: string
  city: string | null
  region: string | null
}
type Plan = { id: number; stages: number[]; include_direct: number; areas: string[] }
type Task = { plan: number; org: number; begun: boolean; some: boolean }
type Row = { plan: number; org: number; begun: boolean; task: boolean; whole: boolean }

/** Written a second time, school by school. */
async function recount(): Promise<Row[]> {
  const schools = await rowsOf<School>(
    node.current,
    `select o.id as org, o.status, s.stages, o.province_id as province, o.city_id as city, o.region_id as region
     from org o join school s on s.org_id = o.id`,
  )
  const openPlans = await rowsOf<Plan>(
    node.current,
    `select id, stages, include_direct, array(select area_id from plan_area where plan_id = plan.id) as areas
     from plan where not range_stored`,
  )
  const tasks = await rowsOf<Task>(
    node.current,
    `select plan_id as plan, school_org_id as org, synced_at is not null as begun, selection is not null as some from task`,
  )
  const divided = await rowsOf<{ city: string }>(
    node.current,
    'select distinct parent_id as city from area where level = 3',
  )
  const dividedCities = new Set(divided.map(({ city }) => city))
  const isReached = (plan: Plan, school: School) => {
    const direct = school.city === null || (school.region === null && dividedCities.has(school.city))
    return (
      school.status === 1 &&
      school.stages.some((stage) => plan.stages.includes(stage)) &&
      [school.province, school.city, school.region].some((area) => plan.areas.includes(String(area))) &&
      (plan.include_direct === 1 || !direct)
    )
  }
  return openPlans.flatMap((plan) =>
    schools.flatMap((school) => {
      const own = tasks.filter((task) => task.plan === plan.id && task.org === school.org)
      if (own.length === 0 && !isReached(plan, school)) return []
      return {
        plan: plan.id,
        org: school.org,
        begun: own.some(({ begun }) => begun),
        task: own.length > 0,
        whole: own.every(({ begun, some }) => !begun && !some),
      }
    }),
  )
}

async function expectRight(after: string) {
  const stored = await rowsOf<Row>(
    node.current,
    `select plan_id as plan, org_id as org, r.begun > 0 as begun, tasks > 0 as task, apart = 0 as whole
     from plan_range_school as r join plan on plan.id = r.plan_id where not range_stored and (reached or tasks > 0)`,
  )
  const inOrder = (rows: Row[]) => rows.sort((a, b) => a.plan - b.plan || a.org - b.org)
  expect({ after, rows: inOrder(stored) }).toEqual({ after, rows: inOrder(await recount()) })
}

const STAGES = ['{1,2,3,4,5,6,7}', '{2}', '{1,3}', '{4,5}', '{}']
const AREAS = ['330000', '330100', '330200', '330106', '330109', '330300']
const PLACES = [
  "'330100', '330106'",
  "'330100', '330109'",
  "'330100', null",
  "'330200', null",
  'null, null',
  "'339900', null",
]
/** A city without districts; the districts that come and go in it. */
const CITY = '339900'

type Change = (random: Random, picked: { plan: number; school: number; turn: number }) => string
const addTask = (plan: number, condition: string, selection: string) =>
  `insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id, selection)
   select ${plan}, org.id, org.id, 0, '2099-01-01', '2099-12-31', province_id, city_id, region_id, ${selection}
   from org join school on school.org_id = org.id where ${condition}`
const SELECTION = `'{"stages":[2]}'`
const CHANGES: Record<string, Change> = {
  'stages of a plan': (random, { plan }) =>
    `update plan set stages = '${random.pick(STAGES)}' where id = ${plan}`,
  'direct schools': (_, { plan }) => `update plan set include_direct = 1 - include_direct where id = ${plan}`,
  'areas of a plan': (random, { plan }) => `delete from plan_area where plan_id = ${plan};
    insert into plan_area (plan_id, area_id, province_id)
    select ${plan}, id, '330000' from unnest(array['${random.pick(AREAS)}', '${random.pick(AREAS)}']) as id on conflict do nothing`,
  'a plan ends': (_, { plan }) => `update plan set range_stored = true where id = ${plan}`,
  'a plan goes on': (_, { plan }) => `update plan set range_stored = false where id = ${plan}`,
  'approval of a school': (random, { school }) =>
    `update org set status = ${random.pick([0, 1, 1, 2])} where id = ${school}`,
  'stages of a school': (random, { school }) =>
    `update school set stages = '${random.pick(STAGES)}' where org_id = ${school}`,
  'place of a school': (random, { school }) =>
    `update org set (city_id, region_id) = (select ${random.pick(PLACES)}) where id = ${school}`,
  'a new school': (random, { turn }) => `with made as (
      insert into org (name, org_type, property, province_id, city_id, region_id, status)
      values ('新校${turn}', 10, 1, '330000', ${random.pick(PLACES)}, 1) returning id)
    insert into school (org_id, stages) select id, '${random.pick(STAGES)}' from made`,
  'a school goes': (_, { school }) => `delete from school where org_id = ${school}
      and not exists (select from task where school_org_id = ${school})
      and not exists (select from grade where org_id = ${school})`,
  'a district comes': (_, { turn }) =>
    `insert into area (id, parent_id, name, level, full_name, full_id)
     values ('3399${10 + (turn % 80)}', '${CITY}', '新区', 3, '新区', '${CITY}') on conflict do nothing`,
  'the districts go': () => `delete from area where parent_id = '${CITY}'`,
  'a task': (random, { plan, school }) =>
    addTask(plan, `org.id = ${school}`, random.pick(['null', SELECTION])),
  'tasks of many schools': (random, { plan }) =>
    addTask(plan, `org.id % 7 = ${random.int(7)}`, random.pick(['null', SELECTION])),
  'tasks begin': (random, { plan }) =>
    `update task set synced_at = now() where plan_id = ${plan} and school_org_id % 5 = ${random.int(5)}`,
  'tasks take other classes': (random, { plan }) =>
    `update task set selection = ${random.pick(['null', SELECTION])}
     where plan_id = ${plan} and school_org_id % 3 = ${random.int(3)} and synced_at is null`,
  'tasks go': (random, { plan }) =>
    `delete from task where plan_id = ${plan} and school_org_id % 4 = ${random.int(4)}`,
}

describe('the schools of a plan', () => {
  test('are those it reaches and those with a task, after every change there can be', async () => {
    await node.current.sql(`insert into area (id, parent_id, name, level, full_name, full_id) values ('${CITY}', '330000', '新市', 2, '新市', '')
      on conflict do nothing`)
    const random = makeRandom('schools of plans')
    const happened = new Set<string>()
    for (let turn = 0; turn < 100; turn++) {
      const schools = await rowsOf<{ id: number }>(node.current, 'select org_id as id from school order by 1')
      const name = random.pick(Object.keys(CHANGES))
      happened.add(name)
      const change = CHANGES[name]?.(random, {
        plan: random.pick(plans),
        school: random.pick(schools).id,
        turn,
      })
      await node.current.sql(String(change))
      await expectRight(`${turn} ${name}`)
    }
    expect(happened.size).toBe(Object.keys(CHANGES).length)
  })

  test('go with the plan', async () => {
    const gone = await insertFigurePlan(node.current, { name: '丙', open: true })
    await node.current.sql(addTask(gone, 'org.status = 1', 'null'))
    await node.current.sql(
      `delete from task where plan_id = ${gone}; delete from plan_place where plan_id = ${gone}; delete from plan where id = ${gone}`,
    )
    expect(
      await rowsOf(node.current, 'select from plan_range_school where plan_id = $1', [gone]),
    ).toHaveLength(0)
    await expectRight('a plan was deleted')
  })
})

describe('two changes at once', () => {
  /** The second begins while the first has not ended, and is right all the same. */
  async function meet(first: string, second: string) {
    let ended: Promise<void> = Promise.resolve()
    await runTransaction(node.current, async (client) => {
      await client.query(first)
      ended = runTransaction(node.current, (other) => other.query(second))
      await untilLocksAreAwaited(node.current)
    })
    await ended
  }
  const planId = () => plans[0] ?? 0
  let school = 0
  beforeAll(async () => {
    const [picked] = await rowsOf<{ id: number }>(
      node.current,
      'select org_id as id from school where exists (select from class where org_id = school.org_id) order by 1 limit 1',
    )
    school = picked?.id ?? 0
  })
  const given = async () => {
    await node.current.sql(`
      delete from task where plan_id = ${planId()} and school_org_id = ${school};
      update plan set stages = '{2}', include_direct = 1, range_stored = false where id = ${planId()};
      insert into plan_area (plan_id, area_id, province_id) values (${planId()}, '330000', '330000') on conflict do nothing;
      update org set status = 1, city_id = '330100', region_id = '330106' where id = ${school};
      update school set stages = '{2}' where org_id = ${school}`)
    await expectRight('given')
  }
  const otherPlanStages = () => `update plan set stages = '{3}' where id = ${planId()}`
  const otherSchoolStages = () => `update school set stages = '{3}' where org_id = ${school}`

  test('of a plan and a school', async () => {
    await given()
    await meet(otherPlanStages(), otherSchoolStages())
    await expectRight('the plan was first')
    await given()
    await meet(otherSchoolStages(), otherPlanStages())
    await expectRight('the school was first')
  })

  test('of the approval and the stages of one school', async () => {
    await given()
    await node.current.sql(
      `update school set stages = '{3}' where org_id = ${school}; update org set status = 0 where id = ${school}`,
    )
    const approve = `update org set status = 1 where id = ${school}`
    const offer = `update school set stages = '{2}' where org_id = ${school}`
    await meet(approve, offer)
    await expectRight('the approval was first')
  })

  test('of a task and of what the plan reaches', async () => {
    await given()
    const task = addTask(planId(), `org.id = ${school}`, 'null')
    await meet(otherPlanStages(), task)
    await expectRight('the plan was first')
    await given()
    await meet(task, otherPlanStages())
    await expectRight('the task was first')
  })
})
