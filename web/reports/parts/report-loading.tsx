import { Skeleton, Typography } from 'antd'
import { Panel } from '#web/widgets/panel.tsx'
import styles from './report.module.css'

/** As long as there is nothing to read; where it takes longer than a moment it says so. */
export function ReportLoading() {
  return (
    <Panel>
      <Skeleton active title paragraph={{ rows: 12 }} />
      <Typography.Text type="secondary" role="status" className={styles.reportLoadingHint}>
        正在生成报告，范围较大时需要几秒
      </Typography.Text>
    </Panel>
  )
}
