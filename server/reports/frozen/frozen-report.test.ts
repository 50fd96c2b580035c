// A frozen report: the same digits whatever becomes of the figures, one number, and what changed since.
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { frozenEndpoints } from '#contract/reports/frozen/frozen-endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { insertFigurePlan } from '../../testing/figure-plans.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUser, must, signedIn } from '../../testing/people.ts'
import { adminOf } from '../../testing/range/range-world.ts'
import {
  changesOf,
  expectWithoutGap,
  figuresOf,
  freeze,
  openFrozen,
  tryFreezing,
} from '../../testing/reports/frozen-reports.ts'
import { measureRefraction } from '../../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
let other: TestApp
let world: FigureWorld
const province = demoUser(node, 'province01')
const region = demoUser(node, 'region01')
const school = demoUser(node, 'school01')
let schoolId: number
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('frozen reports'))
  await measureRefraction(node.current)
  other = await node.current.otherNode()
  schoolId = await orgIdOf(node.current, '330106-school-1')
})

const ofRegion = (by: By) => freeze(by, 'region', { planId: world.planId, areaId: '330106' })
/** Some who were not myopic are. */
const makeMyopic = (plan: number, count: number) =>
  rowsOf(
    node.current,
    `update screening_record set myopia = true, myopia_degree = 1 where id in (
       select r.id from screening_record r join task on task.id = r.task_id
       where r.plan_id = $1 and task.region_id = '330106' and r.state = 2 and not r.myopia
       order by r.id limit $2)`,
    [plan, count],
  )

describe('the number', () => {
  test('says kind, area, school year and how many there were before', async () => {
    const { reportNo, existed } = await ofRegion(region)
    expect(reportNo).toBe('QX-330106-2025-000001')
    expect(existed).toBe(false)
    const ofSchool = await freeze(school, 'school', { planId: world.planId })
    expect(ofSchool).toMatchObject({ reportNo: 'XJ-330106-2025-000001', kind: 'school' })
    const ofProvince = await freeze(province, 'province', { planId: world.planId })
    expect(ofProvince.reportNo).toBe('SJ-330000-2025-000001')
    expect(ofProvince).toMatchObject({ orgName: '浙江省教育厅', planName: '本年秋季筛查', withdrawnAt: null })
  })

  test('of the same figures is the same one, regardless of who froze them first', async () => {
    const first = await ofRegion(region)
    const again = await ofRegion(province)
    expect(again).toMatchObject({ reportNo: first.reportNo, existed: true, orgName: first.orgName })
    await makeMyopic(world.planId, 1)
    expect(await ofRegion(region)).toMatchObject({ existed: false })
  })

  test('of eight at once on two nodes: each its own without a gap, one for the same figures', async () => {
    const grades = [1, 2, 3, 4, 5, 6].map((gradeNo) => ({ orgId: schoolId, prefix: 2, gradeNo }))
    const third = { orgId: schoolId, prefix: 2, gradeNo: 3 }
    const onOther = await signedIn(other, 'region01')
    const asked = [...grades, third, third]
    const answers = await Promise.all(
      asked.map((unit, nth) =>
        freeze(nth % 2 ? onOther : region, 'grade', { planId: world.planId, ...unit }),
      ),
    )
    const numbers = answers.map(({ reportNo }) => reportNo)
    expect(new Set(numbers).size).toBe(6)
    expect(new Set([numbers[2], numbers[6], numbers[7]]).size).toBe(1)
    expectWithoutGap([...new Set(numbers)])
    expect(answers.filter(({ existed }) => !existed)).toHaveLength(6)
  })

  test('is not lost to one who was refused', async () => {
    const before = await rowsOf(node.current, 'select series, last_no from frozen_series order by 1')
    const refused = await tryFreezing(region, 'region', { planId: world.planId, areaId: '330109' })
    expect(refused.code).toBe(616)
    expect(await rowsOf(node.current, 'select series, last_no from frozen_series order by 1')).toEqual(before)
  })
})

