import { PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Spin, Typography } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import { type PaperFormCode, pagesOf } from '#contract/print/paper-forms.ts'
import { PaperForm, type PaperSheet } from '#contract/print/paper-schemas.ts'
import { blankSheets } from '#contract/print/sheet-words.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './paper.module.css'
import { PaperAddress } from './paper-address.ts'
import { PaperDrawing } from './paper-drawing.tsx'

/** A form as it is printed: for what the address names, or blank to be filled in by hand. */
export function PaperPage({ form }: { form: PaperFormCode }) {
  const [{ blank, planId, ...rest }] = useUrlState(PaperAddress)
  if (blank) return <Paper form={form} sheets={blankSheets(form)} />
  if (planId === undefined) {
    return (
      <EmptyState
        title="没有选择要打印的学生"
        hint="请从班级筛查或任务详情中打开打印"
        action={<Link to="/eyesight/task-list">去筛查任务</Link>}
      />
    )
  }
  return <Loaded form={form} asked={{ ...rest, planId }} />
}

type Asked = Parameters<typeof useCall<typeof paperEndpoints.paperSheets>>[1]

function Loaded({ form, asked }: { form: PaperFormCode; asked: Omit<NonNullable<Asked>, 'form'> }) {
  const query = { ...asked, form } as NonNullable<Asked>
  const found = useCall(paperEndpoints.paperSheets, query)
  const file = useDownload(paperEndpoints.paperFile, 'PDF 已下载')
  if (found.error && !found.data) {
    return (
      <EmptyState
        title="没有取到要打印的内容"
        hint={found.error.message}
        action={<Button onClick={() => void found.refetch()}>重试</Button>}
      />
    )
  }
  if (!found.data) return <Spin tip="正在准备打印内容" fullscreen />
  if (found.data.every(({ rows }) => rows.length === 0)) {
    return <EmptyState title="没有可以打印的学生" hint="任务开始后，名单中的学生会列在这里" />
  }
  return (
    <Paper
      form={form}
      sheets={found.data}
      download={
        <Button loading={file.downloading} onClick={() => void file.download(query)}>
          下载 PDF
        </Button>
      }
    />
  )
}

type PaperProps = { form: PaperFormCode; sheets: readonly PaperSheet[]; download?: React.ReactNode }

function Paper({ form, sheets, download }: PaperProps) {
  const drawn = useMemo(
    () => sheets.flatMap((sheet) => pagesOf(form, sheet).map((page, nth) => ({ page, sheet, nth }))),
    [form, sheets],
  )
  const title = PaperForm.label(form)
  return (
    <>
      <Flex justify="space-between" align="center" gap="middle" className={styles.bar}>
        <div>
          <Typography.Title level={1} className={`${layout.noMargin} ${layout.text18}`}>
            {title}
          </Typography.Title>
          <Typography.Text type="secondary">
            {formatNumber(sheets.length)} 张表，共 {formatNumber(drawn.length)} 页，A4 横向
          </Typography.Text>
        </div>
        <Flex gap="small">
          {download}
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
            打印
          </Button>
        </Flex>
      </Flex>
      <div className={styles.sheets}>
        {drawn.map(({ page, sheet, nth }) => (
          <PaperDrawing
            key={`${sheet.bookmark} ${nth}`}
            page={page}
            label={`${title} ${sheet.bookmark} 第${nth + 1}页`}
          />
        ))}
      </div>
    </>
  )
}
