import { schoolYearOf } from '#contract/schools/grades.ts'

const BACK = 6
export const schoolYearLabel = (year: number): string => `${year}-${year + 1}学年`

/** The next school year and those before it, the latest first. */
export function recentSchoolYears(today = new Date()): { value: number; label: string }[] {
  const next = schoolYearOf(shanghaiDay(today)) + 1
  return Array.from({ length: BACK + 2 }, (_, back) => ({
    value: next - back,
    label: schoolYearLabel(next - back),
  }))
}

/** YYYY-MM-DD in Shanghai. */
export const shanghaiDay = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(moment)
