import { OrgType, RoleType } from '#contract/core/codes.ts'
import { WarningScope, type WarningScopeCode } from '#contract/warning/rules.ts'
import { WarningStatus, type WarningSummary } from '#contract/warning/warning-schemas.ts'

const { closed } = WarningStatus.code
const { student, class: klass, school, region, city } = WarningScope.code

/** Whom a tab lists; districts and cities are listed together. */
export type TabScope = Exclude<WarningScopeCode, typeof city>

export const TAB_WORDS: Record<TabScope, string> = {
  [student]: '学生',
  [klass]: '班级',
  [school]: '学校',
  [region]: '地区',
}

type Viewer = { orgType?: number | null; roleType?: number | null }

/** The tabs of a role, the one it opens with first. */
export function tabsOf({ orgType, roleType }: Viewer, maySeeStudents: boolean): TabScope[] {
  const students: TabScope[] = maySeeStudents ? [student] : []
  switch (orgType) {
    case OrgType.code.government:
      return [school, region, klass, ...students]
    case OrgType.code.school:
      return isOfClasses(roleType) ? [...students, klass] : [...students, klass, school]
    default:
      return students
  }
}

const isOfClasses = (roleType: number | null | undefined): boolean =>
  roleType === RoleType.code.classTeacher || roleType === RoleType.code.gradeHead

/** The tab of an address, where the role has it. */
export const tabOf = (asked: WarningScopeCode | undefined, tabs: readonly TabScope[]): TabScope | undefined =>
  tabs.find((tab) => isIn(tab, asked)) ?? tabs[0]

const isIn = (tab: TabScope, scope: WarningScopeCode | undefined): boolean =>
  scope === tab || (tab === region && scope === city)

/** The numbers of a tab: of what is still to be dealt with, and how many are closed. */
export function countsOf({ tallies, overdueByScope }: WarningSummary, tab: TabScope) {
  const own = tallies.filter(({ scope }) => isIn(tab, scope))
  const sum = (rows: readonly { warnings: number }[]) =>
    rows.reduce((total, { warnings }) => total + warnings, 0)
  const open = own.filter(({ status }) => status !== closed)
  return {
    open: sum(open),
    ofLevel: (level: number) => sum(open.filter((tally) => tally.level === level)),
    ofStatus: (status: number) => sum(own.filter((tally) => tally.status === status)),
    overdue: sum(overdueByScope.filter(({ scope }) => isIn(tab, scope))),
  }
}
export type TabCounts = ReturnType<typeof countsOf>
