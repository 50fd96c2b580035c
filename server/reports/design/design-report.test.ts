// A custom report has the same numbers for a unit and plan as the fixed reports, in every breakdown.
import { beforeAll, describe, expect, test } from 'vitest'
import { INDICATORS } from '#contract/reports/design/design-indicators.ts'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUser, must, signedIn } from '../../testing/people.ts'
import { recountRecords } from '../../testing/recount.ts'
import { cellsOf, expectReportRight, rowNamed, tableNamed } from '../../testing/reports/report-tables.ts'
import { measureRefraction } from '../../testing/reports/report-world.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
let world: FigureWorld
const by = demoUser(node, 'province01')
let school: number
let nine: number

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('designs'))
  await measureRefraction(node.current, 'id % 5 <> 0')
  school = await orgIdOf(node.current, '330106-school-1')
  nine = await orgIdOf(node.current, '330106-school-3')
  await node.current.sql(`update school set city_property = 0 where org_id = ${school}`)
  await node.current.sql(`update school set city_property = 1 where org_id = ${nine}`)
  const fiveFour = await orgIdOf(node.current, '330106-school-2')
  await node.current.sql(`update school set school_system = 54 where org_id = ${fiveFour}`)
})

type Asked = Partial<ReportDesign> & Pick<ReportDesign, 'dimension'>
/** All cells of a fixed report's table of main indicators, with the counts behind the percents. */
const MAIN = ['expected', 'screened', 'valid', 'rated', 'myopia', 'myopia/rated', 'poor', 'poor/valid']

const ask = (design: Asked, as: By = by) =>
  as.call(reportEndpoints.designPreview, { planId: world.planId, indicators: MAIN, ...design })
const made = (design: Asked) => must(ask(design))
const tableOf = (report: Report, { dimension }: Asked) => tableNamed(report, `design-${dimension}`)

/**
 * Rows of both that have the same name say the same in every column that both have; there is such a row. The fixed report leaves
 * out rows of which nobody counts.
 */
function expectAgrees(own: ReportTable, fixed: ReportTable) {
  const keys = own.columns
    .map(({ key }) => key)
    .filter((key) => fixed.columns.some((each) => each.key === key))
  expect(keys.length).toBeGreaterThan(2)
  const shown = ({ rows, columns }: ReportTable) =>
    rows
      .map(
        (row) => [row.name, keys.map((key) => cellsOf({ rows, columns } as ReportTable, row)[key])] as const,
      )
      .sort()
  const isCounted = ([, values]: (typeof rows)[number]) =>
    values.some((value) => value !== 0 && value !== null)
  const rows = shown(own)
  expect(rows.filter(isCounted)).toEqual(shown(fixed).filter(isCounted))
}

const fixedOf = {
  province: () => must(by.call(reportEndpoints.provinceReport, { planId: world.planId })),
  city: () => must(by.call(reportEndpoints.cityReport, { planId: world.planId, areaId: '330100' })),
  region: () => must(by.call(reportEndpoints.regionReport, { planId: world.planId, areaId: '330106' })),
  school: () => must(by.call(reportEndpoints.schoolReport, { planId: world.planId, orgId: nine })),
}

test('the first year of a five-four school is 预初, not 初一', async () => {
  const { rows } = tableOf(await made({ areaId: '330106', dimension: 'grade' }), { dimension: 'grade' })
  expect(rows.map(({ name }) => name)).toContain('预初')
})

describe.each([
  ['province', {}],
  ['city', { areaId: '330100' }],
  ['region', { areaId: '330106' }],
] as const)('of a %s', (level, unit) => {
  test.each([
    ['stage', 'myopia-stage'],
    ['grade', 'myopia-grade'],
    ['age', 'myopia-age'],
    ['property', 'property-property'],
    [level === 'region' ? 'school' : 'area', 'ranking-unit'],
  ] as const)('by %s it is the fixed report', async (dimension, table) => {
    const report = await made({ ...unit, dimension })
    expectReportRight(report)
    expectAgrees(tableOf(report, { dimension }), tableNamed(await fixedOf[level](), table))
  })

  test('by sex it is the columns of boys and girls', async () => {
    const report = await made({ ...unit, dimension: 'sex' })
    expectReportRight(report)
    const fixed = rowNamed(tableNamed(await fixedOf[level](), 'myopia-by-sex-stage'), '合计')
    const own = tableOf(report, { dimension: 'sex' })
    expect(rowNamed(own, '男生').myopia).toBe(fixed['1.myopia'])
    expect(rowNamed(own, '女生')['myopia/rated']).toBe(fixed['2.myopia/rated'])
    expect(rowNamed(own, '合计').myopia).toBe(fixed.myopia)
  })
})

