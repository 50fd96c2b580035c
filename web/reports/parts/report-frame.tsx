import { Flex } from 'antd'
import type { ReactNode } from 'react'
import type { Report } from '#contract/reports/report/report.ts'
import type { TextUnit } from './own-text/drafts.ts'
import styles from './report.module.css'
import { ReportLoading } from './report-loading.tsx'
import { ReportPaper } from './report-paper.tsx'
import type { TableSource } from './table-download.tsx'

type Props = {
  filters: ReactNode
  /** Why there is nothing to read, with a way to solve it. */
  problem: ReactNode
  report: { data: Report | undefined; isPlaceholderData: boolean }
  lastPlanId: number | undefined
  writing?: TextUnit | undefined
  source: TableSource
}

/** What is chosen above; below it the report, or why there is none. */
export function ReportFrame({ filters, problem, report, lastPlanId, writing, source }: Props) {
  const { data, isPlaceholderData } = report
  return (
    <Flex vertical gap="middle" className={styles.reportPage}>
      <div className={styles.reportFilters}>{filters}</div>
      {problem ??
        (data ? (
          <ReportPaper
            report={data}
            lastPlanId={lastPlanId}
            stale={isPlaceholderData}
            writing={writing}
            source={source}
          />
        ) : (
          <ReportLoading />
        ))}
    </Flex>
  )
}
