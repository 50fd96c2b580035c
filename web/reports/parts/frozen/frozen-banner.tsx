import { PrinterOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Tag, Typography } from 'antd'
import { useNavigate } from 'react-router'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import { Panel } from '#web/widgets/panel.tsx'
import type { useNameDisclosure } from '#web/widgets/student/name-disclosure.tsx'
import { DownloadMenu } from '../download-menu.tsx'
import { FrozenChangesBox } from './frozen-changes.tsx'
import { liveLink } from './frozen-link.ts'
import { FrozenListButton } from './frozen-list-button.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

type Props = {
  report: Report
  frozen: NonNullable<Report['frozen']>
  names: ReturnType<typeof useNameDisclosure>
}

/** Above a frozen report: its number, who froze it and when, and what changed since. */
export function FrozenBanner({ report, frozen, names }: Props) {
  const { reportNo, frozenAt, frozenBy, orgName, withdrawn } = frozen
  const navigate = useNavigate()
  return (
    <Panel>
      <Flex vertical gap="middle">
        <Flex justify="space-between" align="start" gap="middle" wrap>
          <Flex vertical gap={4}>
            <Flex gap="small" align="center">
              {withdrawn ? <Tag color="error">已作废</Tag> : <Tag color="processing">已冻结</Tag>}
              <Typography.Text strong copyable={{ tooltips: ['复制编号', '已复制'] }}>
                {reportNo}
              </Typography.Text>
            </Flex>
            <Typography.Text type="secondary">
              {formatDateTime(frozenAt)} 由{orgName}
              {frozenBy}冻结，以下内容与冻结时相同
            </Typography.Text>
          </Flex>
          <Flex gap="small" wrap>
            <Button onClick={() => void navigate(liveLink(report.kind, frozen.query))}>查看最新报告</Button>
            <FrozenListButton
              kind={report.kind}
              here={{ planId: report.plan.planId, unit: report.unit.key }}
            />
            <MayWithdraw reportNo={reportNo} />
            {report.kind === 'class' && names.button}
            <DownloadMenu report={{ reportNo }} namesAsked={names.asked} cautions={report.cautions} />
            <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
              打印
            </Button>
          </Flex>
        </Flex>
        {withdrawn && (
          <Alert
            type="error"
            showIcon
            title={`本报告已于 ${formatDateTime(withdrawn.at)} 由${withdrawn.by}作废`}
            description={`原因：${withdrawn.reason}`}
          />
        )}
        <FrozenChangesBox reportNo={reportNo} />
      </Flex>
    </Panel>
  )
}

function MayWithdraw({ reportNo }: { reportNo: string }) {
  const enabled = useAllowed(['freezeReport'])
  const { data } = useCall(reportEndpoints.frozenList, { reportNo }, { enabled })
  const row = data?.list.find((each) => each.reportNo === reportNo)
  return row?.mayWithdraw ? <WithdrawButton reportNo={reportNo} /> : null
}
