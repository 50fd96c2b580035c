// The whole range of a plan: schools and students with lists, waiting for their task, and without one.
import { beforeAll, describe, expect, test } from 'vitest'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import { type RangeCounts, wholeRange } from '#contract/eyesight/figures/plan-range.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { endPlans } from '../../../plans/due-transition-queries.ts'
import { makeRandom } from '../../../seed/demo-random.ts'
import { useApp } from '../../../testing/app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../../../testing/figure-plans.ts'
import { demoUsers, must } from '../../../testing/people.ts'
import { oneOf, orgIdOf, rowsOf } from '../../../testing/rows.ts'
import { setReopened } from '../../plans/plan-life-queries.ts'

const node = useApp()
const as = demoUsers(node)
const { breakdown, intake, planOverview } = figureEndpoints
let planId = 0
beforeAll(async () => {
  planId = await insertFigurePlan(node.current, { open: true })
  await begin('330106-school-1')
  await begin('330106-school-3', 2)
  await wait('330106-school-2', null)
  const kindergarten = await orgIdOf(node.current, '330106-school-0')
  const [first] = await rowsOf<{ id: number }>(
    node.current,
    'select id from class where org_id = $1 and closed_on is null and student_count > 0 order by id limit 1',
    [kindergarten],
  )
  await wait('330106-school-0', { classIds: [first?.id] })
})

const begin = async (key: string, stage?: number) =>
  insertList(node.current, await insertFigureTask(node.current, planId, key, stage ? { stage } : {}))
const wait = async (key: string, selection: object | null) =>
  rowsOf(
    node.current,
    `insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id, selection)
     select $1, id, id, 0, '2099-01-01', '2099-12-31', province_id, city_id, region_id, $3 from org where id = $2`,
    [planId, await orgIdOf(node.current, key), selection && JSON.stringify(selection)],
  )

type School = {
  org: number
  province: string
  city: string | null
  region: string | null
  begun: boolean
  tasks: number
}
type Part = keyof RangeCounts
type Student = School & { part: Part; stage: number; grade: number; class: number }

/** Written a second time in plain words, student by student. */
async function recount() {
  const schools = await rowsOf<School & { stages: number[]; status: number }>(
    node.current,
    `select o.id as org, o.province_id as province, o.city_id as city, o.region_id as region, s.stages, o.status,
       (select count(*)::int from task t where t.plan_id = $1 and t.school_org_id = o.id) as tasks,
       exists (select from task t where t.plan_id = $1 and t.school_org_id = o.id and t.synced_at is not null) as begun
     from org o join school s on s.org_id = o.id`,
    [planId],
  )
  const [plan] = await rowsOf<{ stages: number[] }>(node.current, 'select stages from plan where id = $1', [
    planId,
  ])
  const reached = schools.filter(
    ({ stages, status, tasks, province }) =>
      tasks > 0 ||
      (status === 1 && province === '330000' && stages.some((stage) => plan?.stages.includes(stage))),
  )
  const listed = await rowsOf<{ org: number; stage: number; grade: number; class: number }>(
    node.current,
    `select t.school_org_id as org, c.stage, c.grade_no as grade, c.class_id as class
     from screening_record r join task t on t.id = r.task_id
       join task_class c on c.task_id = r.task_id and c.class_id = r.class_id where r.plan_id = $1`,
    [planId],
  )
  const inSchool = await rowsOf<{
    org: number
    stage: number
    grade: number
    gradeId: number
    class: number
  }>(
    node.current,
    `select s.org_id as org, g.stage, g.grade_no as grade, g.id as "gradeId", s.class_id as class
     from student s join class c on c.id = s.class_id join grade g on g.id = c.grade_id where c.closed_on is null`,
  )
  const taken = await rowsOf<{ class_id: number }>(
    node.current,
    'select class_id from task_class where plan_id = $1',
    [planId],
  )
  const waiting = await rowsOf<{ org: number; selection: Selection | null }>(
    node.current,
    'select school_org_id as org, selection from task where plan_id = $1 and synced_at is null',
    [planId],
  )
  const takenIds = new Set(taken.map(({ class_id }) => class_id))
  const school = new Map(reached.map((each) => [each.org, each]))
  const students: Student[] = listed.flatMap((each) => {
    const at = school.get(each.org)
    return at ? [{ ...at, ...each, part: 'begun' as const }] : []
  })
  for (const each of inSchool) {
    const at = school.get(each.org)
    if (!at || takenIds.has(each.class) || !plan?.stages.includes(each.stage)) continue
    const named = waiting.some(
      ({ org, selection }) =>
        org === each.org &&
        (selection === null ||
          selection.stages?.includes(each.stage) ||
          selection.gradeIds?.includes(each.gradeId) ||
          selection.classIds?.includes(each.class)),
    )
    students.push({ ...at, ...each, part: named ? 'waiting' : 'unassigned' })
  }
  return { schools: reached, students }
}
type Selection = { stages?: number[]; gradeIds?: number[]; classIds?: number[] }

