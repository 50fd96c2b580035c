import { SchoolStage } from '#contract/core/codes.ts'
import { entryYearOf, gradesOf, isFinalGrade } from '#contract/schools/grades.ts'
import type { Random } from './demo-random.ts'

/** A school as far as its classes depend on it. */
export type SchoolShape = {
  orgId: number
  cityId: string
  stages: readonly number[]
  system: 63 | 54
  /** Classes per grade of a stage. */
  classes(stage: number): number
}
export type PlannedGrade = { id: number; orgId: number; stage: number; gradeNo: number }
export type PlannedClass = {
  id: number
  school: SchoolShape
  grade: PlannedGrade
  classNo: number
  entryYear: number
  /** Left school at the end of its last year. */
  graduated: boolean
  size: number
}
export type Plan = { grades: PlannedGrade[]; classes: PlannedClass[] }

/** A class by where it stands: `330106-school-1 2 3 1` is 三年级1班 of that school. */
export type ClassByPlace = Map<string, PlannedClass>
export const placeKey = (school: string, stage: number, gradeNo: number, classNo: number): string =>
  `${school} ${stage} ${gradeNo} ${classNo}`

/** Head counts of a class by stage, and by how much they differ. */
const CLASS_SIZES = [0, 27, 38, 42, 43, 40, 42, 36]
const SPREAD = 7
const { kindergarten } = SchoolStage.code

/** Grades and classes of a school in a school year, in the order people expect; ids count up from nought. */
export function planSchool(random: Random, school: SchoolShape, schoolYear: number, plan: Plan): void {
  for (const stage of school.stages) {
    const grades = gradesOf(stage, school.system)
      .filter(({ gradeNo }) => gradeNo > 0)
      .map(({ gradeNo }, index) => ({ id: plan.grades.length + index, orgId: school.orgId, stage, gradeNo }))
    plan.grades.push(...grades)
    for (const grade of grades) {
      for (let classNo = 1; classNo <= school.classes(stage); classNo++)
        plan.classes.push(planClass(random, { school, grade, classNo, schoolYear, plan }))
    }
  }
}

/** Those who finished school in an earlier year: as many classes as in the other grades. */
export function planLeavers(random: Random, school: SchoolShape, schoolYear: number, plan: Plan): void {
  const own = plan.grades.filter(({ orgId }) => orgId === school.orgId)
  for (const grade of own) {
    if (!isFinalGrade(grade.stage, grade.gradeNo, school.system)) continue
    for (let classNo = 1; classNo <= school.classes(grade.stage); classNo++) {
      const last = planClass(random, { school, grade, classNo, schoolYear, plan })
      plan.classes.push({ ...last, graduated: true })
    }
  }
}

function planClass(
  random: Random,
  of: { school: SchoolShape; grade: PlannedGrade; classNo: number; schoolYear: number; plan: Plan },
): PlannedClass {
  const { school, grade, classNo, schoolYear, plan } = of
  const young = grade.stage === kindergarten ? grade.gradeNo - 2 : 0
  const size = (CLASS_SIZES[grade.stage] ?? 0) + 3 * young + random.int(SPREAD) - (SPREAD - 1) / 2
  const entryYear = entryYearOf(schoolYear, grade.gradeNo)
  return { id: plan.classes.length, school, grade, classNo, entryYear, graduated: false, size }
}

/** Makes the classes together hold exactly so many, each in proportion to its size. */
export function fitSizes(
  classes: PlannedClass[],
  total: number,
  weightOf: (of: PlannedClass) => number,
): void {
  const weights = classes.map((each) => each.size * weightOf(each))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = weights.map((weight) => (weight * total) / sum)
  let missing = total
  classes.forEach((each, index) => {
    each.size = Math.floor(shares[index] ?? 0)
    missing -= each.size
  })
  const byRest = shares.map((share, index) => ({ index, rest: share % 1 })).sort((a, b) => b.rest - a.rest)
  for (const { index } of byRest.slice(0, missing)) {
    const each = classes[index]
    if (each) each.size++
  }
}

/** The school years a class went through here; days run from the first to the one on which the next thing begins. */
export function periodsOf({ entryYear, grade, graduated }: PlannedClass) {
  return Array.from({ length: grade.gradeNo }, (_, index) => {
    const schoolYear = entryYear + index
    const isLast = index === grade.gradeNo - 1
    const end = isLast ? (graduated ? graduationDay(schoolYear + 1) : null) : `${schoolYear + 1}-09-01`
    return { gradeNo: index + 1, schoolYear, fromOn: `${schoolYear}-09-01`, toOn: end }
  })
}

export const graduationDay = (year: number): string => `${year}-06-30`
