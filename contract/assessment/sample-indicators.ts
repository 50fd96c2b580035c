// A set of indicators to begin with (示例): twelve heads after the national rules on assessing the prevention of myopia, with
// points of our own, since the national weights are not published.
import type { CodeOf } from '../core/enums.ts'
import type { Head, Indicators, Leaf } from './indicators.ts'
import { METRICS, type MetricName } from './metrics.ts'
import { AssessObject } from './statuses.ts'

export const SAMPLE_NOTE =
  '示例：一级指标参照《全国综合防控儿童青少年近视工作评议考核办法（试行）》，分值为平台自拟，请按本地文件调整'

/** What a computed indicator is and how it is scored, in words. */
export function computedRule(metric: MetricName, { full, zero }: { full: number; zero: number }): string {
  const { rule, unit } = METRICS[metric]
  return `${rule}。达到${full}${unit}得满分，${zero}${unit}得0分，其间按比例计分。`
}

type Part = Omit<Leaf, 'key'>
const computed = (metric: MetricName, points: number): Part => {
  const { label, full, zero } = METRICS[metric]
  return {
    name: label,
    points,
    rule: computedRule(metric, { full, zero }),
    computed: { metric, full, zero },
    filesRequired: false,
  }
}
const evidence = (name: string, points: number, rule: string, filesRequired = true): Part => ({
  name,
  points,
  rule,
  computed: null,
  filesRequired,
})

type Section = { name: string; bonus?: true; parts: Part[] }

function treeOf(sections: readonly Section[]): Indicators {
  return sections.map(({ name, bonus = false, parts }, at): Head => {
    const key = `h${at + 1}`
    const leaves = parts.map((part, nth): Leaf => ({ key: `${key}l${nth + 1}`, ...part }))
    const points = leaves.reduce((sum, leaf) => sum + Math.round(leaf.points * 10), 0) / 10
    return { key, name, points, bonus, leaves }
  })
}

const OF_AREAS: Section[] = [
  {
    name: '组织领导',
    parts: [
      evidence(
        '工作机制',
        4,
        '建立多部门参加的近视防控工作机制，年内专题研究部署。按会议纪要、成员名单评分。',
      ),
      evidence('责任落实', 4, '与下级签订责任书，任务分解到部门和学校。'),
    ],
  },
  {
    name: '政策文件',
    parts: [evidence('实施方案与年度计划', 5, '有实施方案和本年度工作计划，内容具体、可检查。')],
  },
  {
    name: '条件保障',
    parts: [evidence('经费与人员', 6, '筛查与防控经费列入预算，按规定配备校医或保健教师。')],
  },
  {
    name: '视力监测',
    parts: [
      computed('completion', 8),
      computed('validity', 6),
      computed('retested', 4),
      computed('onTime', 4),
    ],
  },
  { name: '视力健康档案', parts: [computed('filed', 8)] },
  { name: '总体近视率', parts: [computed('myopiaChange', 15)] },
  { name: '转诊与干预', parts: [computed('visited90', 8)] },
  {
    name: '体育与户外活动',
    parts: [evidence('每天校内外体育活动', 7, '开齐开足体育课，落实大课间和日间户外活动。')],
  },
  {
    name: '减轻学业负担',
    parts: [evidence('作业与考试管理', 5, '作业总量、考试次数符合规定，有公示和检查。')],
  },
  {
    name: '视觉环境',
    parts: [evidence('教室照明与课桌椅', 6, '教室采光照明达标，课桌椅按身高调整，有检测报告。')],
  },
  {
    name: '电子产品管理',
    parts: [evidence('手机与电子产品', 4, '落实手机管理和电子产品教学时长的规定。', false)],
  },
  {
    name: '健康教育与家校协同',
    parts: [evidence('宣传教育与家校共育', 6, '开展爱眼日、健康教育课和家长培训，筛查结果告知家长。', false)],
  },
  {
    name: '加分项',
    bonus: true,
    parts: [evidence('经验推广', 5, '形成可推广的做法，获市级以上推广或表彰。')],
  },
]

const OF_SCHOOLS: Section[] = [
  {
    name: '组织领导',
    parts: [evidence('工作小组与职责', 6, '校长牵头，分工明确，每学期研究部署。')],
  },
  { name: '政策文件', parts: [evidence('学校工作方案', 4, '有本学年近视防控工作方案和总结。')] },
  {
    name: '条件保障',
    parts: [evidence('校医与设备', 5, '配备校医或保健教师，视力检查设备符合要求。', false)],
  },
  {
    name: '视力监测',
    parts: [computed('completion', 10), computed('validity', 8), computed('onTime', 5)],
  },
  { name: '视力健康档案', parts: [computed('filed', 8)] },
  { name: '总体近视率', parts: [computed('myopiaChange', 12)] },
  { name: '转诊与干预', parts: [computed('visited90', 10)] },
  {
    name: '体育与户外活动',
    parts: [evidence('体育课与大课间', 8, '开齐开足体育课，每天日间户外活动不少于2小时。')],
  },
  { name: '减轻学业负担', parts: [evidence('作业管理', 6, '作业公示，书面作业总量符合规定。')] },
  {
    name: '视觉环境',
    parts: [evidence('照明、课桌椅与座位', 8, '教室照明达标，课桌椅和座位定期调整。')],
  },
  {
    name: '电子产品管理',
    parts: [evidence('手机与电子产品', 4, '落实手机管理和电子产品教学时长的规定。', false)],
  },
  {
    name: '健康教育与家校协同',
    parts: [evidence('健康教育与眼保健操', 6, '每天两次眼保健操，开展健康教育和家长培训。', false)],
  },
  { name: '加分项', bonus: true, parts: [evidence('特色做法', 5, '有成效的特色做法，在区县以上推广。')] },
]

const OF_EXECUTORS: Section[] = [
  {
    name: '资质与人员',
    parts: [
      evidence('机构资质', 10, '医疗机构执业许可或相应资质有效。'),
      evidence('人员培训', 10, '筛查人员经培训合格上岗，有记录。'),
    ],
  },
  { name: '筛查进度', parts: [computed('completion', 20), computed('onTime', 10)] },
  { name: '筛查质量', parts: [computed('validity', 20), computed('retested', 15)] },
  {
    name: '设备与信息安全',
    parts: [
      evidence('设备校准', 8, '设备在校准有效期内。'),
      evidence('数据保密', 7, '签订保密承诺，无泄露学生信息。'),
    ],
  },
]

const SETS: Record<CodeOf<typeof AssessObject>, readonly Section[]> = {
  [AssessObject.code.city]: OF_AREAS,
  [AssessObject.code.region]: OF_AREAS,
  [AssessObject.code.school]: OF_SCHOOLS,
  [AssessObject.code.executor]: OF_EXECUTORS,
}
export const sampleIndicators = (object: CodeOf<typeof AssessObject>): Indicators => treeOf(SETS[object])