const partOfSchool = ({ begun, tasks }: School): Part =>
  begun ? 'begun' : tasks > 0 ? 'waiting' : 'unassigned'
type Recounted = Awaited<ReturnType<typeof recount>>
const rangeIn = ({ schools, students }: Recounted, wanted: (at: School) => boolean): RangeCounts => {
  const part = (name: Part) => ({
    schools: schools.filter((each) => wanted(each) && partOfSchool(each) === name).length,
    students: students.filter((each) => wanted(each) && each.part === name).length,
  })
  return { begun: part('begun'), waiting: part('waiting'), unassigned: part('unassigned') }
}

const ask = (account: string, query: object = {}) =>
  must(as(account).call(breakdown, { planId, ...query } as never))

async function expectRangeRight() {
  const all = await recount()
  const province = await ask('province01')
  expect(province.range).toEqual(rangeIn(all, () => true))
  expect(province.total.expected).toBe(all.students.length)
  const city = await ask('city01')
  expect(city.range).toEqual(rangeIn(all, (at) => at.city === '330100'))
  for (const { unit, range, counts } of [...province.rows, ...city.rows]) {
    const { areaId, orgId } = unit.key
    const own = rangeIn(all, (at) => (areaId ? at.city === areaId || at.region === areaId : at.org === orgId))
    expect({ unit: unit.name, range }).toEqual({ unit: unit.name, range: own })
    expect(counts.expected).toBe(wholeRange(range).students)
  }
  const region = await ask('region01')
  const here = rangeIn(all, (at) => at.region === '330106')
  expect(region.range).toEqual(here)
  expect(region.rows).toHaveLength(wholeRange(here).schools)
  for (const { unit, range } of region.rows)
    expect(range).toEqual(rangeIn(all, (at) => at.org === unit.key.orgId))
  const overview = await must(as('region01').call(planOverview, { planId }))
  expect(overview.range).toEqual(here)
  expect(overview.total.expected).toBe(wholeRange(here).students)
  for (const { stage, counts } of overview.byStage)
    expect([stage, counts.expected]).toEqual([
      stage,
      all.students.filter((each) => each.region === '330106' && each.stage === stage).length,
    ])
  const came = await must(as('region01').call(intake, { planId, pageNum: 1, pageSize: 50 }))
  expect(came.total.range).toEqual(here)
  expect(came.page.list.map(({ orgId }) => orgId).sort()).toEqual(
    region.rows.map(({ unit }) => unit.key.orgId).sort(),
  )
  for (const { orgId, expected, waiting, unassigned } of came.page.list) {
    const own = rangeIn(all, (at) => at.org === orgId)
    expect([expected, waiting, unassigned]).toEqual([
      wholeRange(own).students,
      own.waiting.students,
      own.unassigned.students,
    ])
  }
  const plans = await must(as('region01').call(planEndpoints.planPageList, { pageNum: 1, pageSize: 50 }))
  expect(plans.list.find((plan) => plan.planId === planId)?.range).toEqual(here)
}

describe('the range of a plan', () => {
  test('has schools that have begun, wait, and have no task', async () => {
    await expectRangeRight()
    const region = await ask('region01')
    expect(region.range).toMatchObject({ begun: { schools: 2 }, waiting: { schools: 2 } })
    expect(region.range.unassigned.schools).toBeGreaterThan(0)
    const shared = region.rows.find(({ unit }) => unit.name === '西湖九年一贯制学校')
    expect(shared?.range).toMatchObject({ begun: { schools: 1 }, unassigned: { schools: 0 } })
    expect(shared?.range.unassigned.students).toBeGreaterThan(0)
  })

  test('reaches down to grades and classes that are on no list', async () => {
    const all = await recount()
    const orgId = await orgIdOf(node.current, '330106-school-3')
    const school = await ask('region01', { orgId })
    for (const { unit, counts } of school.rows) {
      const { prefix, gradeNo } = unit.key
      expect([unit.name, counts.expected]).toEqual([
        unit.name,
        all.students.filter((s) => s.org === orgId && s.stage === prefix && s.grade === gradeNo).length,
      ])
    }
    const junior = school.rows.find(({ unit }) => unit.name === '初一')
    const grade = await ask('region01', junior?.unit.key)
    const [first] = grade.rows
    const oneClass = await ask('region01', first?.unit.key)
    expect(oneClass.total.expected).toBe(first?.counts.expected)
    expect(oneClass.range.unassigned.students).toBe(first?.counts.expected)
  })

  test('of a stage has the schools of that stage', async () => {
    const all = await recount()
    const answer = await ask('region01', { stage: 3 })
    expect(answer.total.expected).toBe(
      all.students.filter((s) => s.region === '330106' && s.stage === 3).length,
    )
  })

  test('is for who carries out tasks only what these will take', async () => {
    const task = await oneOf(
      node.current,
      `select id from task where plan_id = $1 and synced_at is null and selection is null`,
      [planId],
    )
    const hospital = await orgIdOf(node.current, '330106-hospital')
    await node.current.sql(`update task set org_id = ${hospital} where id = ${task}`)
    const all = await recount()
    const school = await orgIdOf(node.current, '330106-school-2')
    const answer = await ask('hospital01')
    expect(answer.range).toEqual(rangeIn(all, (at) => at.org === school))
    expect(answer.range.waiting.students).toBeGreaterThan(0)
  })
})

