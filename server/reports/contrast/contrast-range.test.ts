// Who may compare what, and what is suppressed for readers without permission to see students.
import { beforeAll, describe, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { HIDDEN_VALUE, type Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan } from '../../testing/figure-plans.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUsers, must, permit, READERS } from '../../testing/people.ts'
import {
  cellsOf,
  expectReportRight,
  rowNamed,
  tableNamed,
  tablesOf,
} from '../../testing/reports/report-tables.ts'
import { forbidStudents, measureRefraction } from '../../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
let world: FigureWorld
let ids: {
  own: number
  neighbour: number
  elsewhere: number
  classes: number[]
  foreignClass: number
  draft: number
}

const classesOf = async (orgId: number) => {
  const rows = await rowsOf<{ class_id: number }>(
    node.current,
    'select class_id from task_class where plan_id = $1 and school_org_id = $2 order by grade_no, class_id',
    [world.planId, orgId],
  )
  return rows.map(({ class_id }) => class_id)
}

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('range of contrasts'))
  await measureRefraction(node.current, 'id % 7 <> 0')
  const own = await orgIdOf(node.current, '330106-school-1')
  const elsewhere = await orgIdOf(node.current, '330109-school-1')
  ids = {
    own,
    neighbour: await orgIdOf(node.current, '330106-school-2'),
    elsewhere,
    classes: await classesOf(own),
    foreignClass: (await classesOf(elsewhere))[0] ?? 0,
    draft: await insertFigurePlan(node.current, { name: '草稿', status: 0 }),
  }
})

const ask = (account: string, query: Record<string, unknown>) =>
  as(account).call(reportEndpoints.contrastReport, query as never)
const plans = () => `${world.planId},${world.lastPlanId}`

test('government bodies and school administrators have it, nobody else', async () => {
  for (const account of READERS) {
    const held = ['province01', 'city01', 'region01', 'school01'].includes(account)
    const answer = await ask(account, { planIds: plans() })
    expect([account, answer.code]).toEqual([account, held ? 200 : 602])
    if (held) expectReportRight(answer.data)
  }
  expect((await must(ask('school01', { planIds: plans() }))).unit).toMatchObject({ key: { orgId: ids.own } })
})

describe('refused whole', () => {
  test('a foreign area, school, grade or class among own ones', async () => {
    const { planId } = world
    const { own, neighbour, elsewhere, classes, foreignClass } = ids
    for (const [account, unitIds, codes] of [
      ['region01', 'a330106,a330109', [616]],
      ['city01', 'a330106,a330203', [616]],
      ['city01', 'a330106,a999999', [616]],
      ['school01', 'a330106,a330109', [616]],
      ['region01', `s${own},s${elsewhere}`, [616]],
      ['school01', `s${own},s${neighbour}`, [616]],
      ['region01', `s${own},s999999`, [616]],
      ['school01', `g${own}-2-3,g${neighbour}-2-3`, [616]],
      ['school01', `c${classes[0]},c${foreignClass}`, [650]],
      ['region01', `c${classes[0]},c${foreignClass}`, [650]],
    ] as const) {
      const answer = await ask(account, { planId, unitIds })
      expect(codes, `${account} ${unitIds} → ${answer.code}`).toContain(answer.code)
      expect(answer.data).toBeNull()
    }
  })

  test('a foreign or missing plan among own ones, a foreign unit of own plans', async () => {
    for (const query of [
      { planIds: `${world.planId},${ids.draft}` },
      { planIds: `${ids.draft},${world.planId}` },
      { planIds: `${world.planId},999999` },
      { planId: ids.draft, unitIds: `s${ids.own},s${ids.neighbour}` },
    ]) {
      expect((await ask('region01', query)).code, JSON.stringify(query)).toBe(650)
    }
    expect((await ask('region01', { planIds: plans(), areaId: '330109' })).code).toBe(616)
    expect((await ask('school01', { planIds: plans(), orgId: ids.elsewhere })).code).toBe(616)
    expect((await ask('school01', { planIds: plans(), classId: ids.foreignClass })).code).toBe(650)
  })

  test('one, seven, the same twice, both kinds or none', async () => {
    const { planId, lastPlanId } = world
    const seven = [1, 2, 3, 4, 5, 6, 7]
    for (const query of [
      {},
      { planId },
      { planIds: `${planId}` },
      { planIds: seven.join() },
      { planIds: `${planId},${planId}` },
      { planIds: `${planId},0${lastPlanId}` },
      { planIds: `${planId},` },
      { planIds: plans(), planId },
      { planIds: plans(), unitIds: 'a330106,a330109' },
      { unitIds: 'a330106,a330109' },
      { planId, unitIds: 'a330106' },
      { planId, unitIds: seven.map((id) => `s${id}`).join() },
      { planId, unitIds: 'a330106,a330106' },
      { planId, unitIds: `a330106,s${ids.own}` },
      { planId, unitIds: `s${ids.own},g${ids.own}-2-3` },
      { planId, unitIds: 'x1,x2' },
      { planId, unitIds: 'a330106,a330109', areaId: '330100' },
    ]) {
      const answer = await ask('province01', query)
      expect(answer.code, JSON.stringify(query)).toBe(400)
      expect(answer.data).not.toHaveProperty('sections')
    }
  })
})

