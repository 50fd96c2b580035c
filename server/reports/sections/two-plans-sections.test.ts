// Ten pupils in two plans whose every figure was worked out by hand; places of all levels counted anew from the records.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  HIDDEN_VALUE,
  type Report,
  type ReportSection,
  type ReportValue,
} from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { newUser } from '../../testing/people.ts'
import { cellsOf, expectReportRight, rowNamed, tableNamed } from '../../testing/reports/report-tables.ts'
import { forbidStudents } from '../../testing/reports/report-world.ts'
import {
  makeTwice,
  recordsInPlan,
  serveTwoPlans,
  type TwiceRow,
  twoPlans,
} from '../../testing/reports/two-plans.ts'
import { orgIdOf } from '../../testing/rows.ts'

const node = useApp()
let served: Awaited<ReturnType<typeof serveTwoPlans>>
let made: Awaited<ReturnType<typeof makeTwice>>
let world: FigureWorld
beforeAll(async () => {
  made = await makeTwice(node.current)
  world = await makeFigureWorld(node.current, makeRandom('two plans'))
  // Other days and refractions in each of the plans, some of them not measured.
  await node.current.sql(`update screening_record set checked_on = checked_on - (case id % 4 when 0 then 80 else 365 end)
    where plan_id = ${world.lastPlanId} and state <> 0;
    update screening_record set se_right = (id * 7919 % 41 - 32) * 125,
      se_left = case when id % 9 > 0 then (id * 104729 % 41 - 32) * 125 end
    where plan_id in (${world.lastPlanId}, ${world.planId}) and state <> 0`)
  served = await serveTwoPlans(node.current)
})
afterAll(() => served.app.close())

type Plans = { planId: number; lastPlanId: number }
/** The server that has the call, asked by somebody. */
async function ask(account: string, { planId, lastPlanId }: Plans, unit: UnitKey = {}) {
  const token = await node.current.login(account)
  const url = new URL(twoPlans.path, served.url)
  for (const [name, value] of Object.entries({ planId, lastPlanId, ...unit }))
    url.searchParams.set(name, String(value))
  const answer = await fetch(url, { headers: { authorization: token } })
  const { success, message, data } = (await answer.json()) as {
    success: boolean
    message: string
    data: ReportSection[]
  }
  if (!success) throw new Error(message)
  return { sections: data } as Report
}
const paragraphsOf = (report: Report, id: string) =>
  report.sections.find((section) => section.id === id)?.paragraphs

/** 7 is a count, 6/7 a percent, 3/0 nobody, -5~4 a mean of dioptres. */
function valueOfText(text: string): ReportValue {
  const [, above, sign, below] = /^(-?[\d.]+)(?:([/~])(\d+))?$/.exec(text) ?? []
  if (sign === undefined) return Number(above)
  if (Number(below) === 0) return null
  return sign === '/' ? (Number(above) * 100) / Number(below) : Number(above) / Number(below)
}
const worked = (text: string) => text.split(' ').map(valueOfText)
const expectCells = (report: Report, id: string, rows: Record<string, string>) => {
  const table = tableNamed(report, id)
  expect(table.rows.map(({ name }) => name)).toEqual(Object.keys(rows))
  for (const { name, values } of table.rows) {
    expect(values.map(rounded), `${id} ${name}`).toEqual(worked(rows[name] ?? '').map(rounded))
  }
}
/** Sums of quotients differ in the last digit. */
// Yearly changes are added up in billionths of a dioptre.
const rounded = (value: ReportValue) => (typeof value === 'number' ? Number(value.toFixed(7)) + 0 : value)

