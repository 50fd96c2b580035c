// Rules of areas through the public door: from the province down, and what they do to warnings.
import { beforeAll, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { SHIPPED_RULES, type WarningRule } from '#contract/warning/rules.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, permit, signedIn } from '../testing/people.ts'
import { makeResults, type ResultWorld } from '../testing/result-world.ts'
import { rowsOf } from '../testing/rows.ts'
import { setSecondStepRules } from '../testing/second-step.ts'

const { warningSetting, warningReview, saveWarningSetting, previewWarningSetting, warningPage } =
  warningEndpoints
const app = useApp()
let world: ResultWorld
let province: By
let city: By
beforeAll(async () => {
  world = await makeResults(app.current)
  await setSecondStepRules(app.current, [])
  province = await signedIn(app.current, 'province01')
  city = await signedIn(app.current, 'city01')
})

const rule = (key: string, change: Partial<WarningRule>): WarningRule => {
  const shipped = SHIPPED_RULES.find((each) => each.key === key)
  if (!shipped) throw new Error(`no rule ${key}`)
  return { ...shipped, ...change }
}
const stateOf = (by: By) => must(by.call(warningSetting, {}))
const save = async (by: By, rules: WarningRule[]) => {
  const { version } = await stateOf(by)
  const saved = await must(by.call(saveWarningSetting, { version, rules }))
  await app.current.runJobs()
  return saved
}
const OPTICS = '屈光参差（球镜 右 −1.50 左 +0.25，柱镜 右 −0.25 左 0.00）'
const LEVEL = `筛查二级预警：${OPTICS}`
const DIFFER = `双眼裸眼视力相差 4 行（右 4.7 左 5.1），${OPTICS}`
const reasonsNow = async () =>
  (await must(world.admin.call(warningPage, { planId: world.planId }))).list.flatMap(({ reasons }) => reasons)

test('begins with what is shipped', async () => {
  expect(await stateOf(world.region)).toMatchObject({
    version: 0,
    top: false,
    own: [],
    effective: SHIPPED_RULES,
  })
  expect(await stateOf(province)).toMatchObject({ top: true, aboveName: '平台默认' })
  expect(await reasonsNow()).toEqual([LEVEL, DIFFER])
})

test('the province switches a rule off, and its reason goes everywhere below', async () => {
  await save(province, [rule('eyes-differ', { enabled: false })])
  expect(await reasonsNow()).toEqual([LEVEL])
  expect((await stateOf(world.region)).effective.find(({ key }) => key === 'eyes-differ')?.enabled).toBe(
    false,
  )
})

test('a city may be stricter, not looser, and its districts follow', async () => {
  const refused = await city.call(saveWarningSetting, {
    version: 0,
    rules: [rule('progression-fast', { threshold: 2 })],
  })
  expect([refused.code, refused.message]).toEqual([700, '第1条规则：界限不能比上级宽松'])
  await save(city, [rule('eyes-differ', { enabled: true, threshold: 4, level: 3 })])
  expect(await reasonsNow()).toEqual([DIFFER, LEVEL])
  const held = (await stateOf(world.region)).effective.find(({ key }) => key === 'eyes-differ')
  expect(held).toMatchObject({ enabled: true, threshold: 4, level: 3 })
})

test('what gets stricter above holds below, whatever was saved there', async () => {
  await save(world.region, [rule('eyes-differ', { threshold: 3, level: 3 })])
  await save(city, [rule('eyes-differ', { enabled: true, threshold: 2, level: 3 })])
  const { effective, own } = await stateOf(world.region)
  expect(own[0]?.threshold).toBe(3)
  expect(effective.find(({ key }) => key === 'eyes-differ')?.threshold).toBe(2)
  const [stored] = await app.current.db
    .selectFrom('warningRule')
    .select('threshold')
    .where('areaId', '=', '330106')
    .where('ruleKey', '=', 'eyes-differ')
    .execute()
  expect(stored?.threshold).toBe(2000)
})

test('two who save at the same time: one version each, the second learns of the first', async () => {
  const { version } = await stateOf(province)
  const answers = await Promise.all(
    [1, 3].map((threshold) =>
      province.call(saveWarningSetting, { version, rules: [rule('vision-fell', { threshold })] }),
    ),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile].sort())
  expect((await stateOf(province)).versions).toHaveLength(version + 1)
})

test('the preview says what a draft would do, and does nothing', async () => {
  const before = await reasonsNow()
  const strict = await must(
    world.region.call(previewWarningSetting, { rules: [rule('eyes-differ', { threshold: 1, level: 3 })] }),
  )
  // 测一 differs by four rows, 测二 and 测五 by one.
  expect(strict.rules.find(({ key }) => key === 'eyes-differ')?.students).toBe(3)
  expect([strict.students, strict.studentsNow]).toEqual([3, 1])
  expect(await reasonsNow()).toEqual(before)
})

