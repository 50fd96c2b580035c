// A text of one's own in a report: who writes it, who reads it, what becomes of it in files and frozen reports.
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { OWN_TEXT, OWN_TEXT_MAX } from '#contract/reports/own-text/own-text.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { insertFigurePlan } from '../../testing/figure-plans.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUser, must, permit, signedIn } from '../../testing/people.ts'
import { changesOf, freeze, openFrozen } from '../../testing/reports/frozen-reports.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { assertWellFormed, zipParts } from '../../testing/sheets/zip-parts.ts'

const { cityReport, downloadReport, ownText, regionReport, saveOwnText, schoolReport } = reportEndpoints

const node = useApp()
const city = demoUser(node, 'city01')
const region = demoUser(node, 'region01')
const school = demoUser(node, 'school01')
let world: FigureWorld
let schoolId: number
let district: { planId: number; areaId: string }
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('own texts'))
  schoolId = await orgIdOf(node.current, '330106-school-1')
  district = { planId: world.planId, areaId: '330106' }
})

const WRITER = (['reports', 'schoolReport', 'writeReportText'] as const).map(permissionId)
const NOTHING = { work: '', problems: '', next: '' }
const trySaving = (by: By, unit: object, texts: object, revision = 0) =>
  by.call(saveOwnText, { ...unit, ...NOTHING, ...texts, revision } as never)

/** Saves over whatever is there. */
async function save(by: By, unit: object, texts: object) {
  const { revision } = await must(by.call(ownText, unit as never))
  return must(trySaving(by, unit, texts, revision))
}
const blocksOf = ({ sections }: Report) =>
  (sections.find(({ id }) => id === OWN_TEXT.id)?.blocks ?? []).map(({ title, orgName, paragraphs }) => [
    title,
    orgName,
    paragraphs,
  ])
const districtReport = (by: By) => must(by.call(regionReport, district))

describe('what is written', () => {
  test('stands in the report after everything that is computed, its lines as paragraphs', async () => {
    const saved = await save(region, district, { work: ' 第一段\r\n\r\n第二段 ', next: '下一步' })
    expect(saved).toMatchObject({ work: '第一段\n\n第二段', problems: '', savedBy: expect.any(String) })
    const report = await districtReport(region)
    expect(report.sections.at(-1)).toMatchObject({ id: OWN_TEXT.id, title: OWN_TEXT.title, tables: [] })
    expect(blocksOf(report)).toEqual([
      ['工作开展情况', '西湖区教育局', ['第一段', '第二段']],
      ['下一步建议', '西湖区教育局', ['下一步']],
    ])
    await save(region, district, {})
    expect(blocksOf(await districtReport(region))).toEqual([])
  })

  test('belongs to the plan and the unit it was written for', async () => {
    await save(region, district, { work: '区里的工作' })
    const ofSchool = { planId: world.planId, orgId: schoolId }
    await save(school, { planId: world.planId }, { work: '校内的工作' })
    expect(blocksOf(await districtReport(region))).toEqual([['工作开展情况', '西湖区教育局', ['区里的工作']]])
    const [block] = blocksOf(await must(region.call(schoolReport, ofSchool)))
    expect(block?.[2]).toEqual(['校内的工作'])
    const other = await insertFigurePlan(node.current, { name: '另一次', status: PlanStatus.code.underWay })
    expect(await must(region.call(ownText, { ...district, planId: other }))).toMatchObject({ revision: 0 })
  })

  test('is read upwards as its author wrote it, what those above write is not read below', async () => {
    await save(region, district, { problems: '区里的问题' })
    await save(city, district, { problems: '市里的看法' })
    expect(blocksOf(await districtReport(city)).map(([, org]) => org)).toEqual(
      expect.arrayContaining(['西湖区教育局', '杭州市教育局']),
    )
    expect(blocksOf(await districtReport(region)).map(([, org]) => org)).toEqual(['西湖区教育局'])
    const cityOnly = await must(city.call(cityReport, { planId: world.planId, areaId: '330100' }))
    expect(blocksOf(cityOnly)).toEqual([])
    await save(city, district, {})
  })

  test('leaves a line in the trail without the words themselves', async () => {
    await save(region, district, { work: '不应出现在日志里的话' })
    const [row] = await rowsOf<{ detail: object; success: boolean }>(
      node.current,
      "select detail, success from audit_log where action = 'report.writeText' order by id desc limit 1",
    )
    expect(row).toMatchObject({
      success: true,
      detail: { unit: { areaId: '330106' }, changed: { work: 10 } },
    })
  })
})