describe('ten pupils in two plans', () => {
  test('every cell by grade and class', async () => {
    const report = await ask('region01', made, { orgId: made.orgId })
    // 有效, 追踪, 追踪率, 可比, 右眼, 左眼, 较快, 占可比, 上次未近视, 新发, 新发率, 近视转非近视
    const third = '6 5 5/6 4 -1.25~4 -0.5~4 2 2/4 2 1 1/2 1'
    const first = '4 4 4/4 4 -1.25~4 -0.5~4 2 2/4 2 1 1/2 1'
    const second = '2 1 1/2 0 0~0 0~0 0 0/0 0 0 0/0 0'
    const fourth = '3 3 3/3 1 -0.625~1 0~1 0 0/1 2 1 1/2 1'
    expectCells(report, 'followed-grade', {
      三年级: third,
      三年级1班: first,
      三年级2班: second,
      四年级: fourth,
      四年级1班: fourth,
      合计: '9 8 8/9 5 -1.875~5 -0.5~5 2 2/5 4 2 2/4 2',
    })
    // 可比, then each band from the mildest on
    const bandsThird = '4 1 1/4 0 0/4 1 1/4 0 0/4 1 1/4 1 1/4'
    const bandsFourth = '1 0 0/1 0 0/1 0 0/1 1 1/1 0 0/1 0 0/1'
    expectCells(report, 'followed-bands-grade', {
      三年级: bandsThird,
      三年级1班: bandsThird,
      三年级2班: '0 0 0/0 0 0/0 0 0/0 0 0/0 0 0/0 0 0/0',
      四年级: bandsFourth,
      四年级1班: bandsFourth,
      合计: '5 1 1/5 0 0/5 1 1/5 1 1/5 1 1/5 1 1/5',
    })
    expectReportRight(report)
  })

  test('the sentences say what the tables say', async () => {
    const report = await ask('region01', made, { orgId: made.orgId })
    expect(paragraphsOf(report, 'followed')).toEqual([
      `本节以“本次计划${process.pid}”为本次，“上次计划${process.pid}”为上次。`,
      `本次有效9人，其中8人在“上次计划${process.pid}”中也有有效结果，追踪率88.89%。`,
      '5人的屈光度可比，两次检查平均间隔321天，等效球镜平均每年变化右眼-0.38D、左眼-0.10D；进展较快2人，占40.00%。',
      '上次未近视的4人中，新发近视2人，新发近视率50.00%。',
      '数据核查：2人上次近视而本次未近视，多由测量误差、调节状态不同或停戴角膜塑形镜引起，建议核对这些学生的两次结果。',
    ])
    expect(paragraphsOf(report, 'split')?.slice(1)).toEqual([
      '近视率由50.00%变为44.44%，下降5.56个百分点，其中实际变化+0.69、构成变化-6.25、覆盖变化0.00个百分点。',
      '视力不良率由37.50%变为33.33%，下降4.17个百分点，其中实际变化+4.17、构成变化-8.33、覆盖变化0.00个百分点。',
    ])
  })

  test('a change of the school, of the grade, and of the district where a school fell out', async () => {
    // 上次, 本次, 变化, 实际, 构成, 覆盖
    expectCells(await ask('region01', made, { orgId: made.orgId }), 'split-rate', {
      近视率: '4/8 4/9 -50~9 25~36 -6.25 0',
      视力不良率: '3/8 3/9 -100~24 100~24 -200~24 0',
    })
    // Boys 2 of 4 → 3 of 3, girls 1 of 2 → 0 of 3; poor vision 2 of 4 → 2 of 3, 1 of 2 → 0 of 3.
    expectCells(await ask('region01', made, { orgId: made.orgId, prefix: 2, gradeNo: 3 }), 'split-rate', {
      近视率: '3/6 3/6 0 100~12 -100~12 0',
      视力不良率: '3/6 2/6 -100~6 -100~9 -50~9 0',
    })
    expectCells(await ask('region01', made), 'split-rate', {
      近视率: '4/9 4/9 0 25~36 -6.25 50~9',
      视力不良率: '3/9 3/9 0 100~24 -200~24 100~24',
    })
  })

  test('a class has a cohort but no decomposition, a district is broken down by stage', async () => {
    const classId = made.classIds[0] ?? 0
    const ofClass = await ask('region01', made, { classId })
    expect(ofClass.sections.map(({ id }) => id)).toEqual(['followed'])
    expectCells(ofClass, 'followed-class', { 三年级1班: '4 4 4/4 4 -1.25~4 -0.5~4 2 2/4 2 1 1/2 1' })
    expect(ofClass.sections[0]?.charts.map(({ categories }) => categories)).toEqual([['三年级1班']])
    const whole = '9 8 8/9 5 -1.875~5 -0.5~5 2 2/5 4 2 2/4 2'
    expectCells(await ask('region01', made), 'followed-stage', { 小学: whole, 合计: whole })
  })

  test('compared with a plan without results there is no cohort', async () => {
    const report = await ask(
      'region01',
      { planId: made.lastPlanId, lastPlanId: world.planId },
      { orgId: made.orgId },
    )
    expect(paragraphsOf(report, 'followed')?.slice(1)).toEqual([
      '本次有效学生在“本年秋季筛查”中均没有有效结果，无法追踪。',
    ])
    expect(paragraphsOf(report, 'split')?.[1]).toBe('近视率在两次计划中至少一次没有可统计的学生，无法分解。')
    expectReportRight(report)
  })
})