describe('of a school', () => {
  test.each([
    ['grade', 'myopia-grade'],
    ['class', 'myopia-class'],
  ] as const)('by %s it is the fixed report', async (dimension, table) => {
    const report = await made({ orgId: nine, dimension })
    expectReportRight(report)
    const fixed = tableNamed(await fixedOf.school(), table)
    const named = new Set(tableOf(report, { dimension }).rows.map(({ name }) => name))
    expectAgrees(tableOf(report, { dimension }), {
      ...fixed,
      rows: fixed.rows.filter(({ name }) => named.has(name)),
    })
  })

  test('by stage and by sex it adds up to the school', async () => {
    const fixed = rowNamed(tableNamed(await fixedOf.school(), 'myopia-grade'), '合计')
    for (const dimension of ['stage', 'sex'] as const) {
      const report = await made({ orgId: nine, dimension })
      expectReportRight(report)
      expect(rowNamed(tableOf(report, { dimension }), '合计')['myopia/rated']).toBe(fixed['myopia/rated'])
    }
  })
})

type Row = Parameters<NonNullable<Parameters<typeof recountRecords>[2]>>[0]
const counted = (wanted: (row: Row) => boolean) => recountRecords(node.current, world.planId, wanted)

describe('narrowed', () => {
  const ofStage = (stage: number) => (row: Row) => Number(row.stage) === stage

  test.each(['area', 'school', 'grade', 'sex', 'age', 'property'] as const)(
    'to a stage, by %s',
    async (dimension) => {
      const report = await made({ dimension, stage: 2 })
      expectReportRight(report)
      const { expected, myopia } = await counted(ofStage(2))
      expect(rowNamed(tableOf(report, { dimension }), '合计')).toMatchObject({ expected, myopia })
    },
  )

  test.each(['area', 'school', 'stage', 'grade', 'age', 'property'] as const)(
    'to girls, by %s',
    async (dimension) => {
      const report = await made({ dimension, sex: 2 })
      expectReportRight(report)
      const { expected, poor } = await counted(({ sex }) => sex === 2)
      expect(rowNamed(tableOf(report, { dimension }), '合计')).toMatchObject({ expected, poor })
    },
  )

  test.each(['area', 'school', 'stage', 'sex'] as const)('to town, by %s', async (dimension) => {
    const [{ ids } = { ids: [] }] = await rowsOf<{ ids: number[] }>(
      node.current,
      'select array_agg(org_id::int) as ids from school where city_property = 0',
    )
    const report = await made({ dimension, cityProperty: 0 })
    expectReportRight(report)
    const { expected, myopia } = await counted((row) => ids.includes(Number(row.school_org_id)))
    expect(expected).toBeGreaterThan(0)
    expect(rowNamed(tableOf(report, { dimension }), '合计')).toMatchObject({ expected, myopia })
  })

  test('to everything at once', async () => {
    const report = await made({ dimension: 'school', areaId: '330100', stage: 3, sex: 1, cityProperty: 1 })
    const { expected } = await counted(
      (row) => row.school_org_id === nine && Number(row.stage) === 3 && row.sex === 1,
    )
    expect(rowNamed(tableOf(report, { dimension: 'school' }), '合计').expected).toBe(expected)
    expect(report.sections[0]?.paragraphs[0]).toBe(
      '统计范围：杭州市，仅统计初中、乡镇学校、男生；按学校分列。',
    )
    const running = expect.stringMatching(/^本计划正在进行，以下数据截至.+，完成率50\.00%/)
    expect(report.sections[0]?.paragraphs[1]).toEqual(running)
    expect(report.cautions).toEqual([running])
    expect(report.title).toBe('杭州市2025-2026学年秋季儿童青少年视力筛查自定义报告')
  })
})

test('every indicator is the column of the same key in a fixed report', async () => {
  const fixed = await fixedOf.region()
  const known = new Map(
    fixed.sections
      .flatMap(({ tables }) => tables)
      .filter(({ id }) => /^(progress|myopia|vision|refraction|correction|warning)(-by-sex)?-stage$/.test(id))
      .flatMap((table) => Object.entries(rowNamed(table, '合计'))),
  )
  const keys = INDICATORS.map(({ key }) => key).filter((key) => known.has(key))
  expect(keys.length).toBeGreaterThan(50)
  for (let from = 0; from < keys.length; from += 12) {
    const indicators = keys.slice(from, from + 12)
    const report = await made({ dimension: 'stage', areaId: '330106', indicators })
    const own = rowNamed(tableOf(report, { dimension: 'stage' }), '合计')
    for (const key of indicators) expect(own[key], key).toBe(known.get(key))
  }
})

