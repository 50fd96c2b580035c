// Saved designs of custom reports: owners, who may open them, and what happens when two people save at once.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUser, must, permit, signedIn } from '../../testing/people.ts'
import { rowNamed, tableNamed } from '../../testing/reports/report-tables.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { setSecondStepRules } from '../../testing/second-step.ts'

const node = useApp()
let world: FigureWorld
const owner = demoUser(node, 'province01')
let colleague: By
/** Of the same organisation, for one district. */
let local: By
const stranger = demoUser(node, 'phealth01')

/** Another administrator of the province's education office, limited to a district where `regionId` names one. */
async function officer(account: string, range: { regionId?: string } = {}): Promise<By> {
  const { regionId } = range
  await node.current.sql(`insert into app_user (account, account_key, real_name, password_hash, org_id, role_type, is_super,
      data_range_type, data_range_province_id, data_range_city_id, data_range_region_id)
    select '${account}', '${account}', '同事', password_hash, org_id, 20, false, ${regionId ? 3 : 1}, '330000',
      ${regionId ? `'${regionId.slice(0, 4)}00'` : 'null'}, ${regionId ? `'${regionId}'` : 'null'}
    from app_user where account = 'province01'`)
  return signedIn(node.current, account)
}

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('saved designs'))
  await setSecondStepRules(node.current, [])
  colleague = await officer('officer01')
  local = await officer('officer02', { regionId: '330106' })
})

const FIELDS = { dimension: 'stage' as const, indicators: ['expected', 'myopia/rated'] }
let made = 0
const name = () => {
  made += 1
  return `报告${made}`
}
type Saving = Parameters<typeof owner.call<typeof reportEndpoints.saveDesign>>[1]
const save = (by: By, fields: Partial<Saving> = {}) =>
  by.call(reportEndpoints.saveDesign, { name: name(), planId: world.planId, ...FIELDS, ...fields })
const share = async (by: By, saved: { designId: number; version: number }, shared = true) =>
  must(by.call(reportEndpoints.shareDesign, { ...saved, shared }))
const run = (by: By, designId: number) => by.call(reportEndpoints.designReport, { designId })
const detail = (by: By, designId: number) => by.call(reportEndpoints.designDetail, { designId })
const listed = async (by: By) => must(by.call(reportEndpoints.designList, {}))

