// Warnings through the public door: raised by results, seen by range, handled by people.
import { beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_ITEMS } from '#contract/exports/catalogue.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { MYOPIC, NORMAL, savedRow } from '../testing/readings.ts'
import { forbidStudents } from '../testing/reports/report-world.ts'
import { lastTrail, makeForeignResults, makeResults, type ResultWorld } from '../testing/result-world.ts'
import { readExport } from '../testing/sheets/read-export.ts'
import { insertResult } from '../testing/warnings/insert-result.ts'

const {
  warningPage,
  warningSummary,
  warningDetail,
  notifyWarnings,
  actOnWarnings,
  closeWarnings,
  reopenWarnings,
} = warningEndpoints
const { exportWarnings, exportUnitWarnings, exportSize } = exportEndpoints
const app = useApp()
let world: ResultWorld
beforeAll(async () => {
  world = await makeResults(app.current)
})

const pageOf = async (by: By, more: object = {}) =>
  (await must(by.call(warningPage, { planId: world.planId, ...more } as never))) as Awaited<
    ReturnType<typeof firstPage>
  >
const firstPage = (by: By) => must(by.call(warningPage, { planId: world.planId }))
const only = async (by: By, more: object = {}) => {
  const [row] = (await pageOf(by, more)).list
  if (!row) throw new Error('no warning')
  return row
}
const chosen = ({ warningId, version }: { warningId: number; version: number }) => ({
  warnings: [{ warningId, version }],
})

test('a result that asks for it raises one warning, with its reasons in words', async () => {
  const { list, total } = await pageOf(world.admin)
  expect([total, list.length]).toEqual([1, 1])
  expect(list[0]).toMatchObject({
    name: '测一',
    level: 2,
    status: 1,
    ended: null,
    className: '三年级1班',
    letter: 'none',
    reasons: [
      '筛查二级预警：屈光参差（球镜 右 −1.50 左 +0.25，柱镜 右 −0.25 左 0.00）',
      '双眼裸眼视力相差 4 行（右 4.7 左 5.1），屈光参差（球镜 右 −1.50 左 +0.25，柱镜 右 −0.25 左 0.00）',
    ],
  })
  const detail = await must(world.admin.call(warningDetail, { warningId: list[0]?.warningId ?? 0 }))
  expect(detail.facts.map(({ label, level }) => [label, level])).toEqual([
    ['筛查预警级别', 2],
    ['两眼差异大', 1],
  ])
  expect(detail.readings).toMatchObject([{ nakedRight: 4.7, seRight: -1.625, visit: false }])
  expect(detail.events.map(({ title }) => title)).toEqual(['生成二级预警'])
  const found = async (by: By) =>
    Promise.all(['测一', '测某', '李一'].map(async (keyword) => (await pageOf(by, { keyword })).total))
  expect(await found(world.admin)).toEqual([1, 0, 0])
  // The district sees 测* and learns no more by searching.
  expect(await found(world.region)).toEqual([1, 1, 0])
})

test('goes when the result is put right, and comes back with its history', async () => {
  const { admin, taskId, idOf } = world
  await savedRow(admin, taskId, idOf(0), { nakedRight: 5, sphereRight: 0.5 }, MYOPIC)
  expect((await pageOf(admin)).total).toBe(0)
  expect(await only(admin, { counting: 'ended' })).toMatchObject({ ended: 1, level: 2 })
  await savedRow(admin, taskId, idOf(0), { nakedRight: 4.7, sphereRight: -1.5 }, NORMAL)
  const back = await only(admin)
  const { events } = await must(admin.call(warningDetail, { warningId: back.warningId }))
  expect(events.map(({ kind }) => kind)).toEqual(['raised', 'ended', 'returned'])
})

