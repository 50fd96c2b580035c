// What is counted per plan, class, school, area and task; the columns of the table of figures. The database says how a
// record counts (record_counts), this says how a counter is named and explained, and which whole it is a part of.
import { WARNING_WORDS } from '../warning-words.ts'

export const COUNTERS = {
  expected: {
    label: '应筛人数',
    rule: '计划范围内的学生：已开展的为任务名单中的学生，未开始和未分配任务的为在校学生',
    of: null,
  },
  pupils: { label: '儿童青少年人数', rule: '应筛人数中的幼儿园、中小学学生，不含大专、本科', of: 'expected' },
  screened: { label: '实筛人数', rule: '至少有一项检查结果', of: 'expected' },
  valid: { label: '有效人数', rule: '检查项目完整，且未标记无法检查或不配合', of: 'screened' },
  absent: { label: '未检人数（有原因）', rule: '没有检查结果，已登记未检原因', of: 'expected' },
  rated: {
    label: '纳入近视率统计的有效人数',
    rule: '有效人数，两眼裸眼视力与屈光度齐全或佩戴角膜塑形镜，不含幼儿园托班、小班、中班和大专、本科',
    of: 'valid',
  },
  myopia: { label: '近视人数', rule: '同一眼裸眼视力与等效球镜均达到标准，或佩戴角膜塑形镜', of: 'rated' },
  myopiaLow: { label: '低度近视人数', rule: '较重一眼的等效球镜在低度范围', of: 'rated' },
  myopiaMid: { label: '中度近视人数', rule: '较重一眼的等效球镜在中度范围', of: 'rated' },
  myopiaHigh: { label: '高度近视人数', rule: '较重一眼的等效球镜在高度范围', of: 'rated' },
  myopiaUngraded: {
    label: '未分度近视人数',
    rule: '近视而没有可用的屈光度，如佩戴角膜塑形镜且未登记度数',
    of: 'rated',
  },
  collegeRated: {
    label: '纳入近视率统计的大学生有效人数',
    rule: '大专、本科的有效人数，两眼裸眼视力与屈光度齐全或佩戴角膜塑形镜',
    of: 'valid',
  },
  collegeMyopia: { label: '大学生近视人数', rule: '大专、本科学生，标准同近视人数', of: 'collegeRated' },
  collegeMyopiaLow: {
    label: '大学生低度近视人数',
    rule: '大专、本科学生，标准同低度近视人数',
    of: 'collegeRated',
  },
  collegeMyopiaMid: {
    label: '大学生中度近视人数',
    rule: '大专、本科学生，标准同中度近视人数',
    of: 'collegeRated',
  },
  collegeMyopiaHigh: {
    label: '大学生高度近视人数',
    rule: '大专、本科学生，标准同高度近视人数',
    of: 'collegeRated',
  },
  collegeMyopiaUngraded: {
    label: '大学生未分度近视人数',
    rule: '大专、本科学生，标准同未分度近视人数',
    of: 'collegeRated',
  },
  preMyopia: { label: '近视前期人数', rule: '未近视，等效球镜在近视前期范围', of: 'valid' },
  highRisk: { label: '近视高危人数', rule: '裸眼视力不低于 4.9、未近视，而等效球镜为负', of: 'valid' },
  poor: { label: '视力不良人数', rule: '任一眼裸眼视力低于标准', of: 'valid' },
  poorLight: { label: '轻度视力不良人数', rule: '较差眼裸眼视力 4.9', of: 'valid' },
  poorMid: { label: '中度视力不良人数', rule: '较差眼裸眼视力 4.6 至 4.8', of: 'valid' },
  poorHeavy: { label: '重度视力不良人数', rule: '较差眼裸眼视力 4.5 及以下', of: 'valid' },
  poorUngraded: {
    label: '未分度视力不良人数',
    rule: '视力不良而不分度：幼儿园视力低常不分轻、中、重度',
    of: 'valid',
  },
  hyperopia: { label: '远视人数', rule: '等效球镜超过同龄标准', of: 'valid' },
  astigmatism: { label: '散光人数', rule: '任一眼柱镜绝对值不小于 0.50D', of: 'valid' },
  anisometropia: {
    label: '屈光参差人数',
    rule: '两眼球镜相差大于 1.50D，或柱镜相差大于 1.00D',
    of: 'valid',
  },
  refractiveError: { label: '屈光不正人数（幼儿）', rule: '幼儿屈光度超过同龄标准', of: 'valid' },
  reserveShort: { label: '远视储备不足人数', rule: '幼儿较低一眼等效球镜小于 0', of: 'valid' },
  glassesFrame: { label: '框架眼镜人数', rule: '有效人数中佩戴框架眼镜', of: 'valid' },
  glassesContact: { label: '隐形眼镜人数', rule: '有效人数中佩戴隐形眼镜', of: 'valid' },
  orthoK: { label: '角膜塑形镜人数', rule: '有效人数中佩戴角膜塑形镜', of: 'valid' },
  uncorrected: { label: '未矫人数', rule: '视力不良而未戴镜', of: 'poor' },
  underCorrected: { label: '欠矫人数', rule: '视力不良，戴镜视力任一眼不超过 4.9', of: 'poor' },
  fullyCorrected: { label: '足矫人数', rule: '视力不良，戴镜视力两眼均超过 4.9', of: 'poor' },
  referral: {
    label: '建议就诊人数',
    rule: '裸眼视力低而未戴镜、戴镜视力不足，或屈光明显异常而未矫正到位',
    of: 'valid',
  },
  visited: { label: '已就诊人数', rule: '建议就诊，且筛查后有就诊登记', of: 'referral' },
  visited30: { label: '30日内就诊人数', rule: '建议就诊，且筛查后30日内有就诊登记', of: 'referral' },
  visited90: { label: '90日内就诊人数', rule: '建议就诊，且筛查后90日内有就诊登记', of: 'referral' },
  warning0: { label: `${WARNING_WORDS[0]}人数`, rule: '最重的一项接近预警标准', of: 'valid' },
  warning1: { label: `${WARNING_WORDS[1]}预警人数`, rule: '最重的一项为一级', of: 'valid' },
  warning2: { label: `${WARNING_WORDS[2]}预警人数`, rule: '最重的一项为二级', of: 'valid' },
  warning3: { label: `${WARNING_WORDS[3]}预警人数`, rule: '最重的一项为三级', of: 'valid' },
  nakedRightEyes: { label: '右眼裸眼视力检查人数', rule: '有效人数中有右眼裸眼视力', of: 'valid' },
  nakedLeftEyes: { label: '左眼裸眼视力检查人数', rule: '有效人数中有左眼裸眼视力', of: 'valid' },
  byHand: { label: '手工录入人数', rule: '第一次结果由手工录入', of: 'screened' },
  byImport: { label: '表格导入人数', rule: '第一次结果由表格导入', of: 'screened' },
  byDevice: { label: '设备上传人数', rule: '第一次结果由设备上传', of: 'screened' },
  cariesChecked: { label: '龋齿检查人数', rule: '有龋齿检查结果', of: 'screened' },
  caries: { label: '有龋人数', rule: '龋、失、补牙数之和大于 0', of: 'cariesChecked' },
  nakedRightSum: {
    label: '右眼裸眼视力之和',
    rule: '有效人数的右眼裸眼视力之和，以 0.1 为单位；除以检查人数得平均视力',
    of: 'nakedRightEyes',
  },
  nakedLeftSum: {
    label: '左眼裸眼视力之和',
    rule: '有效人数的左眼裸眼视力之和，以 0.1 为单位；除以检查人数得平均视力',
    of: 'nakedLeftEyes',
  },
} as const satisfies Record<string, { label: string; rule: string; of: string | null }>
export type CounterName = keyof typeof COUNTERS
export const COUNTER_NAMES = Object.keys(COUNTERS) as CounterName[]

/** The whole that a counter is a part of; null for the whole itself. */
export const wholeOf = (counter: CounterName): CounterName | null => COUNTERS[counter].of

const SUMS: readonly CounterName[] = ['nakedRightSum', 'nakedLeftSum']
/** Whether it counts students; sums of readings have no percent. */
export const countsStudents = (counter: CounterName): boolean => !SUMS.includes(counter)
/** The counter of the students behind a counter. */
export const studentsOf = (counter: CounterName): CounterName =>
  countsStudents(counter) ? counter : (COUNTERS[counter].of ?? counter)

const PROGRESS: readonly CounterName[] = [
  'expected',
  'pupils',
  'screened',
  'valid',
  'absent',
  'rated',
  'collegeRated',
  'nakedRightEyes',
  'nakedLeftEyes',
  'byHand',
  'byImport',
  'byDevice',
  'cariesChecked',
]
/** A result about eyes or teeth rather than progress of the work: judged by the plan's rules, suppressed where too few are counted. */
export const isFinding = (counter: CounterName): boolean => !PROGRESS.includes(counter)
