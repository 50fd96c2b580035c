import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { createContext, useContext } from 'react'
import type { InputOf } from '#contract/core/endpoint.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { ReportTable } from '#contract/reports/report/report.ts'
import { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import styles from './report-table.module.css'

type Order = InputOf<typeof reportEndpoints.downloadReport>
/** The report in sight, as a file of it is asked for; its `report` is undefined until it is there. */
export type TableSource = Pick<Order, 'nameReason'> & { report: Order['report'] | undefined }

/** A context, so that tables are not drawn again with every change of what is asked for. */
export const TableSourceContext = createContext<TableSource | undefined>(undefined)

/** One table of the report by itself, with figures that can be reckoned with. */
export function TableDownload({ table: { id, title } }: { table: Pick<ReportTable, 'id' | 'title'> }) {
  const source = useContext(TableSourceContext)
  const { download, downloading } = useDownload(reportEndpoints.downloadReport, '表格已下载')
  if (!source) return null
  const { report, ...names } = source
  return (
    <Button
      className={styles.reportTableDownload}
      type="text"
      size="small"
      icon={<DownloadOutlined />}
      loading={downloading}
      disabled={!report}
      aria-label={`导出表格：${title}`}
      onClick={() =>
        report && void download({ report, format: DocumentFormat.code.excel, tableId: id, ...names })
      }
    >
      Excel
    </Button>
  )
}