test('a teacher who is let in compares the own classes, a hospital what it carries out', async () => {
  await permit(node.current, 'teacher01', [1083, 1182])
  await permit(node.current, 'hospital01', [1083, 1182])
  expect(await ask('teacher01', { planIds: plans() })).toMatchObject({ code: 650, message: '请选择一个单位' })
  const own = await rowsOf<{ class_id: number }>(
    node.current,
    `select class_id from user_class where user_id = (select id from app_user where account = 'teacher01')`,
  )
  const classes = own.map(({ class_id }) => class_id)
  const other = ids.classes.find((id) => !classes.includes(id))
  expectReportRight(await must(ask('teacher01', { planIds: plans(), classId: classes[0] })))
  const refused = await ask('teacher01', { planId: world.planId, unitIds: `c${classes[0]},c${other}` })
  expect(refused.code).toBe(650)
  const shared = await orgIdOf(node.current, '330106-school-3')
  const kindergarten = await orgIdOf(node.current, '330106-school-0')
  const carried = { planId: world.planId, unitIds: `s${shared},s${kindergarten}` }
  const report = await must(ask('hospital01', carried))
  const all = await must(ask('region01', carried))
  const expected = (of: Report) =>
    cellsOf(tableNamed(of, 'contrast-main'), of.sections[1]?.tables[0]?.rows[0] as never).expected
  expect(Number(expected(report))).toBeGreaterThan(0)
  expect(Number(expected(report))).toBeLessThan(Number(expected(all)))
  expect((await ask('hospital01', { planId: world.planId, unitIds: `s${shared},s${ids.own}` })).code).toBe(
    616,
  )
})

describe('from who may not see the students', () => {
  const BLIND = 'city01'
  const blind = as(BLIND)
  beforeAll(() => forbidStudents(node.current, BLIND))

  const hiddenIn = (report: Report) =>
    tablesOf(report)
      .flatMap(({ rows }) => rows.flatMap(({ values }) => values))
      .filter((value) => value === HIDDEN_VALUE)

  test('suppresses small cells and whatever the unit’s own report suppresses', async () => {
    const { planId } = world
    const areas = ['330106', '330109']
    const units = await Promise.all(
      ['330106-school-0', '330106-school-1', '330106-school-2', '330109-school-1'].map((key) =>
        orgIdOf(node.current, key),
      ),
    )
    const queries = [
      { planId, unitIds: areas.map((id) => `a${id}`).join() },
      { planId, unitIds: units.map((id) => `s${id}`).join() },
      {
        planId,
        unitIds: ids.classes
          .slice(0, 6)
          .map((id) => `c${id}`)
          .join(),
      },
      { planId, unitIds: [1, 2, 3, 4].map((no) => `g${ids.own}-2-${no}`).join() },
      { planIds: plans(), areaId: '330106' },
      { planIds: plans(), orgId: ids.own },
      { planIds: plans(), classId: ids.classes[0] },
    ]
    let suppressed = 0
    for (const query of queries) {
      const hidden = await must(ask(BLIND, query))
      const seen = await must(ask('province01', query))
      suppressed += hiddenIn(hidden).length
      expect(hiddenIn(seen)).toEqual([])
      expect(hidden.notes.join()).toContain('不足5人')
      for (const table of tablesOf(hidden)) {
        const open = tableNamed(seen, table.id)
        for (const row of table.rows) {
          const cells = cellsOf(table, row)
          const truth = rowNamed(open, row.name)
          for (const [key, value] of Object.entries(cells)) {
            if (value !== HIDDEN_VALUE) expect(value, `${table.id} ${row.name} ${key}`).toEqual(truth[key])
          }
          for (const [key, whole] of [
            ['myopia', 'rated'],
            ['poor', 'valid'],
            ['1.myopia', '1.rated'],
            ['2.myopia', '2.rated'],
          ] as const) {
            const small = Number(truth[whole])
            if (key in cells && small > 0 && small < 5)
              expect(cells[key], `${table.id} ${row.name}`).toBe(HIDDEN_VALUE)
          }
        }
        expectTotalsSuppressed(hidden, table.id)
      }
    }
    expect(suppressed).toBeGreaterThan(0)
  })

  /** Where one of several is suppressed, so is their total. */
  function expectTotalsSuppressed(report: Report, id: string) {
    const { rows, columns } = tableNamed(report, id)
    const total = rows.at(-1)
    if (!total?.isTotal || id.startsWith('contrast-stage')) return
    for (const [nth] of columns.entries()) {
      if (rows.some(({ values }) => values[nth] === HIDDEN_VALUE))
        expect(total.values[nth]).toBe(HIDDEN_VALUE)
    }
  }

  test('what the report of a school, grade or class hides is hidden here as well, and no more', async () => {
    const { planId } = world
    const { own: orgId, elsewhere } = ids
    const [one = 0, two = 0] = ids.classes
    const { schoolReport, gradeReport, classReport } = reportEndpoints
    const inGrade = (gradeNo: number) => must(blind.call(gradeReport, { planId, orgId, prefix: 2, gradeNo }))
    const cases: [string, Report[], string][] = [
      [
        `c${one},c${two}`,
        [
          await must(blind.call(classReport, { planId, classId: one })),
          await must(blind.call(classReport, { planId, classId: two })),
        ],
        'sex',
      ],
      [`g${orgId}-2-1,g${orgId}-2-2`, [await inGrade(1), await inGrade(2)], 'class'],
      [
        `s${orgId},s${elsewhere}`,
        [
          await must(blind.call(schoolReport, { planId, orgId })),
          await must(blind.call(schoolReport, { planId, orgId: elsewhere })),
        ],
        'grade',
      ],
    ]
    for (const [unitIds, fixed, breakdown] of cases) {
      const report = await must(ask(BLIND, { planId, unitIds }))
      const here = tableNamed(report, 'contrast-warning')
      for (const [nth, each] of fixed.entries()) {
        const table = tableNamed(each, `warning-${breakdown}`)
        const own = cellsOf(table, table.rows.at(-1) as never)
        expect(cellsOf(here, here.rows[nth] as never), unitIds).toEqual(own)
      }
    }
  })
})
