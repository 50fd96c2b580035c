// Sentences on the cohort.
import { percentOf, RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import { formatUnitless } from '#contract/reports/report/report-text.ts'
import { type CohortCounts, FAST_PER_YEAR, LEAST_DAYS, meanDaysOf, yearlyOf } from '../lines/cohort.ts'
import type { CohortLine } from '../lines/cohort-table.ts'
import { extremesSentence } from '../lines/extremes.ts'
import { peopleText, percentText } from './rate-words.ts'

const dioptres = (value: number): string => `${formatUnitless(value, 'dioptre')}D`
const FAST = dioptres(FAST_PER_YEAR / 1000)

export const COHORT_NOTES = [
  '追踪人数：两次计划中结果均有效的同一名学生，不论上次在哪里筛查，均归入本次所在单位；追踪率 = 追踪人数 ÷ 本次有效人数 × 100%。',
  `等效球镜年变化 = （本次 − 上次）÷ 两次检查间隔天数 × 365，逐人逐眼计算后取平均，负值为向近视方向变化。佩戴角膜塑形镜、没有屈光度、间隔不足${LEAST_DAYS}天的不计入可比人数。`,
  `进展较快：任一眼等效球镜每年变化≤${FAST}。间隔不足一年的按天数折算，测量误差随之放大。`,
  '新发近视率 = 上次未近视而本次近视的人数 ÷ 上次未近视人数 × 100%，只含两次均有效且均纳入近视率统计的学生；佩戴角膜塑形镜的按近视计。新发近视率是两次检查之间的发生率，未折算为一年。',
]
export const BAND_NOTES = ['按更偏向近视方向变化的一眼归入；各区间含右端、不含左端。']
export const COHORT_HIDDEN = '部分单位人数不足5人，为避免推算出个别学生的情况，各项结果不予显示。'
export const COHORT_NOT_DISCLOSED =
  '同一学生变化只向可查看学生的用户显示；其他用户可在其数据范围的汇总中查看。'

type Cohort = { line: CohortLine; kind: string; lastPlanName: string; hidden: boolean }

export function cohortSentences({ line, kind, lastPlanName, hidden }: Cohort): string[] {
  const { counts } = line
  if (counts.valid === 0) return ['本次计划没有有效的检查结果，无法追踪。']
  if (counts.cohort === 0) return [`本次有效学生在“${lastPlanName}”中均没有有效结果，无法追踪。`]
  const cohort = `本次有效${peopleText(counts.valid)}，其中${peopleText(counts.cohort)}在“${lastPlanName}”中也有有效结果，追踪率${percentText(percentOf(counts.cohort, counts.valid))}。`
  if (hidden) return [cohort, COHORT_HIDDEN]
  return [
    cohort,
    yearlySentence(counts),
    incidenceSentence(counts),
    mostSentence(line, kind),
    reversedSentence(counts),
  ]
}

function yearlySentence(counts: CohortCounts): string {
  const { compared, fast } = counts
  const days = meanDaysOf(counts)
  if (days === null) return '没有可比较的屈光度，无法计算年变化。'
  const eyes = [
    { name: '右眼', mean: yearlyOf(counts, 'right') },
    { name: '左眼', mean: yearlyOf(counts, 'left') },
  ].flatMap(({ name, mean }) => (mean === null ? [] : [`${name}${dioptres(mean)}`]))
  return `${peopleText(compared)}的屈光度可比，两次检查平均间隔${formatUnitless(days, 'count')}天，等效球镜平均每年变化${eyes.join('、')}；进展较快${peopleText(fast)}，占${percentText(percentOf(fast, compared))}。`
}

const incidenceSentence = ({ atRisk, incident }: CohortCounts): string =>
  atRisk === 0
    ? '没有上次未近视的学生，无新发近视率。'
    : `上次未近视的${peopleText(atRisk)}中，新发近视${peopleText(incident)}，新发近视率${percentText(percentOf(incident, atRisk))}。`

/** Among parts with so many at risk that the rate is more than chance. */
function mostSentence({ parts }: CohortLine, kind: string): string {
  const ranked = parts.filter(({ counts }) => counts.atRisk >= RANKED_LEAST)
  return ranked.length < 2
    ? ''
    : extremesSentence(
        '新发近视率',
        kind,
        ranked.map(({ name, counts }) => ({ name, value: percentOf(counts.incident, counts.atRisk) })),
      )
}

/** Eyes do not grow back: mostly one of the two measurements is wrong. */
const reversedSentence = ({ reversed }: CohortCounts): string =>
  reversed === 0
    ? ''
    : `数据核查：${peopleText(reversed)}上次近视而本次未近视，多由测量误差、调节状态不同或停戴角膜塑形镜引起，建议核对这些学生的两次结果。`