describe('saving', () => {
  test('twice the same is once', async () => {
    const { revision } = await save(region, district, { work: '甲' })
    const again = await must(trySaving(region, district, { work: '甲' }, 0))
    expect(again.revision).toBe(revision)
  })

  test('over what a colleague changed meanwhile is refused', async () => {
    const { revision } = await save(region, district, { work: '乙' })
    await must(trySaving(region, district, { work: '同事写的' }, revision))
    const refused = await trySaving(region, district, { work: '我写的' }, revision)
    expect(refused.code).toBe(REFUSALS.changedMeanwhile)
    expect(await must(region.call(ownText, district))).toMatchObject({ work: '同事写的' })
  })

  test('for the first time by two at once: one is told', async () => {
    const unit = {
      planId: await insertFigurePlan(node.current, { name: '同时', status: PlanStatus.code.underWay }),
      areaId: '330106',
    }
    const answers = await Promise.all(['一', '二', '三'].map((work) => trySaving(region, unit, { work })))
    expect(answers.map(({ code }) => code).sort()).toEqual([
      200,
      REFUSALS.changedMeanwhile,
      REFUSALS.changedMeanwhile,
    ])
  })

  test('too much, or for a plan that has not begun, is refused', async () => {
    const long = await trySaving(region, district, { work: '字'.repeat(OWN_TEXT_MAX + 1) })
    expect(long).toMatchObject({ code: 700, success: false })
    const draft = await insertFigurePlan(node.current, { name: '草稿', status: 0 })
    const early = await trySaving(region, { ...district, planId: draft }, { work: '早了' })
    expect([650, REFUSALS.notInThisState]).toContain(early.code)
  })
})

describe('who may', () => {
  test('not outside the range, not where the report may not be read', async () => {
    expect((await trySaving(region, { ...district, areaId: '330109' }, { work: '越界' })).code).toBe(616)
    expect((await trySaving(region, { ...district, areaId: '330100' }, { work: '越级' })).code).toBe(616)
    expect((await trySaving(school, district, { work: '越级' })).code).toBe(616)
  })

  test.each(['teacher01', 'grade01', 'hospital01', 'social01'])(
    'not %s, even with the permission',
    async (account) => {
      const by = await signedIn(node.current, account)
      const unit = { planId: world.planId, orgId: schoolId }
      expect((await trySaving(by, unit, { work: '不该有' })).code).toBe(602)
      await permit(node.current, account, WRITER)
      expect((await trySaving(by, unit, { work: '不该有' })).code).toBe(602)
      expect((await by.call(ownText, unit)).code).toBe(602)
    },
  )
})

describe('a hostile text', () => {
  const HOSTILE = `<script>alert(1)</script>&amp;"'\u202e反\u0000\u0007=1+1${'w'.repeat(900)}`
  const SHOWN = `<script>alert(1)</script>&amp;"'反=1+1${'w'.repeat(900)}`

  test('stands in page and files as typed and breaks none of them', async () => {
    await save(region, district, { work: HOSTILE, problems: '=cmd|calc\n@SUM(A1)' })
    expect(blocksOf(await districtReport(region))[0]?.[2]).toEqual([SHOWN])
    const order = { report: { kind: 'region', query: district } } as const
    const fileOf = async (format: 'docx' | 'xlsx' | 'pdf') =>
      (await must(region.call(downloadReport, { ...order, format }))).content as Buffer
    const parts = await zipParts(await fileOf('docx'))
    const xml = parts.get('word/document.xml')?.toString() ?? ''
    assertWellFormed(xml)
    expect(xml).toContain('（一）工作开展情况')
    expect(xml).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;')
    const { sheets } = await readXlsx(await fileOf('xlsx'))
    const lines = sheets[0]?.rows.flat().join('') ?? ''
    expect(lines).toContain(SHOWN)
    expect(lines).toContain('（二）存在问题')
    expect((await fileOf('pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    await save(region, district, {})
  })
})

describe('frozen', () => {
  test('the text stays as it was, and that it changed is told', async () => {
    await save(region, district, { work: '冻结时的话', next: '留着' })
    const { reportNo } = await freeze(region, 'region', district)
    expect(await changesOf(region, reportNo)).toMatchObject({ total: 0, texts: [] })
    await save(region, district, { work: '后来的话', problems: '新的问题', next: '留着' })
    expect(blocksOf(await openFrozen(region, reportNo))).toEqual([
      ['工作开展情况', '西湖区教育局', ['冻结时的话']],
      ['下一步建议', '西湖区教育局', ['留着']],
    ])
    expect(await changesOf(region, reportNo)).toMatchObject({
      texts: [
        { what: 'changed', title: '工作开展情况', orgName: '西湖区教育局' },
        { what: 'came', title: '存在问题' },
      ],
    })
    expect((await freeze(region, 'region', district)).reportNo).not.toBe(reportNo)
  })

  test('by those above with a text of theirs, it is not taken for one that is gone below', async () => {
    await save(city, district, { work: '市里的话' })
    const { reportNo } = await freeze(city, 'region', district)
    expect(JSON.stringify(await openFrozen(region, reportNo))).toContain('市里的话')
    expect(await changesOf(region, reportNo)).toMatchObject({ texts: [] })
    await save(city, district, {})
    expect(await changesOf(city, reportNo)).toMatchObject({
      texts: [{ what: 'gone', orgName: '杭州市教育局' }],
    })
  })
})
