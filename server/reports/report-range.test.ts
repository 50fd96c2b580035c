// Who gets which report, and of what.
import { beforeAll, describe, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { insertFigurePlan } from '../testing/figure-plans.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUsers, must, permit, READERS } from '../testing/people.ts'
import { recountRecords } from '../testing/recount.ts'
import { expectReportRight, rowNamed, tableNamed, tablesOf } from '../testing/reports/report-tables.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const node = useApp()
const ACCOUNTS = [...READERS, 'sscreen01', 'social01'] as const
type Account = (typeof ACCOUNTS)[number]
const as = demoUsers(node)

let world: FigureWorld
let ids: {
  school: number
  elsewhere: number
  ownClass: number
  otherClass: number
  ownGrade: number
  otherGrade: number
  draft: number
}

const one = async (statement: string, values: unknown[]): Promise<number> => {
  const [row] = await rowsOf<Record<string, number>>(node.current, statement, values)
  return Number(Object.values(row ?? {})[0])
}

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('range of reports'))
  const school = await orgIdOf(node.current, '330106-school-1')
  const assigned = `select class_id from user_class where user_id = (select id from app_user where account = 'teacher01')`
  const headed = `select grade_no from grade where id in (select grade_id from user_grade
    where user_id = (select id from app_user where account = 'grade01'))`
  ids = {
    school,
    elsewhere: await orgIdOf(node.current, '330109-school-1'),
    ownClass: await one(`${assigned} order by 1 limit 1`, []),
    otherClass: await one(
      `select class_id from task_class where plan_id = $1 and school_org_id = $2 and class_id not in (${assigned})
         and grade_no not in (${headed}) limit 1`,
      [world.planId, school],
    ),
    ownGrade: await one(`${headed} limit 1`, []),
    otherGrade: await one(
      `select grade_no from grade where org_id = $1 and grade_no not in (${headed}) limit 1`,
      [school],
    ),
    draft: await insertFigurePlan(node.current, { name: '草稿', status: 0 }),
  }
})

const KINDS = ['province', 'city', 'region', 'school', 'grade', 'class'] as const
type Kind = (typeof KINDS)[number]

async function ask(account: string, kind: Kind, unit: object = {}, planId = world.planId) {
  const named: Record<Kind, object> = {
    province: { areaId: '330000' },
    city: { areaId: '330100' },
    region: { areaId: '330106' },
    school: { orgId: ids.school },
    grade: { orgId: ids.school, prefix: 2, gradeNo: ids.ownGrade },
    class: { classId: ids.ownClass },
  }
  return as(account).call(reportEndpoints[`${kind}Report`], { planId, ...named[kind], ...unit } as never)
}

const HOLDS: Record<Account, readonly Kind[]> = {
  province01: KINDS,
  city01: KINDS.slice(1),
  region01: KINDS.slice(2),
  school01: KINDS.slice(3),
  grade01: ['grade'],
  teacher01: ['class'],
  sscreen01: [],
  hospital01: [],
  social01: [],
}

describe.each(ACCOUNTS)('%s', (account) => {
  test.each(KINDS)('%s report', async (kind) => {
    const held = HOLDS[account].includes(kind)
    const answer = await ask(account, kind)
    if (account === 'grade01' && kind === 'class') {
      // The permission, but not that class unless it is of the own grade.
      expect([200, 650]).toContain(answer.code)
      return
    }
    expect(answer.code).toBe(held ? 200 : 602)
    if (held) expectReportRight(answer.data)
  })
})