describe('opened again', () => {
  test('it has the digits of the day, while the report of today has others', async () => {
    const { reportNo } = await ofRegion(region)
    const then = await openFrozen(region, reportNo)
    expect(then.frozen).toMatchObject({ reportNo, orgName: '西湖区教育局', withdrawn: null })
    await makeMyopic(world.planId, 5)
    expect(await openFrozen(region, reportNo)).toEqual(then)
    expect(await openFrozen(province, reportNo)).toEqual(then)
    const today = await openFrozen(region, (await ofRegion(region)).reportNo)
    expect(figuresOf(today)).not.toEqual(figuresOf(then))
  })

  test('lists what changed since, cell by cell', async () => {
    const { reportNo } = await ofRegion(region)
    expect(await changesOf(region, reportNo)).toMatchObject({
      comparable: true,
      total: 0,
      list: [],
      rules: { came: [], gone: [] },
    })
    await makeMyopic(world.planId, 1)
    const changes = await changesOf(region, reportNo)
    if (!changes.comparable) throw new Error(changes.reason)
    const whole = changes.list.filter(
      ({ section, row, column, format }) =>
        section === '近视情况' && row === '合计' && format === 'count' && column === '近视人数',
    )
    expect(whole.length).toBeGreaterThan(0)
    for (const { was, is } of whole) expect(Number(is) - Number(was)).toBe(1)
    expect(new Set(changes.list.map(({ what }) => what))).toEqual(new Set(['value']))
  })

  test('a school that is called otherwise is the same one', async () => {
    const { reportNo } = await ofRegion(region)
    await node.current.sql(`update org set name = '改名小学' where id = ${schoolId}`)
    const changes = await changesOf(region, reportNo)
    if (!changes.comparable) throw new Error(changes.reason)
    expect(new Set(changes.list.map(({ is }) => is))).toEqual(new Set(['改名小学']))
    expect(JSON.stringify(await openFrozen(region, reportNo))).not.toContain('改名小学')
  })

  test('lists rules that changed', async () => {
    const { reportNo } = await ofRegion(region)
    await node.current.sql(
      `update plan set profile = jsonb_set(profile, '{myopiaOp}', '"<="') where id = ${world.planId}`,
    )
    const changes = await changesOf(region, reportNo)
    if (!changes.comparable) throw new Error(changes.reason)
    expect(changes.rules.came.join()).toContain('等效球镜≤-0.50D（同一眼）')
    expect(changes.rules.gone.join()).toContain('等效球镜<-0.50D（同一眼）')
    await node.current.sql(
      `update plan set profile = jsonb_set(profile, '{myopiaOp}', '"<"') where id = ${world.planId}`,
    )
  })

  test('as a file it is the frozen one, under its number, and says when it is withdrawn', async () => {
    const { reportNo } = await ofRegion(region)
    const order = { report: { reportNo }, format: 'xlsx' } as const
    const sheetsOf = async () => {
      const { content, fileName } = await must(region.call(reportEndpoints.downloadReport, order))
      expect(fileName).toContain(reportNo)
      const { sheets } = await readXlsx(content as Buffer)
      // It says when it was taken out, which is another moment each time.
      return JSON.stringify(sheets.map(({ rows }) => rows)).replace(/[\d :-]+ 导出/, ' 导出')
    }
    const before = await sheetsOf()
    expect(before).toContain(reportNo)
    await makeMyopic(world.planId, 1)
    expect(await sheetsOf()).toBe(before)
    const withdrawal = { reportNo, reason: '作废的原因' }
    await must(region.call(frozenEndpoints.withdrawReport, withdrawal))
    expect(await sheetsOf()).toContain('作废的原因')
    const foreign = await signedIn(node.current, 'teacher01')
    expect((await foreign.call(reportEndpoints.downloadReport, order)).code).toBe(650)
  })

  test('it outlives the end of its plan, the plan itself and its school', async () => {
    const planId = await insertFigurePlan(node.current, { name: '将消失的计划', lastPlanId: world.planId })
    const direct = await rowsOf<{ id: number }>(
      node.current,
      "select id from org where name = '杭州市直属中学'",
    )
    const orgId = direct[0]?.id ?? 0
    const whole = await freeze(region, 'region', { planId, areaId: '330106' })
    const ofSchool = await freeze(province, 'school', { planId: world.planId, orgId })
    expect(ofSchool.reportNo).toMatch(/^XJ-330100-2025-/)
    const then = await openFrozen(region, whole.reportNo)
    const thenSchool = await openFrozen(province, ofSchool.reportNo)
    await node.current.sql(`update plan set status = 4 where id = ${planId}`)
    expect(await openFrozen(region, whole.reportNo)).toEqual(then)
    await node.current.sql(`delete from plan where id = ${planId};
      delete from screening_record using task where task.id = task_id and school_org_id = ${orgId};
      delete from task where school_org_id = ${orgId}; delete from student where org_id = ${orgId};
      delete from org where id = ${orgId}`)
    expect(await openFrozen(region, whole.reportNo)).toEqual(then)
    expect(await openFrozen(province, ofSchool.reportNo)).toEqual(thenSchool)
    expect(await changesOf(region, whole.reportNo)).toEqual({
      comparable: false,
      reason: '该计划或单位已不存在，无法与最新数据比较。',
    })
    expect(await changesOf(province, ofSchool.reportNo)).toMatchObject({ comparable: false })
    const found = await must(region.call(frozenEndpoints.frozenList, { planId }))
    expect(found.list.map(({ reportNo }) => reportNo)).toEqual([whole.reportNo])
  })
})

