import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { GradeNode } from '#contract/schools/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import type { ItemGroup } from '#web/widgets/select/grouped-dropdown.tsx'

type Grade = Pick<GradeNode, 'gradeId' | 'gradeName' | 'prefix'> & {
  studentCount?: number
  classes: readonly { classId: number; className: string; studentCount?: number }[]
}

/** Classes under their grades; a class carries its grade's name, for it is shown alone once chosen. */
export function classGroupsOf(
  grades: readonly Grade[],
  { except }: { except?: number } = {},
): ItemGroup<number>[] {
  return grades
    .map(({ gradeName, studentCount, classes }) => ({
      label: gradeName,
      people: studentCount,
      items: classes
        .filter(({ classId }) => classId !== except)
        .map((item) => ({
          value: item.classId,
          label: `${gradeName}${item.className}`,
          people: item.studentCount,
        })),
    }))
    .filter(({ items }) => items.length > 0)
}

export const gradeOfClass = <G extends Grade>(
  grades: readonly G[],
  classId: number | undefined,
): G | undefined => grades.find(({ classes }) => classes.some((item) => item.classId === classId))

/** The grades of a school with their classes; never those of the school looked at before. */
export function useGrades(orgId: number | undefined) {
  const answer = useCall(schoolEndpoints.gradeList, { orgId: orgId ?? 0 }, { enabled: orgId !== undefined })
  return { ...answer, grades: orgId === undefined || answer.isPlaceholderData ? undefined : answer.data }
}