describe('outside the range', () => {
  test.each([
    ['city01', 'city', { areaId: '330200' }, 616],
    ['city01', 'region', { areaId: '330203' }, 616],
    ['region01', 'region', { areaId: '330109' }, 616],
    ['region01', 'region', { areaId: '330100' }, 616],
    ['province01', 'region', { areaId: '330100' }, 650],
    ['province01', 'city', { areaId: '330106' }, 650],
    ['province01', 'city', { areaId: undefined }, 650],
    ['province01', 'region', { areaId: '999999' }, 616],
  ] as const)('%s: %s report of %j is %i', async (account, kind, unit, code) => {
    const answer = await ask(account, kind, unit)
    expect({ code: answer.code, data: answer.data }).toEqual({ code, data: null })
  })

  test('schools, grades and classes of others are refused', async () => {
    const { elsewhere, otherClass, otherGrade, school } = ids
    for (const [account, kind, unit, codes] of [
      ['region01', 'school', { orgId: elsewhere }, [616]],
      ['school01', 'school', { orgId: elsewhere }, [616, 651]],
      ['school01', 'grade', { orgId: elsewhere }, [616, 651]],
      ['grade01', 'grade', { orgId: school, gradeNo: otherGrade }, [650]],
      ['grade01', 'class', { classId: otherClass }, [650]],
      ['teacher01', 'class', { classId: otherClass }, [650]],
      ['teacher01', 'class', { classId: ids.ownClass, orgId: elsewhere }, [616, 650, 651]],
      ['school01', 'class', { classId: ids.ownClass, gradeNo: 6, prefix: 3 }, [650]],
      ['school01', 'class', { classId: 999_999 }, [650]],
    ] as const) {
      const answer = await ask(account, kind, unit)
      expect(codes, `${account} ${kind} ${JSON.stringify(unit)}`).toContain(answer.code)
      expect(answer.data).toBeNull()
    }
  })

  test('so are plans, and the plan itself for its own last one', async () => {
    expect((await ask('region01', 'region', {}, ids.draft)).code).toBe(650)
    expect((await ask('region01', 'region', {}, 999_999)).code).toBe(650)
    expect((await ask('region01', 'region', { lastPlanId: ids.draft })).code).toBe(650)
    expect((await ask('region01', 'region', { lastPlanId: world.planId })).code).toBe(700)
  })
})

describe('a part of a school', () => {
  test('of a grade head is the own grade with each of its classes', async () => {
    const report = await must(ask('grade01', 'grade'))
    const { rows } = tableNamed(report, 'progress-class')
    expect(rows.length).toBeGreaterThan(1)
    for (const { unit } of rows.slice(0, -1)) {
      const answer = await ask('grade01', 'class', { classId: unit?.key.classId })
      expect(answer.code).toBe(200)
      expectReportRight(answer.data)
    }
  })

  test("of a class teacher is the own class, with nobody else's pupils", async () => {
    const report = await must(ask('teacher01', 'class'))
    const roster = tableNamed(report, 'roster-student').rows.map(({ name }) => name)
    const own = await rowsOf<{ name: string }>(
      node.current,
      `select s.name from screening_record r join student s on s.id = r.student_id
       where r.plan_id = $1 and r.class_id = $2 order by s.id`,
      [world.planId, ids.ownClass],
    )
    expect(roster).toEqual(own.map(({ name }) => name))
    const counted = await recountRecords(node.current, world.planId, (row) => row.class_id === ids.ownClass)
    expect(rowNamed(tableNamed(report, 'progress-sex'), '合计').expected).toBe(counted.expected)
  })

  test('is one report: with the permission for the school a teacher still gets the own classes only', async () => {
    await permit(node.current, 'teacher01', [1179, 1180])
    const report = await must(ask('teacher01', 'school'))
    const own = await rowsOf<{ class_id: number }>(
      node.current,
      `select class_id from user_class where user_id = (select id from app_user where account = 'teacher01')`,
    )
    const classes = own.map(({ class_id }) => class_id)
    const counted = await recountRecords(node.current, world.planId, (row) => classes.includes(row.class_id))
    expect(rowNamed(tableNamed(report, 'progress-grade'), '合计')).toMatchObject({
      expected: counted.expected,
      valid: counted.valid,
    })
    expect(tablesOf(report).map(({ id }) => id)).not.toContain('trend-plan')
    expect(report.notes.join()).toContain('只包含查看人负责或承担的班级')
    expectReportRight(report)
  })

  test('of a hospital is what it carries out', async () => {
    await permit(node.current, 'hospital01', [1083, 1179])
    const orgId = await orgIdOf(node.current, '330106-school-3')
    const report = await must(ask('hospital01', 'school', { orgId }))
    const counted = await recountRecords(
      node.current,
      world.planId,
      (row) => row.task_id === world.tasks.sharedHospital,
    )
    expect(rowNamed(tableNamed(report, 'progress-grade'), '合计').expected).toBe(counted.expected)
    expect(report.lastPlan).toBeNull()
    expect((await ask('hospital01', 'school', { orgId: ids.school })).code).toBe(616)
  })
})

test('who reads the pupils of a class is on record', async () => {
  await must(ask('school01', 'class'))
  const [row] = await rowsOf<{ action: string; detail: object }>(
    node.current,
    `select action, detail from audit_log where action = 'record.list' order by id desc limit 1`,
  )
  expect(row?.detail).toMatchObject({ report: 'class', classId: ids.ownClass })
})