describe('saved', () => {
  test('it is read again as it was, by its own name', async () => {
    const fields = {
      ...FIELDS,
      name: '西湖区学段',
      areaId: '330106',
      sex: 1 as const,
      comparison: 'last' as const,
      chart: 'bars' as const,
      chartIndicators: ['myopia/rated'],
    }
    const { designId, version } = await must(save(owner, fields))
    expect(version).toBe(1)
    const found = await must(detail(owner, designId))
    const { name: title, ...design } = fields
    expect(found).toMatchObject({ name: title, own: true, shared: false, version: 1, dimension: 'stage' })
    expect(found.design).toEqual({ ...design, planId: world.planId })
    const report = await must(run(owner, designId))
    expect(report).toMatchObject({ kind: 'design', title, unit: { name: '西湖区' } })
    const preview = await must(owner.call(reportEndpoints.designPreview, { ...design, planId: world.planId }))
    expect(report.sections).toEqual(preview.sections)
  })

  test('a change counts, and is on record', async () => {
    const first = await must(save(owner))
    const again = await must(save(owner, { ...first, name: '改过的', indicators: ['valid'] }))
    expect(again).toEqual({ designId: first.designId, version: 2 })
    expect(await must(detail(owner, first.designId))).toMatchObject({ name: '改过的', indicatorCount: 1 })
    const audit = await rowsOf<{ action: string }>(
      node.current,
      `select action from audit_log where object_type = 'reportDesign' and object_id = $1 order by id`,
      [String(first.designId)],
    )
    expect(audit.map(({ action }) => action)).toEqual(['reportDesign.save', 'reportDesign.save'])
  })

  test('saving over a change made meanwhile is refused, and nothing is lost', async () => {
    const first = await must(save(owner))
    const answers = await Promise.all(
      ['valid', 'screened'].map((key) => save(owner, { ...first, name: name(), indicators: [key] })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    const refused = answers.find(({ code }) => code === REFUSALS.changedMeanwhile)
    expect(refused?.message).toContain('已被他人修改')
    expect((await must(detail(owner, first.designId))).version).toBe(2)
    for (const endpoint of [reportEndpoints.deleteDesign, reportEndpoints.shareDesign]) {
      expect((await owner.call(endpoint, { ...first, shared: true } as never)).code).toBe(
        REFUSALS.changedMeanwhile,
      )
    }
  })

  test('a name is there once for each person', async () => {
    const own = name()
    const { designId } = await must(save(owner, { name: own }))
    const twice = await save(owner, { name: ` ${own}\u200b ` })
    expect({ code: twice.code, message: twice.message }).toEqual({
      code: 700,
      message: '您已有同名的自定义报告，请换一个名称',
    })
    await must(save(colleague, { name: own }))
    const other = await must(save(owner))
    const renamed = await owner.call(reportEndpoints.renameDesign, { ...other, name: own })
    expect(renamed.code).toBe(700)
    await must(owner.call(reportEndpoints.deleteDesign, { designId, version: 1 }))
    await must(owner.call(reportEndpoints.renameDesign, { ...other, name: own }))
  })

  test.each([
    `'; drop table org; --`,
    '<img src=x onerror=alert(1)>',
    '=cmd|calc!A1',
    '../../etc/passwd',
    '\u202Egnp.exe',
    '😀👩‍👩‍👧',
  ])('is called %s and nothing happens', async (hostile) => {
    const { designId } = await must(save(owner, { name: hostile }))
    const { name: storedName } = await must(detail(owner, designId))
    expect(storedName).toBe(hostile.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, '').trim())
    expect((await must(run(owner, designId))).title).toBe(storedName)
  })

  test.each(['', '   ', '\u200b\u202e', '长'.repeat(31)])('is not called "%s"', async (wrong) => {
    const answer = await save(owner, { name: wrong })
    expect(answer.success).toBe(false)
    expect(answer.message).toContain('1-30个字')
  })

  test('a design that cannot be computed is not saved', async () => {
    expect((await save(owner, { dimension: 'class' })).code).toBe(700)
    expect((await save(local, { areaId: '330109' })).code).toBe(616)
    expect((await save(owner, { planId: 999_999 })).code).toBe(650)
  })

  test('a hundred and no more, also of those at the same time', async () => {
    const [{ have } = { have: 0 }] = await rowsOf<{ have: number }>(
      node.current,
      `select count(*)::int as have from report_design d join app_user u on u.id = d.owner_id
       where u.account = 'officer01'`,
    )
    await node.current.sql(`insert into report_design (org_id, owner_id, name, design)
      select org_id, id, '填充' || n, '{"dimension": "stage", "indicators": ["valid"]}'
      from app_user, generate_series(1, ${99 - have}) as n where account = 'officer01'`)
    const answers = await Promise.all([save(colleague), save(colleague), save(colleague)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 700, 700])
    expect(answers.find(({ code }) => code === 700)?.message).toContain('最多保存100份')
  })
})

describe('shared', () => {
  test('only colleagues of the same organisation open it, and only as long as it is', async () => {
    const first = await must(save(owner))
    const { designId } = first
    for (const by of [colleague, local, stranger]) {
      expect((await detail(by, designId)).code).toBe(650)
      expect((await run(by, designId)).code).toBe(650)
    }
    const shared = await share(owner, first)
    expect((await detail(colleague, designId)).data).toMatchObject({ own: false, shared: true, version: 2 })
    expect((await run(colleague, designId)).code).toBe(200)
    expect((await listed(colleague)).map((row) => row.designId)).toContain(designId)
    expect((await listed(stranger)).map((row) => row.designId)).not.toContain(designId)
    const answers = [await detail(stranger, designId), await run(stranger, designId)]
    expect(answers.map(({ code }) => code)).toEqual([650, 650])
    await share(owner, shared, false)
    expect((await run(colleague, designId)).code).toBe(650)
    expect((await listed(colleague)).map((row) => row.designId)).not.toContain(designId)
  })

  test('it is changed by nobody else, but copied', async () => {
    const first = await share(owner, await must(save(owner)))
    const { designId } = first
    for (const answer of [
      await save(colleague, first),
      await colleague.call(reportEndpoints.renameDesign, { ...first, name: '抢' }),
      await colleague.call(reportEndpoints.shareDesign, { ...first, shared: false }),
      await colleague.call(reportEndpoints.deleteDesign, first),
    ]) {
      expect(answer.code).toBe(700)
      expect(answer.message).toContain('只有创建人可以修改')
    }
    for (const answer of [
      await save(stranger, first),
      await stranger.call(reportEndpoints.deleteDesign, first),
    ]) {
      expect(answer.code).toBe(650)
    }
    expect((await must(detail(owner, designId))).version).toBe(2)
    const { design, name: title } = (await detail(local, designId)).data
    const copied = await must(local.call(reportEndpoints.saveDesign, { ...design, name: `${title} 副本` }))
    expect((await must(detail(local, copied.designId))).own).toBe(true)
  })

  test('each reads it by the own range, whatever the design names', async () => {
    const wide = await share(owner, await must(save(owner)))
    const whole = await must(run(owner, wide.designId))
    const part = await must(run(local, wide.designId))
    expect([whole.unit.name, part.unit.name]).toEqual(['浙江省', '西湖区'])
    const own = await must(
      local.call(reportEndpoints.regionReport, { planId: world.planId, areaId: '330106' }),
    )
    expect(rowNamed(tableNamed(part, 'design-stage'), '合计').expected).toBe(
      rowNamed(tableNamed(own, 'progress-stage'), '合计').expected,
    )
    const named = await share(owner, await must(save(owner, { areaId: '330200' })))
    const moved = await must(run(local, named.designId))
    expect(moved.unit.name).toBe('西湖区')
    expect(moved.sections[0]?.paragraphs[0]).toContain('已改为您的数据范围')
    expect(JSON.stringify(moved)).not.toContain('宁波')
    const asked = await must(detail(local, named.designId))
    expect([asked.moved, asked.design.areaId]).toEqual([true, undefined])
    expect((await must(detail(owner, named.designId))).design.areaId).toBe('330200')
    const school = await orgIdOf(node.current, '330203-school-1')
    const abroad = await share(owner, await must(save(owner, { orgId: school })))
    expect((await must(run(local, abroad.designId))).unit.name).toBe('西湖区')
  })

  test('a design that does not fit the reader gives a message, not a report', async () => {
    const areas = await share(owner, await must(save(owner, { dimension: 'area' })))
    const answer = await run(local, areas.designId)
    expect({ code: answer.code, data: answer.data }).toEqual({ code: 700, data: null })
    expect(answer.message).toContain('按学校分列')
  })

  test('without the permission nobody opens it, and who leaves the organisation leaves it behind', async () => {
    const first = await share(owner, await must(save(owner)))
    await permit(node.current, 'officer02', [1183], false)
    expect((await run(local, first.designId)).code).toBe(602)
    await permit(node.current, 'officer02', [1183], true)
    const mine = await must(save(local))
    const org = `(select org_id from app_user where account = 'phealth01')`
    await node.current.sql(`update app_user set org_id = ${org} where account = 'officer02'`)
    expect((await detail(local, mine.designId)).code).toBe(650)
    expect((await run(local, first.designId)).code).toBe(650)
  })
})

test('a design is taken out as a file under its name, by who may read it', async () => {
  const query = { ...FIELDS, planId: world.planId, name: '学段表' }
  const order = { report: { kind: 'design' as const, query }, format: 'xlsx' as const }
  const file = await must(owner.call(reportEndpoints.downloadReport, order))
  expect(file.fileName).toMatch(/^学段表_本年秋季筛查_\d+\.xlsx$/)
  expect(file.content.length).toBeGreaterThan(1000)
  const abroad = { ...order, report: { ...order.report, query: { ...query, areaId: '330200' } } }
  const city = await signedIn(node.current, 'city01')
  expect((await city.call(reportEndpoints.downloadReport, abroad)).code).toBe(616)
  const school = await signedIn(node.current, 'school01')
  expect((await school.call(reportEndpoints.downloadReport, order)).code).toBe(602)
})

test('the list has the own ones first', async () => {
  const rows = await listed(owner)
  expect(rows.length).toBeGreaterThan(5)
  const own = rows.map((row) => row.own)
  expect(own).toEqual([...own].sort((one, other) => Number(other) - Number(one)))
  expect(rows[0]).toMatchObject({ ownerName: '陈立群', dimension: expect.any(String) })
})
