// Warnings through the public door: raised by results, seen by range, handled by people.
import { beforeAll, describe, expect, test } from 'vitest'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { MYOPIC, NORMAL, savedRow } from '../testing/readings.ts'
import { forbidStudents } from '../testing/reports/report-world.ts'
import { makeForeignResults, makeResults, type ResultWorld } from '../testing/result-world.ts'
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

describe('who sees it', () => {
  test('a district with masked names, in full with a reason; without permission for students nobody', async () => {
    const row = await only(world.region)
    expect(row.name).toBe('测*')
    expect((await only(world.region, { nameReason: '核对预警名单' })).name).toBe('测一')
    expect((await world.region.call(notifyWarnings, { ...chosen(row), note: '' })).code).toBe(602)
    await forbidStudents(app.current, 'region01')
    const region = await signedIn(app.current, 'region01')
    expect((await region.call(warningPage, { planId: world.planId })).code).toBe(602)
    expect((await region.call(warningDetail, { warningId: row.warningId })).code).toBe(650)
    expect((await must(region.call(warningSummary, { planId: world.planId }))).tallies).toEqual([])
    expect((await must(region.call(warningPage, { planId: world.planId, scope: 3 }))).total).toBe(0)
  })

  test('a class teacher the own class, and nobody of another district', async () => {
    const row = await only(world.admin)
    const account = async (classId: number) => {
      const { account: name, userId } = await newUser(app.current, world.orgId, 45)
      await app.current.sql(`insert into user_class (user_id, class_id) values (${userId}, ${classId})`)
      return signedIn(app.current, name)
    }
    const own = await account(world.classIds[0] ?? 0)
    const other = await account(world.classIds[1] ?? 0)
    expect((await pageOf(own)).total).toBe(1)
    expect((await pageOf(other)).total).toBe(0)
    expect((await other.call(warningDetail, { warningId: row.warningId })).code).toBe(650)
    expect((await other.call(notifyWarnings, { ...chosen(row), note: '' })).code).toBe(650)
    expect((await must(own.call(warningSummary, { planId: world.planId }))).tallies).toHaveLength(1)
    const foreign = await makeForeignResults(app.current)
    expect((await world.admin.call(warningPage, { planId: foreign.planId })).code).toBe(650)
  })
})

test('changes are shown with both readings and their days; who carried out only one of them learns the change alone', async () => {
  const { admin, planId, taskId, idOf } = world
  const { studentId } = await only(admin)
  const earlier = { planId, studentId: studentId ?? 0, daysAgo: 190 }
  await insertResult(app.current, earlier, {
    naked_right: 49,
    sphere_right: 0,
    cylinder_right: 0,
    se_right: 0,
  })
  await savedRow(admin, taskId, idOf(0), { nakedRight: 4.6 }, MYOPIC)
  const worded = (await only(admin)).reasons
  expect(worded).toHaveLength(5)
  expect(worded[0]).toBe('右眼等效球镜由 0.00 变为 −1.625，间隔 190 天，折合每年 −3.12 D（界限 1.00 D/年）')
  expect(worded[2]).toMatch(/^右眼裸眼视力由 4.9 降到 4.6（\d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d）$/)
  const { progression, facts } = await must(
    admin.call(warningDetail, { warningId: (await only(admin)).warningId }),
  )
  expect(progression).toMatchObject({ eye: 1, days: 190, change: -1.625, perYear: -3.12 })
  expect(facts[0]?.sentence).toBe(`${worded[0]}。`)
  await app.current.sql(`insert into visit (student_id, visited_on, source, hospital_name, axial_right) values
    (${studentId}, (now() at time zone 'Asia/Shanghai')::date - 365, 3, '县医院', 2350),
    (${studentId}, (now() at time zone 'Asia/Shanghai')::date, 3, '县医院', 2400)`)
  expect((await only(admin)).reasons.join()).toMatch(
    /右眼眼轴由 23.50 mm 增长到 24.00 mm，间隔 365 天，折合每年 0.50 mm（界限 0.[34]0 mm\/年）/,
  )
  await app.current.sql(
    `update task set org_id = (select org_id from app_user where account = 'hospital01') where id = ${taskId}`,
  )
  const hospital = await signedIn(app.current, 'hospital01')
  const seen = await only(hospital)
  expect(seen.reasons).toContain('右眼近视进展快 3.12D/年')
  expect(seen.reasons).toContain('右眼视力下降 3行')
  expect(seen.reasons).toContain('右眼眼轴增长快 0.50mm/年')
  const detail = await must(hospital.call(warningDetail, { warningId: seen.warningId }))
  expect([detail.progression, detail.readings.length]).toEqual([null, 1])
})
