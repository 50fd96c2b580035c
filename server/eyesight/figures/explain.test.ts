// A number that explains itself, and the students behind it.
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionId } from '#contract/core/permissions.ts'
import { COUNTER_NAMES, type CounterName, studentsOf, wholeOf } from '#contract/eyesight/figures/counters.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import { REFERRAL_RULES } from '#contract/eyesight/judgement/judge-referral.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUsers, must, permit, signedIn } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { oneOf, orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
const { explainFigure, figureStudents } = figureEndpoints
const as = demoUsers(node)

let world: FigureWorld
let kindergarten = 0
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('explain'))
  kindergarten = await orgIdOf(node.current, '330106-school-0')
})

type Input<E extends 'explain' | 'students'> = Parameters<
  By['call'] extends (endpoint: never, input: infer I) => unknown ? (input: I, kind: E) => void : never
>[0]
const explain = (account: string, query: object) =>
  must(as(account).call(explainFigure, { planId: world.planId, ...query } as Input<'explain'> as never))
const students = (account: string, query: object) =>
  must(
    as(account).call(figureStudents, {
      planId: world.planId,
      pageSize: 50,
      ...query,
    } as Input<'students'> as never),
  )

describe('an explanation', () => {
  test('of a rate names its parts, its rules and the moment', async () => {
    const answer = await explain('region01', { indicator: 1 })
    const boys = await recountRecords(
      node.current,
      world.planId,
      (r) => r.region_id === '330106' && r.sex === 1,
    )
    expect(answer).toMatchObject({
      title: '男生近视率',
      planName: '本年秋季筛查',
      unit: { name: '西湖区' },
      numeratorLabel: '男生近视人数',
      denominatorLabel: '男生纳入近视率统计的有效人数',
      numerator: boys.myopia,
      denominator: boys.rated,
      rate: (boys.myopia * 100) / boys.rated,
      hidden: false,
      studentsVisible: true,
    })
    const text = answer.rules.join('\n')
    expect(answer.rules[0]).toBe('男生近视率 = 男生近视人数 ÷ 纳入近视率统计的男生有效人数 × 100%。')
    for (const part of [
      '托班、小班、中班',
      '筛查时所在',
      '复测结果不替代',
      '防控指南三级',
      '等效球镜<-0.50D',
    ])
      expect(text).toContain(part)
    expect(Math.abs(Date.now() - Date.parse(answer.at))).toBeLessThan(60_000)
  })

  test('of 建议就诊 names the rule, and no other figure does', async () => {
    const answer = await explain('region01', { counter: 'referral' })
    expect(answer.rules).toEqual(expect.arrayContaining([...REFERRAL_RULES]))
    const seen = await explain('region01', { indicator: 7 })
    expect(seen).toMatchObject({ title: '30日转诊复查率', denominator: answer.numerator })
    expect(seen.rules).toContain('建议就诊的学生中，筛查之日起30日内有就诊登记的占比；未满30日的也在分母中。')
    const other = await explain('region01', { counter: 'poor' })
    expect(other.rules).not.toEqual(expect.arrayContaining([REFERRAL_RULES[0]]))
  })

  test('of a counter gives the whole it is part of, and rules of judgement only where something is judged', async () => {
    const answer = await explain('province01', { counter: 'screened' })
    const all = await recountRecords(node.current, world.planId)
    expect(answer).toMatchObject({
      title: '实筛人数',
      numerator: all.screened,
      denominatorLabel: '应筛人数',
      denominator: all.expected,
      rate: (all.screened * 100) / all.expected,
    })
    expect(answer.rules.join()).not.toContain('等效球镜')
    const whole = await explain('province01', { counter: 'expected' })
    expect(whole).toMatchObject({
      numerator: all.expected,
      denominator: null,
      denominatorLabel: null,
      rate: null,
    })
    expect(whole.rules[0]).toBe(
      '应筛人数：计划范围内的学生：已开展的为任务名单中的学生，未开始和未分配任务的为在校学生。',
    )
    const sum = await explain('province01', { counter: 'nakedRightSum' })
    expect(sum).toMatchObject({ numerator: all.nakedRightSum, denominator: all.nakedRightEyes, rate: null })
  })

  test('of a small number is withheld from who may not see the students', async () => {
    const blindTo = (['studentView', 'classDetail', 'classDetailTakingPart'] as const).map(permissionId)
    await permit(node.current, 'city01', blindTo, false)
    const blind = await signedIn(node.current, 'city01')
    const [cell] = await rowsOf<{ place_id: number }>(
      node.current,
      `select place_id from figure where plan_id = $1 and level = 1 and city_id = '330100'
       group by place_id having sum(valid) between 1 and 4 limit 1`,
      [world.planId],
    )
    const query = { planId: world.planId, classId: cell?.place_id ?? 0 }
    const hidden = await must(blind.call(explainFigure, { ...query, counter: 'poor' }))
    expect(hidden).toMatchObject({
      numerator: null,
      denominator: null,
      rate: null,
      hidden: true,
      studentsVisible: false,
    })
    expect(hidden.rules.at(-1)).toContain('不足5人')
    const progress = await must(blind.call(explainFigure, { ...query, counter: 'screened' }))
    expect(progress).toMatchObject({ hidden: false, numerator: expect.any(Number) })
    expect((await blind.call(figureStudents, { ...query, counter: 'poor' })).code).toBe(602)
  })

  test('accepts one figure at a time', async () => {
    for (const query of [
      {},
      { indicator: 0, counter: 'valid' },
      { counter: 'constructor' },
      { indicator: 9 },
    ]) {
      const answer = await as('region01').call(explainFigure, { planId: world.planId, ...query } as never)
      expect(answer.success).toBe(false)
    }
  })
})