describe('compared with another plan', () => {
  const COMPARED = ['expected', 'rated', 'myopia', 'myopia/rated', 'valid', 'poor', 'poor/valid']

  test.each(['area', 'stage', 'grade', 'sex', 'age', 'property', 'school'] as const)(
    'by %s both add up',
    async (dimension) => {
      const design = { dimension, comparison: 'plan', lastPlanId: world.lastPlanId } as const
      const report = await made({ ...design, indicators: COMPARED })
      expectReportRight(report)
      const whole = rowNamed(tableOf(report, design), '合计')
      const last = await recountRecords(node.current, world.lastPlanId, () => true)
      expect(whole['last.expected']).toBe(last.expected)
      expect(whole['last.myopia']).toBe(last.myopia)
      expect(tableOf(report, design).rows.find(({ name }) => name === '合计')?.note).toBe('口径不一致')
      expect(report.comparison).toBe('同比')
      expect(report.sections[0]?.paragraphs.join()).toContain('与“上年秋季筛查”同比')
    },
  )

  test('by area its whole is the crude whole of the fixed report, and says so', async () => {
    const design = { dimension: 'area', comparison: 'last' } as const
    const report = await made({ ...design, indicators: COMPARED })
    const own = tableOf(report, design)
    const fixed = rowNamed(tableNamed(await fixedOf.province(), 'comparison-unit'), '全部（口径不一致）')
    const whole = Object.entries(rowNamed(own, '合计')).filter(([key]) => key in fixed)
    expect(whole.length).toBeGreaterThan(4)
    expect(Object.fromEntries(whole)).toEqual(Object.fromEntries(whole.map(([key]) => [key, fixed[key]])))
    expect(own.rows.find(({ name }) => name === '合计')?.note).toBe('口径不一致')
    expect(own.notes.join('')).toContain('未四舍五入')
  })

  test('classes are compared with themselves, grades with the same grade of then', async () => {
    for (const dimension of ['class', 'grade'] as const) {
      const design = { dimension, orgId: school, comparison: 'last' } as const
      const report = await made({ ...design, indicators: COMPARED })
      expectReportRight(report)
      const fixed = await must(by.call(reportEndpoints.schoolReport, { planId: world.planId, orgId: school }))
      expectAgrees(tableOf(report, design), tableNamed(fixed, `comparison-${dimension}`))
    }
  })

  test('a mean has a last one too, and no plan means no columns', async () => {
    const keys = ['mean:nakedRight', 'expected']
    const compared = await made({ dimension: 'stage', comparison: 'last', indicators: keys })
    expect(tableOf(compared, { dimension: 'stage' }).columns.map(({ key }) => key)).toEqual([
      'mean:nakedRight',
      'last.mean:nakedRight',
      'expected',
      'last.expected',
    ])
    const alone = await made({
      dimension: 'stage',
      comparison: 'last',
      planId: world.lastPlanId,
      indicators: keys,
    })
    expect(alone.lastPlan).toBeNull()
    expect(alone.sections[0]?.paragraphs.join()).toContain('没有可比较的上次计划')
  })
})

test('says which parts are the highest and the lowest, and draws what was chosen', async () => {
  const design: Asked = {
    dimension: 'stage',
    indicators: [...MAIN, 'screened/expected'],
    chart: 'bars',
    chartIndicators: ['myopia/rated', 'poor/valid'],
  }
  const report = await made(design)
  const [summary, figures] = report.sections
  expect(summary?.paragraphs.join('')).toMatch(/各学段中，完成率最高的是.+最低的是/)
  const [chart] = figures?.charts ?? []
  expect(chart).toMatchObject({ kind: 'bars', format: 'percent', unit: '%' })
  const rows = tableOf(report, design).rows.filter(({ indent, isTotal }) => indent === 0 && !isTotal)
  expect(chart?.categories).toEqual(expect.arrayContaining(rows.map(({ name }) => name)))
  const ranked = await made({ dimension: 'school', chart: 'ranking', chartIndicators: ['expected'] })
  expect(ranked.sections[1]?.charts[0]).toMatchObject({ kind: 'ranking', format: 'count', unit: '人' })
})

