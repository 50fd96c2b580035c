// A custom report as its author designed it: the unit, the breakdown, the indicators and the chart.
import { z } from 'zod'
import { CityProperty, SchoolStage, Sex } from '../../core/codes.ts'
import { codeEnum } from '../../core/enums.ts'
import { WireId } from '../../core/wire.ts'
import { UnitQuery } from '../../eyesight/figures/figure-schemas.ts'
import { PlanId, Season } from '../../eyesight/plan-schemas.ts'
import { IndicatorKey } from './design-indicators.ts'

export const DesignDimension = codeEnum({
  area: ['area', '下级地区'],
  school: ['school', '学校'],
  stage: ['stage', '学段'],
  grade: ['grade', '年级'],
  class: ['class', '班级'],
  sex: ['sex', '性别'],
  age: ['age', '年龄'],
  property: ['property', '城乡'],
})
export const DesignChartKind = codeEnum({
  none: ['none', '不用图表'],
  bars: ['bars', '柱状图'],
  ranking: ['ranking', '排名图'],
  lines: ['lines', '折线图'],
  stacked: ['stacked', '堆叠图'],
})
/** The plan to compare with: none, the one that the plan itself names, or another one. */
export const DesignComparison = codeEnum({
  none: ['none', '不对比'],
  last: ['last', '计划指定的上次计划'],
  plan: ['plan', '指定计划'],
})

export const INDICATORS_MAX = 12
export const CHART_INDICATORS_MAX = 4
export const DESIGNS_MAX = 100

const once = (keys: readonly string[]): boolean => new Set(keys).size === keys.length
const Indicators = z.array(IndicatorKey).refine(once, '同一指标只能选择一次')

/** Without a plan it is the latest one of the season, or of any; without a unit the reader's own range. */
export const ReportDesign = z.object({
  dimension: DesignDimension.schema,
  indicators: Indicators.min(1, '请至少选择一个指标').max(INDICATORS_MAX, `最多选择${INDICATORS_MAX}个指标`),
  planId: PlanId.optional(),
  season: Season.query.optional(),
  comparison: DesignComparison.schema.default('none'),
  lastPlanId: PlanId.optional(),
  areaId: UnitQuery.shape.areaId,
  orgId: UnitQuery.shape.orgId,
  stage: SchoolStage.query.optional(),
  sex: Sex.query.optional(),
  cityProperty: CityProperty.query.optional(),
  chart: DesignChartKind.schema.default('none'),
  chartIndicators: Indicators.max(CHART_INDICATORS_MAX, `图表最多选择${CHART_INDICATORS_MAX}个指标`).default(
    [],
  ),
})
export type ReportDesign = z.output<typeof ReportDesign>

export const DesignId = WireId
const NAME = '请输入1-30个字的报告名称'
/** Characters nobody sees must not make two names out of one. */
export const DesignName = z
  .string(NAME)
  .overwrite((text) => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, '').trim())
  .min(1, NAME)
  .max(30, NAME)

/** A design as it stands, under the name it is saved by. */
export const DesignRequest = ReportDesign.extend({ name: DesignName.optional() })
export type DesignRequest = z.output<typeof DesignRequest>

/** A new one has neither id nor version. */
export const SaveDesign = ReportDesign.extend({
  name: DesignName,
  designId: DesignId.optional(),
  version: z.number().int().optional(),
})
export type SaveDesign = z.output<typeof SaveDesign>
export const DesignVersion = z.object({ designId: DesignId, version: z.number().int() })

export const DesignRow = z.object({
  designId: z.number(),
  name: z.string(),
  dimension: DesignDimension.schema,
  indicatorCount: z.number(),
  shared: z.boolean(),
  /** Whether it is the reader's own: only then may it be changed. */
  own: z.boolean(),
  ownerName: z.string(),
  version: z.number(),
  updatedAt: z.string(),
})
export type DesignRow = z.infer<typeof DesignRow>
export const DesignDetail = DesignRow.extend({
  /** As the reader may ask for it: a unit outside the own range is left out, and `moved` says so. */
  design: ReportDesign,
  moved: z.boolean(),
})
export type DesignDetail = z.infer<typeof DesignDetail>