describe('its life', () => {
  test('from waiting to closed, each step on record, and open again with a reason', async () => {
    const { admin } = world
    const first = await only(admin)
    expect(await must(admin.call(notifyWarnings, { ...chosen(first), note: '电话' }))).toEqual({
      done: 1,
      skipped: 0,
    })
    const second = await only(admin)
    expect(second.status).toBe(2)
    await must(admin.call(actOnWarnings, { ...chosen(second), interventions: [1, 2], note: '第三排' }))
    const third = await only(admin)
    expect(third.status).toBe(3)
    expect((await admin.call(closeWarnings, { ...chosen(third), reason: 9 })).code).toBe(700)
    await must(admin.call(closeWarnings, { ...chosen(third), reason: 1 }))
    expect((await pageOf(admin)).total).toBe(0)
    expect((await pageOf(admin, { counting: 'active' })).total).toBe(1)
    const fourth = await only(admin, { status: 4 })
    expect((await admin.call(reopenWarnings, { ...chosen(fourth), note: '' })).code).toBe(700)
    await must(admin.call(reopenWarnings, { ...chosen(fourth), note: '家长来电' }))
    const { events, status } = await must(admin.call(warningDetail, { warningId: first.warningId }))
    expect(status).toBe(1)
    expect(events.slice(-4).map(({ title, note }) => [title, note])).toEqual([
      ['已通知家长', '电话'],
      ['已干预：调整座位、按身高调整课桌椅', '第三排'],
      ['关闭：已就诊，按医嘱处理', ''],
      ['重新打开', '家长来电'],
    ])
  })

  test('two people at the same warning: one of them learns that it changed', async () => {
    const row = await only(world.admin)
    const answers = await Promise.all([
      must(world.admin.call(notifyWarnings, { ...chosen(row), note: '甲' })),
      must(world.admin.call(actOnWarnings, { ...chosen(row), interventions: [3], note: '乙' })),
    ])
    expect(answers.map(({ done }) => done).sort()).toEqual([0, 1])
  })

  test('a correction that raises the level opens what was closed', async () => {
    const { admin, taskId, idOf } = world
    await must(admin.call(closeWarnings, { ...chosen(await only(admin)), reason: 5 }))
    await savedRow(admin, taskId, idOf(0), { nakedRight: 4.4 }, MYOPIC)
    expect(await only(admin)).toMatchObject({ level: 3, status: 1 })
    await savedRow(admin, taskId, idOf(0), { nakedRight: 4.7 }, { ...MYOPIC, nakedRight: 4.4 })
    expect(await only(admin)).toMatchObject({ level: 2, status: 1 })
  })
})

test('numbers follow every step', async () => {
  const { tallies, overdue } = await must(world.admin.call(warningSummary, { planId: world.planId }))
  expect([tallies, overdue]).toEqual([[{ scope: 1, level: 2, status: 1, warnings: 1 }], 0])
  expect((await must(world.region.call(warningSummary, { planId: world.planId }))).tallies).toEqual(tallies)
})

test('is overdue past its day, until somebody acts on it', async () => {
  const { admin, planId } = world
  const row = await only(admin)
  const putBack = (days: number) =>
    app.current.sql(`update warning set due_on = due_on - ${days} where id = ${row.warningId}`)
  const overdueNow = async () => (await must(admin.call(warningSummary, { planId }))).overdue
  await putBack(60)
  expect([await overdueNow(), (await only(admin, { overdue: '1' })).overdue]).toEqual([1, true])
  await must(admin.call(actOnWarnings, { ...chosen(row), interventions: [1], note: '' }))
  expect([await overdueNow(), (await only(admin)).overdue]).toEqual([0, false])
  await putBack(-60)
  await must(admin.call(closeWarnings, { ...chosen(await only(admin)), reason: 1 }))
  await must(admin.call(reopenWarnings, { ...chosen(await only(admin, { status: 4 })), note: '家长来电' }))
})

const teacherOf = async (classId: number) => {
  const { account, userId } = await newUser(app.current, world.orgId, 45)
  await app.current.sql(`insert into user_class (user_id, class_id) values (${userId}, ${classId})`)
  return signedIn(app.current, account)
}

const REASON = '核对'
const childrenFile = async (by: By, more: object = {}) =>
  readExport((await must(by.call(exportWarnings, { planId: world.planId, reason: REASON, ...more }))).content)
