import { BizError } from '#contract/core/error-codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Breakdown, Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { unitCode } from '#contract/reports/contrast/contrast-query.ts'
import type { FrozenRow } from '#contract/reports/frozen/frozen-schemas.ts'
import type { Report, ReportRow, ReportTable } from '#contract/reports/report/report.ts'
import type { FakeApi } from '../fake-api.ts'
import { counts, FIGURE_PLAN, planChoice, rangeCounts, SCHOOL_UNIT } from './plans.ts'

type Place = Unit & { below: Place[] }
const area = (level: Unit['level'], areaId: string, name: string, below: Place[]): Place => ({
  level,
  key: { areaId },
  name,
  below,
})
const school = (orgId: number, name: string, below: Place[] = []): Place => ({
  level: 'school',
  key: { orgId },
  name,
  below,
})
const schoolClass = (classId: number, name: string): Place => ({
  level: 'class',
  key: { orgId: 100, prefix: 2, gradeNo: 1, classId },
  name,
  below: [],
})
const GRADE: Place = {
  level: 'grade',
  key: { orgId: 100, prefix: 2, gradeNo: 1 },
  name: '一年级',
  below: [schoolClass(111, '一年级1班'), schoolClass(112, '一年级2班')],
}

/** Where the sample plans take place. */
export const PROVINCE: Place = area('province', '330000', '浙江省', [
  area('city', '330100', '杭州市', [
    area('region', '330106', '西湖区', [school(100, '文一路小学', [GRADE]), school(101, '学军小学')]),
    area('region', '330108', '滨江区', [school(102, '江南小学')]),
  ]),
  area('city', '330200', '宁波市', [area('region', '330203', '海曙区', [school(103, '海曙小学')])]),
])

/** The way from one place down to another; undefined where it does not lie in it. */
function wayTo(code: string | undefined, from: Place): Place[] | undefined {
  if (code === undefined || unitCode(from) === code) return [from]
  for (const place of from.below) {
    const way = wayTo(code, place)
    if (way) return [from, ...way]
  }
  return undefined
}

/** The place of a code: a330106 the district, s100 the school. */
export function placeOf(code: string): Place {
  const place = wayTo(code, PROVINCE)?.at(-1)
  if (!place) throw new Error(`no place ${code}`)
  return place
}

export const unitOf = ({ below: _, ...unit }: Place): Unit => unit

/** Two autumns and the spring between them, newest first; the newest names the autumn before. */
export const PLANS = [
  planChoice({ lastPlanId: 11 }),
  planChoice({
    planId: 15,
    planName: '2026年春季视力筛查',
    status: PlanStatus.code.ended,
    schoolYear: 2025,
    season: 1,
    startsOn: '2026-03-01',
    endsOn: '2026-06-30',
  }),
  planChoice({
    planId: 11,
    planName: '2025年秋季视力筛查',
    status: PlanStatus.code.ended,
    schoolYear: 2025,
    startsOn: '2025-09-01',
    endsOn: '2025-12-31',
  }),
]

/** Answers what every page of reports reads: the plans, and the places of a reader who looks after one of them. */
export function answerPlaces(api: FakeApi, reader: Place): FakeApi {
  return api
    .answer(eyesightEndpoints.planChoices, PLANS)
    .answer(eyesightEndpoints.breakdown, ({ planId, stage: _, ...key }) => breakdown(planId, key, reader))
}

function breakdown(planId: number, key: Unit['key'], reader: Place): Breakdown {
  const way = wayTo(unitCode({ key }), reader)
  const place = way?.at(-1)
  if (!way || !place) throw new BizError(650)
  const total = counts({ expected: 100, screened: 80, valid: 78 })
  return {
    plan: { ...FIGURE_PLAN, planId },
    path: way.map(unitOf),
    unit: unitOf(place),
    childLevel: place.below[0]?.level ?? null,
    total,
    totalHidden: false,
    range: rangeCounts({ begun: { schools: 1, students: 100 } }),
    rows: place.below.map((each) => ({
      unit: unitOf(each),
      counts: total,
      hidden: false,
      range: rangeCounts(),
    })),
    at: '2026-10-08T02:00:00.000Z',
  }
}

export const reportRow = (change: Partial<ReportRow> = {}): ReportRow => ({
  name: '文一路小学',
  unit: SCHOOL_UNIT,
  isTotal: false,
  indent: 0,
  values: [1200, 45.678, -1.2],
  note: null,
  ...change,
})

export const MYOPIA_TABLE: ReportTable = {
  id: 'myopia',
  title: '各校近视情况',
  rowTitle: '学校',
  columns: [
    { key: 'valid', title: '有效人数', group: null, format: 'count' },
    { key: 'myopia', title: '近视率', group: '近视', format: 'percent' },
    { key: 'change', title: '较上次', group: '近视', format: 'points' },
  ],
  rows: [
    reportRow(),
    reportRow({ name: '学军小学', unit: null, values: [8, '*', null] }),
    reportRow({ name: '合计', unit: null, isTotal: true, values: [1208, 45.1, 0] }),
  ],
  notes: ['近视率以有效人数为分母'],
}

export const report = (change: Partial<Report> = {}): Report => ({
  kind: 'region',
  title: '西湖区2026年秋季视力筛查区县报告',
  unit: unitOf(placeOf('a330106')),
  plan: FIGURE_PLAN,
  lastPlan: null,
  comparison: null,
  sections: [
    {
      id: 'overview',
      title: '一、总体情况',
      paragraphs: ['本次应筛 1,300 人，有效 1,208 人。'],
      charts: [
        {
          id: 'chart',
          title: '各校近视率',
          kind: 'ranking',
          format: 'percent',
          unit: '%',
          categories: ['文一路小学', '学军小学'],
          series: [{ name: '近视率', values: [45.678, null] }],
        },
      ],
      tables: [MYOPIA_TABLE],
    },
  ],
  notes: ['等效球镜小于 -0.50D 为近视'],
  at: '2026-10-08T02:00:00.000Z',
  frozen: null,
  ...change,
})

export const REPORT_NO = 'QX-330106-2026-000012'

export const frozenRow = (change: Partial<FrozenRow> = {}): FrozenRow => ({
  reportNo: REPORT_NO,
  kind: 'region',
  title: '西湖区2026年秋季视力筛查区县报告',
  unitName: '西湖区',
  planId: 21,
  planName: '2026年秋季视力筛查',
  frozenAt: '2026-10-09T02:00:00.000Z',
  frozenBy: '区局干部',
  orgName: '西湖区教育局',
  withdrawnAt: null,
  withdrawnReason: null,
  mayWithdraw: true,
  ...change,
})

/** The sample report as it was frozen, of the plan and the district that were asked for. */
export const frozenReport = (change: Partial<NonNullable<Report['frozen']>> = {}): Report =>
  report({
    frozen: {
      reportNo: REPORT_NO,
      frozenAt: '2026-10-09T02:00:00.000Z',
      frozenBy: '区局干部',
      orgName: '西湖区教育局',
      withdrawn: null,
      query: { planId: 21, areaId: '330106' },
      ...change,
    },
  })
