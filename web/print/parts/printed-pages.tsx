import { PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Page } from '#contract/print/drawing.ts'
import layout from '#web/core/layout.module.css'
import styles from '#web/widgets/paper/paper.module.css'
import { PaperDrawing } from '#web/widgets/paper/paper-drawing.tsx'

export type PrintedPage = { key: string; label: string; page: Page }
type Props = { title: string; note: string; pages: readonly PrintedPage[]; actions?: ReactNode }

/** Pages as they come out of the printer, under a bar that stays off the paper. */
export function PrintedPages({ title, note, pages, actions }: Props) {
  return (
    <>
      <Flex justify="space-between" align="center" gap="middle" className={styles.bar}>
        <div>
          <Typography.Title level={1} className={`${layout.noMargin} ${layout.text18}`}>
            {title}
          </Typography.Title>
          <Typography.Text type="secondary">{note}</Typography.Text>
        </div>
        <Flex gap="small">
          {actions}
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
            打印
          </Button>
        </Flex>
      </Flex>
      <div className={styles.sheets}>
        {pages.map(({ key, label, page }) => (
          <PaperDrawing key={key} page={page} label={label} />
        ))}
      </div>
    </>
  )
}