/** Counted one by one, on purpose not the way the database does. */
function recount(now: readonly TwiceRow[], before: ReadonlyMap<number, TwiceRow>) {
  const judged = ({ stage, grade_no, glasses, naked_right, naked_left, se_right, se_left }: TwiceRow) =>
    !(stage === 1 && grade_no < 3) &&
    (glasses === 4 || ![naked_right, naked_left, se_right, se_left].includes(null))
  const counts = { valid: 0, followed: 0, compared: 0, fast: 0, clear: 0, fresh: 0, reversed: 0 }
  const eyes = { right: [] as number[], left: [] as number[] }
  for (const row of now.filter(({ state }) => state === 2)) {
    counts.valid += 1
    const was = before.get(row.student_id)
    if (was?.state !== 2) continue
    counts.followed += 1
    if (judged(row) && judged(was)) {
      if (!was.myopia) counts.clear += 1
      if (!was.myopia && row.myopia) counts.fresh += 1
      if (was.myopia && !row.myopia) counts.reversed += 1
    }
    const days = (row.day ?? 0) - (was.day ?? 0)
    if (days < 90 || row.glasses === 4 || was.glasses === 4) continue
    const moved = (['right', 'left'] as const).flatMap((side) => {
      const [one, other] = [row[`se_${side}`], was[`se_${side}`]]
      if (one === null || other === null) return []
      const yearly = (((one - other) / 1000) * 365) / days
      eyes[side].push(yearly)
      return [yearly]
    })
    if (moved.length > 0) counts.compared += 1
    if (moved.some((yearly) => yearly <= -0.75)) counts.fast += 1
  }
  const mean = (list: number[]) =>
    list.length === 0 ? null : list.reduce((sum, value) => sum + value, 0) / list.length
  return { ...counts, 'yearly:right': mean(eyes.right), 'yearly:left': mean(eyes.left) }
}