const unitsFile = async (by: By, more: object = {}) =>
  readExport(
    (await must(by.call(exportUnitWarnings, { planId: world.planId, reason: REASON, ...more }))).content,
  )

describe('the file of the list', () => {
  let teacher: By
  beforeAll(async () => {
    const { admin, orgId, taskId, idOf, planId, classIds } = world
    teacher = await teacherOf(classIds[1] ?? 0)
    await savedRow(admin, taskId, idOf(4), { nakedRight: 4.4, sphereRight: -1.5 }, NORMAL)
    const reason = (indicator: string, value: number, threshold: number) =>
      JSON.stringify([
        { rule: indicator, indicator, level: 1, value, threshold, eye: null, fromRecordId: null },
      ])
    await app.current.sql(`insert into warning (scope, plan_id, task_id, class_id, school_org_id, province_id, city_id,
        region_id, level, reasons, indicators, due_on)
      select scope, ${planId}, ${taskId}, case scope when 2 then ${classIds[1]} end, case when scope < 4 then o.id end,
        o.province_id, o.city_id, o.region_id, 1, reasons::jsonb, array[indicator],
        (now() at time zone 'Asia/Shanghai')::date - 3
      from org as o, (values (2, 'incidence', '${reason('incidence', 7120, 2000)}'),
        (3, 'completion', '${reason('completion', 80000, 95000)}'),
        (4, 'poorVisionRise', '${reason('poorVisionRise', 5200, 5000)}')) as given (scope, indicator, reasons)
      where o.id = ${orgId}`)
  })

  test('has the readings behind each child, what was done, and a name as on the screen', async () => {
    const { admin, region } = world
    await must(admin.call(notifyWarnings, { ...chosen(await only(admin, { level: 2 })), note: '电话' }))
    const { names, titles, rows, about } = await childrenFile(admin, { level: 2 })
    expect(names).toEqual(['预警学生名单', '导出说明'])
    expect(titles).toEqual(EXPORT_ITEMS.warnings.columns.map(({ title }) => title))
    expect(rows).toMatchObject([
      {
        学校名称: '结果导出小学',
        年级: '三年级',
        班级: '1班',
        姓名: '测一',
        预警级别: '二级',
        预警指标: '筛查预警级别；两眼差异大',
        预警原因: expect.stringMatching(
          /^筛查二级预警：屈光参差（.*；双眼裸眼视力相差 4 行（右 4.7 左 5.1），屈光参差（.*$/,
        ),
        本次读数: '裸眼视力 右4.7 左5.1；等效球镜 右-1.625 左+0.250',
        状态: expect.stringMatching(/^已/),
        解除情况: null,
        未关闭天数: 0,
        逾期天数: null,
        最近处理: expect.stringMatching(/^\d{4}-\d\d-\d\d 已通知家长：电话$/),
        提醒次数: 0,
        就诊日期: null,
        关闭原因: null,
      },
    ])
    expect(about).toMatchObject({
      筛选条件: '筛查计划：结果导出计划；预警级别：二级；预警：未关闭',
      行数: '1',
    })
    expect(await lastTrail(app.current, 'export.warnings')).toMatchObject({ code: 200, detail: { rows: 1 } })
    expect((await childrenFile(region)).rows.map((row) => row.姓名)).toEqual(['测*', '测*'])
    expect((await childrenFile(region, { reason: '核对预警名单' })).rows[0]?.姓名).toBe('测五')
  })

  test('has exactly the rows that the list counts', async () => {
    const { admin, region, orgId, classIds } = world
    const asked = { planId: world.planId }
    const filters = [{ level: 3 }, { counting: 'all' }, { status: 1 }, { overdue: '1' }, { orgId }]
    for (const by of [teacher, admin, region]) {
      for (const more of [...filters, { classId: classIds[1] }]) {
        const size = await must(by.call(exportSize, { ...asked, ...more, item: 'warnings' } as never))
        expect(size, JSON.stringify(more)).toMatchObject({ rows: (await pageOf(by, more)).total })
      }
      const { list } = await pageOf(by, { nameReason: '核对预警名单' })
      const { rows } = await childrenFile(by, { reason: '核对预警名单' })
      expect(rows.map((row) => row.姓名)).toEqual(list.map(({ name }) => name))
      for (const scope of [2, 3, 4]) {
        const units = await pageOf(by, { scope })
        const file = await unitsFile(by, { scope })
        expect(file.rows.map((row) => row.单位名称)).toEqual(units.list.map(({ unitName }) => unitName))
      }
    }
    const totals = async (by: By) =>
      (await Promise.all([1, 2, 3, 4].map((scope) => pageOf(by, { scope })))).map(({ total }) => total)
    expect(await totals(teacher)).toEqual([1, 1, 0, 0])
    expect(await totals(admin)).toEqual([2, 1, 1, 0])
    expect(await totals(region)).toEqual([2, 1, 1, 1])
  })

  test('says of a unit what was found against what', async () => {
    expect((await unitsFile(world.region, { scope: 4 })).rows).toMatchObject([
      {
        单位类别: '区县',
        单位名称: '杭州市西湖区',
        所属地区: '浙江省-杭州市-西湖区',
        预警级别: '一级',
        预警指标: '视力不良率同比上升',
        实际值: '5.2个百分点',
        比较方式: '不低于',
        界限: '5.0个百分点',
        状态: '待处理',
        逾期天数: 3,
      },
    ])
    const students = { planId: world.planId, reason: REASON, scope: 1 }
    expect((await world.admin.call(exportUnitWarnings, students)).code).toBe(400)
  })
})

