import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { InputOf } from '#contract/core/endpoint.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { useDownload } from '#web/core/api/use-download.ts'

type Format = CodeOf<typeof DocumentFormat>
type Order = InputOf<typeof reportEndpoints.downloadReport>
type Props = {
  report: Order['report'] | undefined
  /** Where only one table of it is in sight. */
  tableId?: string | undefined
  /** The reason for which names are in sight. */
  namesAsked?: Pick<Order, 'nameReason'>
}

/** The report in sight as a file; undefined while there is none. */
export function DownloadMenu({ report, tableId, namesAsked }: Props) {
  const { download, downloading } = useDownload(reportEndpoints.downloadReport, '报告已下载')
  const items = DocumentFormat.options.map(({ value, label }) => ({ key: value, label }))
  return (
    <Dropdown
      trigger={['click']}
      disabled={!report || downloading}
      menu={{
        items,
        onClick: ({ key }) =>
          report && void download({ report, format: key as Format, tableId, ...namesAsked }),
      }}
    >
      <Button icon={<DownloadOutlined />} loading={downloading}>
        {downloading ? '正在生成' : '下载'}
      </Button>
    </Dropdown>
  )
}
