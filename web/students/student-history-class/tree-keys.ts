type Choice = { schoolYear?: number; classId?: number; gradeId?: number }

/** `2025` for a school year, `2025-17-3` for a class and the grade it was in when somebody left it that year. */
export const keyOf = ({ schoolYear, classId, gradeId }: Choice): string =>
  classId === undefined ? String(schoolYear) : [schoolYear, classId, gradeId].join('-')

/** Absent keys are set to undefined, so that they leave the address. */
export function choiceOf(key: string): Required<Pick<Choice, 'schoolYear'>> & {
  classId: number | undefined
  gradeId: number | undefined
} {
  const [schoolYear = 0, classId, gradeId] = key.split('-').map(Number)
  return { schoolYear, classId, gradeId }
}
