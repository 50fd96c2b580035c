import { Flex, Form } from 'antd'
import { Link } from 'react-router'
import type { PrintItemRow } from '#contract/exports/schemas.ts'
import { type PrintChoice, printAddress } from '../print/print-link.tsx'

type Props = { items: readonly PrintItemRow[]; choice: PrintChoice }

/** Forms on paper: opened with what the page shows, where they are printed or saved. */
export function ExportPrints({ items, choice }: Props) {
  if (items.length === 0) return null
  return (
    <Form.Item label="打印">
      <Flex gap="0 16px" wrap>
        {items.map(({ key, title, api }) => (
          <Link key={key} to={printAddress(choice, api)} target="_blank">
            {title}
          </Link>
        ))}
      </Flex>
    </Form.Item>
  )
}
