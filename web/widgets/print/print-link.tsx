import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { PaperQuery } from '#contract/print/paper-schemas.ts'
import { toQueryString } from '#web/core/api/query-string.ts'

/** Whose forms are wanted: of a plan, a place or these students; perhaps only one form. */
export type PrintChoice = Partial<PaperQuery>

/** The page on which a form is chosen; students are written into one text, so that many fit. */
export function printAddress({ studentIds, ...choice }: PrintChoice, page = '/print/print-bridge'): string {
  const query = toQueryString({ ...choice, studentIds: studentIds?.join(',') })
  return `${page}${page.includes('?') ? '&' : '?'}${query}`
}

type Props = { choice: PrintChoice; children: string; size?: 'small' }

/** The way to paper, in a window of its own: what is chosen here stays as it is. */
export function PrintLink({ choice, children, size }: Props) {
  return (
    <Link to={printAddress(choice)} target="_blank">
      <Button icon={<PrinterOutlined />} size={size}>
        {children}
      </Button>
    </Link>
  )
}
