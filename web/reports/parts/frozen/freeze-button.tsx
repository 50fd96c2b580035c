import { Button, Typography } from 'antd'
import { useNavigate } from 'react-router'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { ReportRequest } from '#contract/reports/report/report-request.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { type DialogProps, useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { frozenLink } from './frozen-link.ts'

type Props = {
  /** The one in sight; undefined while there is none. */
  report: Report | undefined
  /** What was asked for, once it is there. */
  request: ReportRequest | undefined
}

/** Freezes the report in sight, after a dialog that explains what that means. */
export function FreezeButton({ report, request }: Props) {
  const dialog = useDialog(FreezeDialog)
  return (
    <Allowed any={['freezeReport']}>
      <Button disabled={!request} onClick={() => report && request && dialog.show({ report, request })}>
        冻结
      </Button>
      {dialog.element}
    </Allowed>
  )
}

type FreezeDialogProps = DialogProps & { report: Report; request: ReportRequest }

function FreezeDialog({ report, request, open, onClose }: FreezeDialogProps) {
  const navigate = useNavigate()
  const { send, sending } = useSend(reportEndpoints.freezeReport, {
    refreshes: [reportEndpoints.frozenList],
    success: false,
  })
  const freeze = async () => {
    const sent = await send(request)
    if (!sent.ok) return
    const { reportNo, kind, existed } = sent.data
    onClose()
    notifySuccess(existed ? `相同数据已经冻结，编号 ${reportNo}` : `报告已冻结，编号 ${reportNo}`)
    void navigate(frozenLink(kind, reportNo))
  }
  return (
    <PageModal
      open={open}
      title="冻结报告"
      okText="冻结并编号"
      confirmLoading={sending}
      onOk={() => void freeze()}
      onCancel={onClose}
    >
      <Typography.Paragraph strong>{report.title}</Typography.Paragraph>
      {report.cautions?.map((sentence) => (
        <Typography.Paragraph key={sentence} type="warning">
          {sentence}
        </Typography.Paragraph>
      ))}
      <Typography.Paragraph>
        系统按此刻的数据重新编制本报告，给出编号并原样保存。以后数据、计划或单位如何变化，按编号打开的都是同一份内容，并列出冻结之后的变化。
      </Typography.Paragraph>
      <Typography.Paragraph type="secondary">
        冻结的报告不能修改或删除；发现有误时可以作废，作废后仍可查看。
      </Typography.Paragraph>
    </PageModal>
  )
}