describe('who sees it', () => {
  test('a district with masked names, in full with a reason; without permission for students nobody', async () => {
    const row = await only(world.region, { level: 2 })
    expect(row.name).toBe('测*')
    expect((await only(world.region, { level: 2, nameReason: '核对预警名单' })).name).toBe('测一')
    expect((await world.region.call(notifyWarnings, { ...chosen(row), note: '' })).code).toBe(602)
    await forbidStudents(app.current, 'region01')
    const region = await signedIn(app.current, 'region01')
    expect((await region.call(warningPage, { planId: world.planId })).code).toBe(602)
    expect((await region.call(warningDetail, { warningId: row.warningId })).code).toBe(650)
    const { tallies } = await must(region.call(warningSummary, { planId: world.planId }))
    expect(tallies.map(({ scope }) => scope)).toEqual([2, 3, 4])
    expect((await region.call(exportWarnings, { planId: world.planId, reason: REASON })).code).toBe(602)
    expect((await region.call(exportSize, { planId: world.planId, item: 'warnings' })).code).toBe(602)
    for (const scope of [2, 3, 4]) {
      expect((await pageOf(region, { scope })).total).toBe(1)
      expect((await unitsFile(region, { scope })).rows).toHaveLength(1)
    }
  })

  test('a class teacher the own class, and nobody of another district', async () => {
    const row = await only(world.admin, { level: 2 })
    const own = await teacherOf(world.classIds[0] ?? 0)
    const other = await teacherOf(world.classIds[1] ?? 0)
    expect((await pageOf(own)).list.map(({ name }) => name)).toEqual(['测一'])
    expect((await pageOf(other)).list.map(({ name }) => name)).toEqual(['测五'])
    expect((await other.call(warningDetail, { warningId: row.warningId })).code).toBe(650)
    expect((await other.call(notifyWarnings, { ...chosen(row), note: '' })).code).toBe(650)
    expect((await must(own.call(warningSummary, { planId: world.planId }))).tallies).toHaveLength(1)
    // Naming the school tells no more than the own class.
    const school = await must(own.call(warningSummary, { planId: world.planId, orgId: world.orgId }))
    expect(school.tallies).toEqual([{ scope: 1, level: 2, status: 2, warnings: 1 }])
    const foreign = await makeForeignResults(app.current)
    expect((await world.admin.call(warningPage, { planId: foreign.planId })).code).toBe(650)
  })
})

