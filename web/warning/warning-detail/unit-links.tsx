import { Button } from 'antd'
import { Link } from 'react-router'
import type { PermissionName } from '#contract/core/permissions.ts'
import { SEE_STUDENTS } from '#contract/eyesight/figures/figure-small-cells.ts'
import { WarningScope, type WarningScopeCode } from '#contract/warning/rules.ts'
import type { WarningDetail } from '#contract/warning/warning-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { toQueryString } from '#web/core/api/query-string.ts'

type ReportLink = { path: string; permission: PermissionName }
const { student, class: klass, school, region, city } = WarningScope.code
const REPORTS: Record<Exclude<WarningScopeCode, typeof student>, ReportLink> = {
  [klass]: { path: '/report/class-report', permission: 'classReport' },
  [school]: { path: '/report/school-report', permission: 'schoolReport' },
  [region]: { path: '/report/region-report', permission: 'regionReport' },
  [city]: { path: '/report/city-report', permission: 'cityReport' },
}

/** From a class, school or area to its report and to its students. */
export function UnitLinks({ warning }: { warning: WarningDetail }) {
  const { scope, planId, classId, schoolOrgId, areaId } = warning
  const report = scope === student ? undefined : REPORTS[scope]
  const mayReport = useAllowed(report ? [report.permission] : [])
  const maySeeStudents = useAllowed(SEE_STUDENTS)
  if (!report) return null
  const unit = unitOf(scope, { classId, schoolOrgId, areaId })
  return (
    <>
      {maySeeStudents && (
        <Link to={`/warning/warning-list?${toQueryString({ planId, scope: student, ...unit })}`}>
          <Button>预警学生</Button>
        </Link>
      )}
      {mayReport && (
        <Link to={`${report.path}?${toQueryString({ planId, ...unit })}`}>
          <Button>查看报告</Button>
        </Link>
      )}
    </>
  )
}

function unitOf(
  scope: WarningScopeCode,
  { classId, schoolOrgId, areaId }: Pick<WarningDetail, 'classId' | 'schoolOrgId' | 'areaId'>,
) {
  if (scope === klass) return { orgId: schoolOrgId ?? undefined, classId: classId ?? undefined }
  return scope === school ? { orgId: schoolOrgId ?? undefined } : { areaId }
}