describe('which plan', () => {
  test('the latest that has begun and counted somebody, of the season', async () => {
    const latest = await must(
      by.call(reportEndpoints.designPreview, { dimension: 'sex', indicators: ['expected'], orgId: nine }),
    )
    expect(latest.plan.planId).toBe(world.planId)
    const autumn = await must(
      by.call(reportEndpoints.designPreview, { dimension: 'sex', indicators: ['expected'], season: 2 }),
    )
    expect(autumn.plan.season).toBe(2)
  })
})

test('is read with few statements, however big the place', async () => {
  const { pool } = node.current.data.requests
  const count = async (design: Asked) => {
    const client = await pool.connect()
    const { query } = client
    let statements = 0
    const counting = (...args: unknown[]) => {
      const [first] = args as [{ text?: string } | string]
      const text = typeof first === 'string' ? first : (first.text ?? '')
      if (/^\s*(select|with)/i.test(text)) statements += 1
      return Reflect.apply(query, client, args)
    }
    client.query = counting as typeof client.query
    client.release()
    await made(design)
    client.query = query
    return statements
  }
  for (const dimension of ['area', 'school', 'stage', 'grade', 'sex', 'age', 'property'] as const) {
    const statements = await count({ dimension, comparison: 'last' })
    expect(statements, dimension).toBeGreaterThan(3)
    // In addition: the session of the caller, and whether plan transitions are due.
    expect(statements, dimension).toBeLessThanOrEqual(8 + 2)
  }
})

test('by age says that only those on lists are expected', async () => {
  const note = '按年龄分列时，应筛和完成率只含任务名单中的学生。'
  expect((await made({ dimension: 'age' })).notes).toContain(note)
  expect((await made({ dimension: 'stage' })).notes).not.toContain(note)
})

describe('refused with a sentence', () => {
  test.each([
    [{ dimension: 'class' }, '请先选择学校'],
    [{ dimension: 'area', areaId: '330106' }, '请改为按学校分列'],
    [{ dimension: 'stage', stage: 2 }, '不能再筛选学段'],
    [{ dimension: 'sex', sex: 1 }, '不能再筛选性别'],
    [{ dimension: 'grade', cityProperty: 0 }, '没有区分城乡'],
    [{ dimension: 'age', cityProperty: 0 }, '没有区分城乡'],
    [{ dimension: 'stage', sex: 1, indicators: ['1.myopia'] }, '去掉男生、女生的指标'],
    [{ dimension: 'area', chart: 'lines', chartIndicators: ['myopia/rated'] }, '折线图只用于'],
    [{ dimension: 'stage', chart: 'bars' }, '请选择图表要画的指标'],
    [{ dimension: 'stage', comparison: 'plan' }, '请选择要对比的筛查计划'],
    [{ dimension: 'stage', indicators: [] }, '请至少选择一个指标'],
    [{ dimension: 'stage', indicators: ['nobody'] }, ''],
    [{ dimension: 'stage', indicators: ['expected', 'expected'] }, '同一指标只能选择一次'],
  ] as [Asked, string][])('%j', async (design, sentence) => {
    const answer = await ask(design)
    expect(answer.success).toBe(false)
    expect(JSON.stringify(answer)).toContain(sentence)
  })

  test('of a school: ages, town and country, other schools', async () => {
    for (const dimension of ['age', 'property', 'school', 'area'] as const) {
      expect((await ask({ dimension, orgId: school })).code).toBe(700)
    }
  })
})

test('nobody gets out of the own range', async () => {
  const city = await signedIn(node.current, 'city01')
  expect((await ask({ dimension: 'stage', areaId: '330200' }, city)).code).toBe(616)
  expect((await ask({ dimension: 'stage', areaId: '330203' }, city)).code).toBe(616)
  const abroad = await orgIdOf(node.current, '330203-school-1')
  expect((await ask({ dimension: 'stage', orgId: abroad }, city)).code).toBe(616)
  expect((await ask({ dimension: 'stage', planId: 999_999 }, city)).code).toBe(650)
  const own = await must(ask({ dimension: 'area' }, city))
  expect(own.unit.name).toBe('杭州市')
  expect(rowNamed(tableOf(own, { dimension: 'area' }), '合计').expected).toBe(
    (await counted((row) => row.city_id === '330100')).expected,
  )
  const school01 = await signedIn(node.current, 'school01')
  expect((await ask({ dimension: 'stage' }, school01)).code).toBe(602)
})
