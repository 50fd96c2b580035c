import type { ClassNode, GradeNode } from '#contract/schools/schemas.ts'
import type { RosterQuery } from '../roster-query.ts'

/** The part of a school that is looked at; nothing set is the whole of it. */
export type RosterPlace = Pick<RosterQuery, 'prefix' | 'gradeId' | 'classId'>
export const WHOLE_SCHOOL: RosterPlace = { prefix: undefined, gradeId: undefined, classId: undefined }

export type RosterStage = Pick<GradeNode, 'prefix' | 'prefixName' | 'studentCount'> & { grades: GradeNode[] }

/** Grades under their stages, in the order in which they come. */
export function stagesOf(grades: readonly GradeNode[]): RosterStage[] {
  const stages = new Map<number, RosterStage>()
  for (const grade of grades) {
    const { prefix, prefixName, studentCount } = grade
    const stage = stages.get(prefix) ?? { prefix, prefixName, studentCount: 0, grades: [] }
    stages.set(prefix, {
      ...stage,
      studentCount: stage.studentCount + studentCount,
      grades: [...stage.grades, grade],
    })
  }
  return [...stages.values()]
}

export const peopleOf = (grades: readonly GradeNode[]): number =>
  grades.reduce((sum, { studentCount }) => sum + studentCount, 0)

/** Stage, grade and class that a place names; undefined where the school has no such place. */
export type Found = { stage?: RosterStage; grade?: GradeNode; class?: ClassNode }
export function findPlace(grades: readonly GradeNode[], place: RosterPlace): Found | undefined {
  if (place.classId !== undefined) {
    for (const grade of grades) {
      const found = grade.classes.find(({ classId }) => classId === place.classId)
      if (found) return { grade, class: found }
    }
    return undefined
  }
  if (place.gradeId !== undefined) {
    const grade = grades.find(({ gradeId }) => gradeId === place.gradeId)
    return grade && { grade }
  }
  if (place.prefix === undefined) return {}
  const stage = stagesOf(grades).find(({ prefix }) => prefix === place.prefix)
  return stage && { stage }
}

/** 三年级 › 2班 */
export function placeNames({ stage, grade, class: found }: Found): string[] {
  return [stage?.prefixName, grade?.gradeName, found?.className].filter((name) => name !== undefined)
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '')

/** Grades and classes whose name contains the text; a grade that does keeps all its classes. */
export function searchGrades(grades: readonly GradeNode[], text: string): GradeNode[] {
  const wanted = plain(text)
  if (!wanted) return [...grades]
  return grades.flatMap((grade) => {
    if (`${grade.prefixName}${grade.gradeName}`.includes(wanted)) return [grade]
    const classes = grade.classes.filter(({ className }) => `${grade.gradeName}${className}`.includes(wanted))
    return classes.length > 0 ? [{ ...grade, classes }] : []
  })
}