describe('the students behind a number', () => {
  test.each(COUNTER_NAMES.map((name) => [name]))('%s: as many as it counts, and those', async (name) => {
    const counter = name as CounterName
    const { total, list } = await students('region01', { counter })
    const counts = await recountRecords(node.current, world.planId, (r) => r.region_id === '330106')
    expect(total).toBe(counts[studentsOf(counter)])
    expect(list).toHaveLength(Math.min(total, 50))
    const all = await everybody('region01', { counter })
    const ids = new Set(all.map(({ recordId }) => recordId))
    expect(ids.size).toBe(total)
    const counted = await recountRecords(node.current, world.planId, (r) =>
      ids.has((r as never as { id: number }).id),
    )
    expect(counted[counter]).toBe(counts[counter])
    const whole = wholeOf(counter)
    if (whole === null) return
    const denominator = await students('region01', { counter, part: 'denominator' })
    expect(denominator.total).toBe(counts[studentsOf(whole)])
  })

  /** All pages of a list, each once. */
  async function everybody(account: string, query: object) {
    const list = []
    for (let pageNum = 1; ; pageNum++) {
      const page = await students(account, { ...query, pageNum, pageSize: 7 })
      list.push(...page.list)
      if (pageNum * 7 >= page.total) return list
    }
  }

  test('of a rate of one sex are of that sex, of both parts', async () => {
    const girls = await recountRecords(node.current, world.planId, (r) => r.sex === 2)
    const numerator = await students('province01', { indicator: 2 })
    expect(numerator.total).toBe(girls.myopia)
    expect(numerator.list.every(({ sex, conclusion }) => sex === 2 && conclusion.myopia)).toBe(true)
    expect((await students('province01', { indicator: 2, part: 'denominator' })).total).toBe(girls.rated)
  })

  test('of one stage and one place', async () => {
    const counts = await recountRecords(
      node.current,
      world.planId,
      (r) => r.school_org_id === kindergarten && r.grade_no === 3,
    )
    const grade = { orgId: kindergarten, prefix: 1, gradeNo: 3 }
    expect((await students('region01', { ...grade, counter: 'valid' })).total).toBe(counts.valid)
    expect((await students('region01', { ...grade, counter: 'valid', stage: 2 })).total).toBe(0)
  })

  test('come with place, readings as people write them, and the conclusion in words', async () => {
    await node.current.sql(`update screening_record set state = 2, glasses = 2, naked_right = 45, naked_left = 50,
        corrected_right = 50, corrected_left = 50, sphere_right = -125, cylinder_right = -50, axis_right = 90,
        sphere_left = 0, cylinder_left = 0, se_right = -1500, se_left = 0, myopia = true, myopia_degree = 1,
        poor_vision = true, poor_degree = 3, absence = null, checked_on = '2025-10-08', source = 1
      where id = (select min(id) from screening_record where task_id = ${world.tasks['330106-school-1']})`)
    const [first] = (await students('school01', { counter: 'valid' })).list
    expect(first).toMatchObject({
      schoolName: '西湖实验小学',
      gradeName: '一年级',
      className: '1班',
      fields: { nakedRight: 4.5, sphereRight: -1.25, axisRight: 90, checkedOn: '2025-10-08' },
      conclusion: { state: 2, seRight: -1.5, myopia: true },
    })
    expect(first?.conclusion.text).toContain('低度近视')
  })

  test.each([
    ['hospital01', ['kindergarten', 'sharedHospital']],
    ['social01', ['sharedSocial']],
    ['school01', ['330106-school-1']],
    ['sscreen01', ['330106-school-1']],
  ])('%s gets those of its own tasks', async (account, own) => {
    const tasks = own.map((key) => world.tasks[key])
    const counts = await recountRecords(node.current, world.planId, (r) => tasks.includes(r.task_id))
    const all = await everybody(account, { counter: 'screened' })
    expect(all).toHaveLength(counts.screened)
    expect(all.every(({ taskId }) => tasks.includes(taskId))).toBe(true)
  })

  test.each([
    ['teacher01', 'select class_id as id from user_class where user_id ='],
    ['grade01', 'select c.id from user_grade g join class c on c.grade_id = g.grade_id where g.user_id ='],
  ])('%s gets those of the own classes', async (account, assigned) => {
    const rows = await rowsOf<{ id: number }>(
      node.current,
      `${assigned} (select id from app_user where account = '${account}')`,
    )
    const own = rows.map(({ id }) => id)
    const counts = await recountRecords(node.current, world.planId, (r) => own.includes(r.class_id))
    const all = await everybody(account, { counter: 'expected' })
    expect(all).toHaveLength(counts.expected)
    expect(all.every(({ classId }) => own.includes(classId))).toBe(true)
  })

  test('of places elsewhere are refused', async () => {
    const abroad = await orgIdOf(node.current, '330203-school-1')
    const code = async (account: string, query: object) =>
      (await as(account).call(figureStudents, { planId: world.planId, counter: 'valid', ...query } as never))
        .code
    expect(await code('region01', { areaId: '330109' })).toBe(616)
    expect(await code('region01', { orgId: abroad })).toBe(616)
    expect(await code('hospital01', { orgId: abroad })).toBe(616)
    expect(await code('region01', { classId: 999_999 })).toBe(650)
    expect(await code('region01', { planId: 999_999 })).toBe(650)
    expect(await code('region01', { counter: 'expected', part: 'denominator' })).toBe(650)
  })

  test('beyond the last page there is nobody, and the total stays', async () => {
    const { total } = await students('province01', { counter: 'valid' })
    expect(await students('province01', { counter: 'valid', pageNum: 100_000 })).toMatchObject({
      list: [],
      total,
    })
  })

  test('having been looked at is written down', async () => {
    await students('region01', { indicator: 0, orgId: kindergarten })
    const [entry] = await rowsOf<{ action: string; object_id: string; detail: object }>(
      node.current,
      'select action, object_id, detail from audit_log order by id desc limit 1',
    )
    expect(entry).toMatchObject({
      action: 'record.list',
      object_id: String(world.planId),
      detail: { figure: '近视率', part: 'numerator', unit: '西湖中心幼儿园', orgId: kindergarten },
    })
  })

  test('of a school reach no further than its classes however far one turns the pages', async () => {
    const expected = await oneOf(
      node.current,
      `select count(*) from screening_record where plan_id = $1 and state = 2`,
      [world.planId],
    )
    const all = await everybody('province01', { counter: 'valid' })
    expect(new Set(all.map(({ recordId }) => recordId)).size).toBe(expected)
    const order = all.map(({ schoolName }) => schoolName)
    expect(order.filter((name, index) => name !== order[index - 1])).toHaveLength(new Set(order).size)
  })
})