describe('what is stored', () => {
  test('cannot be changed by the product, nor by the owner of the tables', async () => {
    await ofRegion(region)
    const { pool } = node.current.data.requests
    for (const statement of [
      "update frozen_report set content = '{}'",
      "update frozen_report set report_no = 'X'",
      'update frozen_report set frozen_at = now()',
      'delete from frozen_report',
      'truncate frozen_report',
    ]) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
      await expect(node.current.sql(statement), statement).rejects.toThrow(/cannot be changed|append-only/)
    }
    const [{ ok } = { ok: false }] = await rowsOf<{ ok: boolean }>(
      node.current,
      `select bool_and(sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')) as ok from frozen_report`,
    )
    expect(ok).toBe(true)
  })

  test('is on record with its number and its hash', async () => {
    await makeMyopic(world.planId, 1)
    const { reportNo } = await ofRegion(region)
    await openFrozen(region, reportNo)
    await changesOf(region, reportNo)
    const rows = await rowsOf<{ action: string; detail: { sha256?: string } }>(
      node.current,
      'select action, detail from audit_log where object_id = $1 order by id',
      [reportNo],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'report.freeze',
      'report.openFrozen',
      'report.compareFrozen',
    ])
    const stored = await rowsOf<{ sha256: string }>(
      node.current,
      'select sha256 from frozen_report where report_no = $1',
      [reportNo],
    )
    expect(rows[0]?.detail.sha256).toBe(stored[0]?.sha256)
  })
})

describe('withdrawn', () => {
  const withdraw = (by: By, reportNo: string, reason = '数据有误') =>
    by.call(frozenEndpoints.withdrawReport, { reportNo, reason })

  test('by who froze it: it stays to be read and says so', async () => {
    const { reportNo } = await ofRegion(region)
    const then = await openFrozen(region, reportNo)
    expect((await withdraw(region, reportNo, ' ')).code).toBe(650)
    expect(await must(withdraw(region, reportNo))).toMatchObject({
      withdrawnReason: '数据有误',
      mayWithdraw: false,
    })
    const after = await openFrozen(province, reportNo)
    expect(figuresOf(after)).toEqual(figuresOf(then))
    expect(after.frozen?.withdrawn).toMatchObject({ reason: '数据有误' })
    expect((await withdraw(region, reportNo)).message).toBe('该报告已经作废')
    await expect(
      node.current.sql(`update frozen_report set withdrawn_reason = '改' where report_no = '${reportNo}'`),
    ).rejects.toThrow('cannot be changed')
    // The same figures get another number then.
    const next = await ofRegion(region)
    expect(next).toMatchObject({ existed: false })
    expect(next.reportNo).not.toBe(reportNo)
  })

  test('by organisations above, not by those below or on the same level', async () => {
    const ofSchool = await freeze(region, 'school', { planId: world.planId, orgId: schoolId })
    expect((await withdraw(school, ofSchool.reportNo)).message).toBe('只有冻结该报告的单位或其上级可以作废')
    const health = await signedIn(node.current, adminOf('330106-卫健'))
    const { list } = await must(
      health.call(frozenEndpoints.frozenList, { planId: world.planId, kind: 'school' }),
    )
    expect(list.find(({ reportNo }) => reportNo === ofSchool.reportNo)?.mayWithdraw).toBe(false)
    expect((await withdraw(health, ofSchool.reportNo)).success).toBe(false)
    const city = await signedIn(node.current, 'city01')
    expect((await withdraw(city, ofSchool.reportNo)).success).toBe(true)
  })

  test('by two at once: once', async () => {
    const { reportNo } = await ofRegion(region)
    const both = await Promise.all([withdraw(region, reportNo), withdraw(province, reportNo)])
    expect(both.map(({ success }) => success).sort()).toEqual([false, true])
  })
})

test('a plan that has not begun, a kind not held and no permission are refused', async () => {
  const draft = await insertFigurePlan(node.current, { name: '未开始', status: 1 })
  await node.current.sql(`update plan set starts_on = '2099-01-01' where id = ${draft}`)
  expect((await tryFreezing(region, 'region', { planId: draft })).message).toBe('计划开始后才能冻结报告')
  expect((await tryFreezing(region, 'city', { planId: world.planId, areaId: '330100' })).code).toBe(602)
  const teacher = await signedIn(node.current, 'teacher01')
  expect((await tryFreezing(teacher, 'class', { planId: world.planId, classId: 1 })).code).toBe(602)
  expect((await region.call(frozenEndpoints.frozenReport, { reportNo: 'QX-330106-2025-999999' })).code).toBe(
    650,
  )
  expect((await region.call(frozenEndpoints.frozenReport, { reportNo: '什么' })).message).toBe(
    '报告编号格式有误',
  )
})

test('what is too big to be read is refused', async () => {
  const planId = await insertFigurePlan(node.current, { name: '过大的计划' })
  await node.current.sql(`update plan set name = repeat('长', 1000000) where id = ${planId}`)
  const { message } = await tryFreezing(region, 'region', { planId })
  expect(message).toBe('报告内容超过4MB，不能冻结')
})
