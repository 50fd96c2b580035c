// Which designs the stored figures can answer, and for the others a sentence that says why not.
import { indicatorsOf, stackOf } from './design-indicators.ts'
import { DesignDimension, type ReportDesign } from './design-schemas.ts'

/** Where a custom report can be of. */
export type DesignLevel = 'province' | 'city' | 'region' | 'school'
type Dimension = ReportDesign['dimension']

const DIMENSION_FAULTS: Record<Dimension, Partial<Record<DesignLevel, string>>> = {
  area: {
    region: '区县以下不按地区统计，请改为按学校分列',
    school: '一所学校不能按下级地区分列，请选择地区或改为按年级、班级分列',
  },
  school: { school: '已选择一所学校，请改为按年级或班级分列' },
  stage: {},
  grade: {},
  class: {
    province: '按班级分列只能用于一所学校，请先选择学校',
    city: '按班级分列只能用于一所学校，请先选择学校',
    region: '按班级分列只能用于一所学校，请先选择学校',
  },
  sex: {},
  age: { school: '一所学校没有按年龄统计的数据，请选择地区' },
  property: { school: '一所学校不分城乡，请选择地区' },
}
export const dimensionFault = (dimension: Dimension, level: DesignLevel): string | null =>
  DIMENSION_FAULTS[dimension][level] ?? null

export function stageFault({ dimension }: Pick<ReportDesign, 'dimension'>): string | null {
  return dimension === 'stage' ? '按学段分列时不能再筛选学段' : null
}

export function sexFault({ dimension }: Pick<ReportDesign, 'dimension'>): string | null {
  return dimension === 'sex' ? '按性别分列时不能再筛选性别' : null
}

export function propertyFault(
  { dimension }: Pick<ReportDesign, 'dimension'>,
  level: DesignLevel,
): string | null {
  if (level === 'school') return '一所学校不分城乡，请去掉城乡筛选'
  if (dimension === 'property') return '按城乡分列时不能再筛选城乡'
  if (dimension === 'grade' || dimension === 'age') {
    return `按${DesignDimension.label(dimension)}的数据没有区分城乡，请去掉城乡筛选`
  }
  return null
}

function filterFault(design: ReportDesign, level: DesignLevel): string | null {
  const faults = [
    design.stage !== undefined && stageFault(design),
    design.sex !== undefined && sexFault(design),
    design.cityProperty !== undefined && propertyFault(design, level),
  ]
  return faults.find((fault) => typeof fault === 'string') || null
}

/** Indicators of one sex add nothing where the report is already limited to or broken down by sex. */
export function sexedFault({ dimension, sex }: Pick<ReportDesign, 'dimension' | 'sex'>): string | null {
  if (dimension === 'sex') return '按性别分列时，请去掉男生、女生的指标'
  return sex === undefined ? null : '已筛选性别，请去掉男生、女生的指标'
}

function indicatorFault(design: ReportDesign): string | null {
  const sexed = indicatorsOf(design.indicators).some(({ sex }) => sex !== 0)
  return sexed ? sexedFault(design) : null
}

const ORDERED: readonly Dimension[] = ['stage', 'grade', 'age']

export function chartKindFault(
  chart: ReportDesign['chart'],
  { dimension }: Pick<ReportDesign, 'dimension'>,
): string | null {
  return chart === 'lines' && !ORDERED.includes(dimension) ? '折线图只用于按学段、年级或年龄分列' : null
}

export function chartFault(design: ReportDesign): string | null {
  const { chart, chartIndicators, indicators } = design
  if (chart === 'none') return null
  if (chartIndicators.length === 0) return '请选择图表要画的指标'
  if (chartIndicators.some((key) => !indicators.includes(key))) return '图表只能画已选择的指标'
  const drawn = indicatorsOf(chartIndicators)
  if (new Set(drawn.map(({ column }) => column.format)).size > 1) return '一张图表只能画同一单位的指标'
  if (chart === 'ranking' && drawn.length > 1) return '排名图只能画一个指标'
  if (chart === 'stacked') {
    const stacks = new Set(drawn.map(stackOf))
    if (drawn.length < 2 || stacks.size > 1 || stacks.has(null)) {
      return '堆叠图需要同一整体的两个以上部分，如轻度、中度、重度视力不良'
    }
  }
  return chartKindFault(chart, design)
}

function planFault({ planId, season, comparison, lastPlanId }: ReportDesign): string | null {
  if (planId !== undefined && season !== undefined) return '已指定筛查计划，不能再限定季节'
  if (comparison === 'plan' && lastPlanId === undefined) return '请选择要对比的筛查计划'
  if (comparison !== 'plan' && lastPlanId !== undefined) return '未选择与指定计划对比，请去掉对比的计划'
  return planId !== undefined && planId === lastPlanId ? '请选择另一个计划进行比较' : null
}

/** Why a design cannot be computed for a unit of this level; null where it can. */
export const designFault = (design: ReportDesign, level: DesignLevel): string | null =>
  dimensionFault(design.dimension, level) ??
  filterFault(design, level) ??
  indicatorFault(design) ??
  chartFault(design) ??
  planFault(design)

/**
 * Breakdowns refused to readers without permission to see students, because no fixed report has them: numbers of two reports
 * could be subtracted from each other until a handful of children is left.
 */
export function unseenFault(design: ReportDesign, level: DesignLevel): string | null {
  const { dimension, comparison } = design
  if (design.stage !== undefined || design.cityProperty !== undefined) {
    return '您不能查看学生，为保护个人隐私，不能筛选学段或城乡'
  }
  if (dimension === 'school' && level !== 'region') {
    return '您不能查看学生，为保护个人隐私，请先选择一个区县再按学校分列'
  }
  const compared: readonly Dimension[] = level === 'school' ? ['grade'] : ['area', 'school', 'stage']
  if (comparison !== 'none' && !compared.includes(dimension)) {
    const names = compared.map((each) => DesignDimension.label(each)).join('、')
    return `您不能查看学生，为保护个人隐私，只有按${names}分列时可以与其他计划对比`
  }
  return null
}
