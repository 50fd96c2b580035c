import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Typography } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#contract/core/endpoint.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { type DialogProps, useDialog } from '#web/widgets/dialog/use-dialog.tsx'

type Format = CodeOf<typeof DocumentFormat>
type Order = InputOf<typeof reportEndpoints.downloadReport>
type Props = {
  report: Order['report'] | undefined
  /** Where only one table of it is in sight. */
  tableId?: string | undefined
  /** The reason for which names are in sight. */
  namesAsked?: Pick<Order, 'nameReason'>
  /** What a reader should know before handing it on; said once. */
  cautions?: readonly string[] | undefined
}

/** The report in sight as a file; undefined while there is none. */
export function DownloadMenu({ report, tableId, namesAsked, cautions = [] }: Props) {
  const dialog = useDialog(CautionDialog)
  const [known, setKnown] = useState('')
  const { download, downloading } = useDownload(reportEndpoints.downloadReport, '报告已下载')
  const items = DocumentFormat.options.map(({ value, label }) => ({ key: value, label }))
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={!report || downloading}
        menu={{
          items,
          onClick: ({ key }) => {
            if (!report) return
            const start = () => void download({ report, format: key as Format, tableId, ...namesAsked })
            const said = cautions.join('\n')
            if (said === known) return start()
            dialog.show({
              cautions,
              onContinue: () => {
                setKnown(said)
                start()
              },
            })
          },
        }}
      >
        <Button icon={<DownloadOutlined />} loading={downloading}>
          {downloading ? '正在生成' : '下载'}
        </Button>
      </Dropdown>
      {dialog.element}
    </>
  )
}

type CautionProps = DialogProps & { cautions: readonly string[]; onContinue: () => void }

function CautionDialog({ cautions, onContinue, open, onClose }: CautionProps) {
  return (
    <PageModal
      open={open}
      title="下载前请注意"
      okText="继续下载"
      onOk={() => {
        onClose()
        onContinue()
      }}
      onCancel={onClose}
    >
      {cautions.map((sentence) => (
        <Typography.Paragraph key={sentence}>{sentence}</Typography.Paragraph>
      ))}
    </PageModal>
  )
}