test('a printed letter notifies what waits, once, and leaves what was done', async () => {
  const { admin, planId, taskId } = world
  const print = (kind: 'result' | 'notice' = 'result') =>
    must(
      admin.call(letterEndpoints.issueLetters, { planId, taskId, kind, origin: 'https://eyes.example.test' }),
    )
  const historyOf = async (keyword: string) => {
    const { warningId, status } = await only(admin, { keyword })
    const { events } = await must(admin.call(warningDetail, { warningId }))
    const printed = events.filter(({ title }) => title.startsWith('结果告知书'))
    return [status, ...printed.map(({ kind, title, by }) => `${kind} ${title} ${by}`)]
  }
  const NUMBERED = expect.stringMatching(/^notify 结果告知书已打印发放，编号 \d{6} .+ · 结果导出小学$/)
  await print('notice')
  expect(await historyOf('测五')).toEqual([1])
  await Promise.all([print(), print()])
  await print()
  expect(await historyOf('测五')).toEqual([2, NUMBERED])
  expect(await historyOf('测一')).toEqual([
    2,
    expect.stringMatching(/^letterPrinted 结果告知书已打印发放 .+/),
  ])
  // What was opened again waits for another word to the family.
  await must(admin.call(closeWarnings, { ...chosen(await only(admin, { keyword: '测五' })), reason: 1 }))
  const closed = await only(admin, { keyword: '测五', status: 4 })
  await print()
  await must(admin.call(reopenWarnings, { ...chosen(closed), note: '家长来电' }))
  await print()
  expect(await historyOf('测五')).toEqual([2, NUMBERED, NUMBERED])
})

test('changes are shown with both readings and their days; who carried out only one of them learns the change alone', async () => {
  const { admin, planId, taskId, idOf } = world
  const { studentId } = await only(admin, { keyword: '测一' })
  const earlier = { planId, studentId: studentId ?? 0, daysAgo: 190 }
  await insertResult(app.current, earlier, {
    naked_right: 49,
    sphere_right: 0,
    cylinder_right: 0,
    se_right: 0,
  })
  await savedRow(admin, taskId, idOf(0), { nakedRight: 4.6 }, MYOPIC)
  const worded = (await only(admin, { keyword: '测一' })).reasons
  expect(worded).toHaveLength(5)
  expect(worded[0]).toBe('右眼等效球镜由 0.00 变为 −1.625，间隔 190 天，折合每年 −3.12 D（界限 1.00 D/年）')
  expect(worded[2]).toMatch(/^右眼裸眼视力由 4.9 降到 4.6（\d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d）$/)
  const { progression, facts } = await must(
    admin.call(warningDetail, { warningId: (await only(admin, { keyword: '测一' })).warningId }),
  )
  expect(progression).toMatchObject({ eye: 1, days: 190, change: -1.625, perYear: -3.12 })
  expect(facts[0]?.sentence).toBe(`${worded[0]}。`)
  await app.current.sql(`insert into visit (student_id, visited_on, source, hospital_name, axial_right) values
    (${studentId}, (now() at time zone 'Asia/Shanghai')::date - 365, 3, '县医院', 2350),
    (${studentId}, (now() at time zone 'Asia/Shanghai')::date, 3, '县医院', 2400)`)
  expect((await only(admin, { keyword: '测一' })).reasons.join()).toMatch(
    /右眼眼轴由 23.50 mm 增长到 24.00 mm，间隔 365 天，折合每年 0.50 mm（界限 0.[34]0 mm\/年）/,
  )
  await app.current.sql(
    `update task set org_id = (select org_id from app_user where account = 'hospital01') where id = ${taskId}`,
  )
  const hospital = await signedIn(app.current, 'hospital01')
  const seen = await only(hospital, { keyword: '测一' })
  expect(seen.reasons).toContain('右眼近视进展快 3.12D/年')
  expect(seen.reasons).toContain('右眼视力下降 3行')
  expect(seen.reasons).toContain('右眼眼轴增长快 0.50mm/年')
  const detail = await must(hospital.call(warningDetail, { warningId: seen.warningId }))
  expect([detail.progression, detail.readings.length]).toEqual([null, 1])
})