/** Of which schools every open class is on a list is counted as the lists and classes change. */
async function expectListedRight() {
  const counted = await rowsOf(
    node.current,
    'select * from plan_listed where plan_id = $1 and classes <> 0 order by 2, 3',
    [planId],
  )
  const listed = await rowsOf(
    node.current,
    `select l.plan_id, l.school_org_id, c.stage, count(*)::int as classes from task_class l join class c on c.id = l.class_id
     where l.plan_id = $1 and c.closed_on is null group by 1, 2, 3 order by 2, 3`,
    [planId],
  )
  expect(counted).toEqual(listed)
}

test('equals a recount after whatever comes and goes', async () => {
  const random = makeRandom('range')
  const schools = await rowsOf<{ id: number }>(node.current, 'select org_id as id from school order by 1')
  const classes = () =>
    rowsOf<{ id: number; org_id: number }>(
      node.current,
      'select id, org_id from class where closed_on is null order by id',
    )
  for (let turn = 0; turn < 30; turn++) {
    const { id } = random.pick(schools)
    switch (random.pick(['leave', 'join', 'class', 'close', 'school', 'stage', 'task', 'begin'])) {
      case 'leave':
        await node.current.sql(`update student set class_id = null, left_as = 10, left_on = current_date where id in (
          select id from student where org_id = ${id} and class_id is not null order by id limit ${random.int(5)})`)
        break
      case 'join': {
        const { id: to, org_id } = random.pick(await classes())
        await node.current.sql(`update student set class_id = ${to}, org_id = ${org_id}, left_as = null, left_on = null
          where id in (select id from student where class_id is null order by id limit ${random.int(5)})`)
        break
      }
      case 'class':
        await node.current.sql(`insert into class (org_id, stage, grade_id, name, class_no, entry_year)
          select org_id, stage, id, '新${turn}班', ${900 + turn}, 2025 from grade where org_id = ${id} order by id limit 1`)
        break
      case 'close':
        await node.current.sql(`update class set closed_on = current_date
          where id in (select id from class where closed_on is null and student_count = 0 order by id limit 3)`)
        break
      case 'school':
        await node.current.sql(`update org set status = 1 - status where id = ${id} and status in (0, 1)
          and not exists (select from task where school_org_id = ${id})`)
        break
      case 'stage':
        await node.current.sql(
          `update plan set stages = '${random.pick(['{1,2,3,4,5,6,7}', '{2,3}', '{1,2,3,4}'])}' where id = ${planId}`,
        )
        break
      case 'task':
        await node.current.sql(`insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id)
          select ${planId}, id, id, 0, '2099-01-01', '2099-12-31', province_id, city_id, region_id from org
          where id = ${id} and not exists (select from task where plan_id = ${planId} and school_org_id = ${id})`)
        break
      default: {
        const [task] = await rowsOf<{ id: number }>(
          node.current,
          'select id from task where plan_id = $1 and synced_at is null and selection is null order by id limit 1',
          [planId],
        )
        if (!task) break
        await node.current.sql(`
          insert into task_class (task_id, class_id, plan_id, school_org_id, stage, grade_id, grade_no, class_name, class_no)
          select t.id, c.id, t.plan_id, c.org_id, g.stage, g.id, g.grade_no, c.name, c.class_no
          from task t join plan p on p.id = t.plan_id join class c on c.org_id = t.school_org_id and c.stage = any (p.stages)
            join grade g on g.id = c.grade_id where t.id = ${task.id} and c.closed_on is null;
          update task set synced_at = now(), status = 1 where id = ${task.id}`)
        await insertList(node.current, task.id)
      }
    }
    if (turn % 5 === 4) {
      await expectRangeRight()
      await expectListedRight()
    }
  }
})

test('stays as it was when the plan ended, and goes on when it is reopened', async () => {
  const before = await ask('province01')
  await node.current.data.work.db.transaction().execute((tx) => endPlans(tx, [planId]))
  expect((await ask('province01')).range).toEqual(before.range)
  await node.current.sql(`update student set class_id = null, left_as = 20, left_on = current_date
    where class_id is not null and id % 3 = 0`)
  const after = await ask('province01')
  expect([after.range, after.total.expected]).toEqual([before.range, before.total.expected])
  await node.current.data.work.db.transaction().execute((tx) => setReopened(tx, planId, '2099-12-31'))
  expect((await ask('province01')).range).not.toEqual(before.range)
  await expectRangeRight()
})