describe('places of every level', () => {
  test('are what their records say', async () => {
    const now = await recordsInPlan(node.current, world.planId)
    const before = new Map(
      (await recordsInPlan(node.current, world.lastPlanId)).map((row) => [row.student_id, row]),
    )
    const school = await orgIdOf(node.current, '330106-school-1')
    const [someone] = now.filter((row) => row.school_org_id === school && row.grade_no === 3)
    const places: [UnitKey, (row: TwiceRow) => boolean][] = [
      [{}, () => true],
      [{ areaId: '330100' }, (row) => row.city_id === '330100'],
      [{ areaId: '330106' }, (row) => row.region_id === '330106'],
      [{ orgId: school }, (row) => row.school_org_id === school],
      [{ orgId: school, prefix: 2, gradeNo: 3 }, (row) => row.school_org_id === school && row.grade_no === 3],
      [{ classId: someone?.class_id ?? 0 }, (row) => row.class_id === someone?.class_id],
    ]
    for (const [unit, isHere] of places) {
      const report = await ask('province01', world, unit)
      expectReportRight(report)
      const [table] = report.sections[0]?.tables ?? []
      const whole = table?.rows.at(-1)
      if (!table || !whole) throw new Error(JSON.stringify(unit))
      const shown = cellsOf(table, whole)
      const counted = recount(now.filter(isHere), before)
      expect(counted.followed).toBeGreaterThan(0)
      for (const [name, value] of Object.entries(counted)) {
        expect(rounded(shown[name] ?? null), `${JSON.stringify(unit)} ${name}`).toBe(rounded(value))
      }
    }
    const stages = tableNamed(await ask('province01', world), 'followed-stage')
    for (const [name, stage] of Object.entries({ 小学: 2, 初中: 3 })) {
      const counted = recount(
        now.filter((row) => row.stage === stage),
        before,
      )
      expect(rowNamed(stages, name)).toMatchObject({ followed: counted.followed, fresh: counted.fresh })
    }
  })

  test('the effects add up to the change, and the coverage effect is that of other schools', async () => {
    const plans = [
      await recordsInPlan(node.current, world.planId),
      await recordsInPlan(node.current, world.lastPlanId),
    ].map((rows) => rows.filter(({ state }) => state === 2))
    const places: [UnitKey, (row: TwiceRow) => boolean][] = [
      [{}, () => true],
      [{ areaId: '330100' }, (row) => row.city_id === '330100'],
      [{ areaId: '330106' }, (row) => row.region_id === '330106'],
    ]
    for (const [unit, isHere] of places) {
      const table = tableNamed(await ask('province01', world, unit), 'split-rate')
      const split = rowNamed(table, '视力不良率') as Record<string, number>
      const { last = 0, now = 0, change = 0, real = 0, mix = 0, coverage = 0 } = split
      expect(now - last).toBeCloseTo(change, 9)
      expect(real + mix + coverage).toBeCloseTo(change, 9)
      const [ofNow = [], ofLast = []] = plans.map((rows) => rows.filter(isHere))
      const isCommon = ({ school_org_id: id }: TwiceRow) =>
        [ofNow, ofLast].every((rows) => rows.some((row) => row.school_org_id === id))
      const rate = (rows: readonly TwiceRow[]) =>
        (rows.filter(({ poor_vision }) => poor_vision).length * 100) / rows.length
      expect([rate(ofNow), rate(ofLast)].map(rounded)).toEqual([now, last].map(rounded))
      const beyond = (rows: readonly TwiceRow[]) => rate(rows) - rate(rows.filter(isCommon))
      expect(coverage).toBeCloseTo(beyond(ofNow) - beyond(ofLast), 9)
    }
  })
})

test('a class teacher gets the own class of the school and nothing else', async () => {
  const teacher = await newUser(node.current, made.orgId, 45)
  await node.current.sql(
    `insert into user_class (user_id, class_id) values (${teacher.userId}, ${made.classIds[0]})`,
  )
  const report = await ask(teacher.account, made, { orgId: made.orgId })
  const own = '4 4 4/4 4 -1.25~4 -0.5~4 2 2/4 2 1 1/2 1'
  expectCells(report, 'followed-grade', { 三年级: own, 三年级1班: own, 合计: own })
  expectCells(report, 'split-rate', { 近视率: '2/4 2/4 0 0 0 0', 视力不良率: '2/4 2/4 0 0 0 0' })
})

describe('a reader without permission to see students', () => {
  beforeAll(async () => {
    await forbidStudents(node.current, 'city01')
  })

  test('sees no small cell', async () => {
    const report = await ask('city01', made)
    const table = tableNamed(report, 'followed-stage')
    expect(table.rows.at(-1)?.values).toEqual([9, 8, 800 / 9, 5, ...Array(8).fill(HIDDEN_VALUE)])
    expect(report.sections.flatMap(({ charts }) => charts)).toEqual([])
    expect(new Set(tableNamed(report, 'split-rate').rows.flatMap(({ values }) => values))).toEqual(
      new Set([HIDDEN_VALUE]),
    )
    expect(JSON.stringify(report.sections.map(({ paragraphs }) => paragraphs))).not.toMatch(/新发|变为/)
  })

  test('sees the cohort of the own range and of no unit below it', async () => {
    const report = await ask('city01', world, { areaId: '330106' })
    expect(paragraphsOf(report, 'followed')?.slice(1)).toEqual([
      '同一学生变化只向可查看学生的用户显示；其他用户可在其数据范围的汇总中查看。',
    ])
    expect(report.sections[0]?.tables).toEqual([])
  })
})
