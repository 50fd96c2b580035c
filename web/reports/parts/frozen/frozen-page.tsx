import { Alert, Button, Flex } from 'antd'
import { Navigate, useNavigate } from 'react-router'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import styles from '../report.module.css'
import { ReportLoading } from '../report-loading.tsx'
import { ReportPaper } from '../report-paper.tsx'
import { FrozenBanner } from './frozen-banner.tsx'
import { frozenLink } from './frozen-link.ts'

/** A report as it was when it was frozen. */
export function FrozenPage({ kind, reportNo }: { kind: Report['kind']; reportNo: string }) {
  const names = useNameDisclosure()
  const {
    data: report,
    error,
    isPlaceholderData,
    refetch,
  } = useCall(reportEndpoints.frozenReport, { reportNo, ...names.asked })
  const navigate = useNavigate()
  if (error) {
    return (
      <Alert
        type="error"
        showIcon
        title={`报告 ${reportNo} 无法打开`}
        description={error.message}
        action={
          <Flex gap="small">
            <Button onClick={() => void refetch()}>重试</Button>
            <Button type="primary" onClick={() => void navigate(`/report/${kind}-report`)}>
              查看最新报告
            </Button>
          </Flex>
        }
      />
    )
  }
  if (!report?.frozen) {
    return <ReportLoading />
  }
  if (report.kind !== kind && !isPlaceholderData)
    return <Navigate replace to={frozenLink(report.kind, reportNo)} />
  return (
    <Flex vertical gap="middle" className={styles.reportPage}>
      <div className={styles.reportFilters}>
        <FrozenBanner report={report} frozen={report.frozen} names={names} />
      </div>
      <ReportPaper
        report={report}
        lastPlanId={report.lastPlan?.planId}
        stale={isPlaceholderData}
        source={{ report: { reportNo }, ...names.asked }}
      />
    </Flex>
  )
}
