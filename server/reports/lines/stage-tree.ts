// Grades gathered by stage: 高中 is general and vocational together, with a row for each where there are both.
import { SchoolStage } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { collegeGradeName } from '#contract/eyesight/figures/colleges.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { type Counted, groupOf, TOGETHER_KEY, truncateAt, wholeOfParts } from './counted-tree.ts'

export type Stage = CodeOf<typeof SchoolStage>
export type CountedGrade = { stage: Stage; gradeNo: number; counted: Counted }

const { kindergarten, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code
/** 高中. */
export const HIGH_STAGES: readonly Stage[] = [seniorHigh, vocationalHigh]

export const stageKey = (stage: Stage): string => `stage ${stage}`
/** NaN for a key of something else. */
export const stageOfKey = (key: string): number => Number(/^stage (\d+)$/.exec(key)?.[1])
export const gradeKey = (stage: Stage, gradeNo: number): string => `grade ${stage} ${gradeNo}`

const DIGITS = '零一二三四五六'
/** 预初: the first year of junior high in the five-four system, which elsewhere is the last one of primary school. */
export const PREPARATORY_YEAR = 0

/** Across schools: years that only one of the two systems has, and the same year of two kinds of college. */
export function commonGradeName(stage: Stage, gradeNo: number): string {
  if (stage === juniorHigh && gradeNo === PREPARATORY_YEAR) return '预初'
  return (
    collegeGradeName(stage, gradeNo) ||
    gradeName(stage, gradeNo) ||
    (stage === juniorHigh ? `初${DIGITS[gradeNo]}` : SchoolStage.label(stage))
  )
}

/** The whole by stages, each of them by grades. */
export const stageTree = (grades: readonly CountedGrade[]): Counted => wholeOfParts(stageGroups(grades))

function stageGroups(grades: readonly CountedGrade[]): Counted[] {
  const groups = SchoolStage.codes.flatMap((stage) => {
    const own = grades.filter((grade) => grade.stage === stage)
    const inOrder = [...own].sort((one, other) => one.gradeNo - other.gradeNo)
    const parts = inOrder.map(({ counted }) => counted)
    return own.length === 0
      ? []
      : [{ stage, group: groupOf(stageKey(stage), SchoolStage.label(stage), parts) }]
  })
  const high = groups.filter(({ stage }) => HIGH_STAGES.includes(stage))
  if (high.length < 2) return groups.map(({ group }) => group)
  const together = groupOf(
    TOGETHER_KEY,
    '高中',
    high.map(({ group }) => group),
  )
  return groups.flatMap(({ stage, group }) =>
    stage === seniorHigh ? [together] : stage === vocationalHigh ? [] : [group],
  )
}

/** A school with one stage is broken down by grade directly. */
export function gradeTree(grades: readonly CountedGrade[]): Counted {
  const groups = stageGroups(grades)
  return wholeOfParts(groups.length === 1 ? (groups[0]?.parts ?? []) : groups)
}

/** The same tree down to stages, or to grades. */
export const byStages = (tree: Counted): Counted =>
  truncateAt(tree, (key) => key.startsWith('stage ') && key !== TOGETHER_KEY)
export const byGrades = (tree: Counted): Counted => truncateAt(tree, (key) => key.startsWith('grade '))
export const KINDERGARTEN_KEY = stageKey(kindergarten)