test('saving does what the preview said: where rules below are stricter, and by the growth of eyes', async () => {
  // Of nine years: 0.40 mm a year is beyond 0.25 + 0.10, 0.34 mm is not.
  for (const [child, grown] of [
    [1, 40],
    [4, 34],
  ] as const)
    await app.current.sql(`insert into visit (student_id, visited_on, source, hospital_name, axial_right)
      select student_id, (now() at time zone 'Asia/Shanghai')::date - ago, 1, '测试医院', 2400 - ago * ${grown} / 365
      from screening_record, unnest(array[0, 365]) as ago where id = ${world.idOf(child)}`)
  const draft = [rule('eyes-differ', { threshold: 5 }), rule('axial-growth', { threshold: 0.25 })]
  const said = await must(province.call(previewWarningSetting, { rules: draft }))
  const each = (key: string) => said.rules.find((one) => one.key === key)?.students
  expect([each('eyes-differ'), each('axial-growth')]).toEqual([1, 1])
  await save(province, draft)
  const warned = await rowsOf<{ rules: string[] }>(
    app.current,
    `select array(select jsonb_array_elements(reasons) ->> 'rule') as rules from warning where scope = 1 and ended is null`,
  )
  expect(said.students).toBe(warned.length)
  for (const key of ['level', 'eyes-differ', 'axial-growth', 'newly-myopic'])
    expect(each(key)).toBe(warned.filter(({ rules }) => rules.includes(key)).length)
  const after = await must(province.call(previewWarningSetting, { rules: draft }))
  expect([after.studentsNow, after.unitsNow]).toEqual([said.students, said.units])
})

test('it is said how far new rules are applied, and what they changed', async () => {
  const reviewOf = (by: By) => must(by.call(warningReview, {}))
  const { version, own } = await stateOf(province)
  expect(await reviewOf(province)).toMatchObject({ version, state: 'done', raised: 1, ended: 0 })
  const rules = own.map((each) => (each.key === 'axial-growth' ? { ...each, enabled: false } : each))
  await must(province.call(saveWarningSetting, { version, rules }))
  const waiting = { version: version + 1, state: 'queued', percent: 0, finishedAt: null }
  expect(await reviewOf(province)).toEqual({ ...waiting, raised: 0, ended: 0, changed: 0 })
  // Of the district nothing was ordered meanwhile.
  expect(await reviewOf(world.region)).toMatchObject({ version: 1, state: 'done', percent: 100 })
  await app.current.sql(`update warning_review set done_id = (select max(id) from student) / 2`)
  expect(await reviewOf(province)).toMatchObject({ state: 'students' })
  await app.current.sql('update warning_review set done_id = 0')
  await app.current.runJobs()
  const done = { version: version + 1, state: 'done', percent: 100, finishedAt: expect.any(String) }
  expect(await reviewOf(province)).toEqual({ ...done, raised: 0, ended: 1, changed: 0 })
})

test('an account with a smaller range than its body sets the rules of that range, one without an area none', async () => {
  const before = await stateOf(world.region)
  const limit = (range: string) => app.current.sql(`update app_user set ${range} where account = 'city01'`)
  await limit("data_range_type = 3, data_range_region_id = '330106'")
  expect(await stateOf(city)).toMatchObject({ areaName: '西湖区', version: before.version })
  const saved = await save(city, [rule('eyes-differ', { threshold: 1, level: 3 })])
  expect(saved.version).toBe(before.version + 1)
  expect((await stateOf(world.region)).own).toEqual(saved.own)
  for (const range of [
    'data_range_type = 4',
    'data_range_type = 3, data_range_region_id = null',
    "data_range_type = 3, data_range_city_id = '330200', data_range_region_id = '330205'",
    'data_range_type = 1',
  ]) {
    await limit(range)
    for (const answer of [
      await city.call(warningSetting, {}),
      await city.call(previewWarningSetting, { rules: [] }),
      await city.call(saveWarningSetting, { version: 1, rules: [] }),
    ])
      expect(answer.code).toBe(602)
  }
  await permit(app.current, 'grade01', [permissionId('warningSettings')])
  const head = await signedIn(app.current, 'grade01')
  expect((await head.call(warningSetting, {})).code).toBe(602)
})

test('who is no government has no rules to set', async () => {
  expect((await world.admin.call(warningSetting, {})).code).toBe(602)
  expect((await world.admin.call(warningReview, {})).code).toBe(602)
  expect((await world.admin.call(saveWarningSetting, { version: 0, rules: [] })).code).toBe(602)
})
