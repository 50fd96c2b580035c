import { Flex, Pagination as Pager, Select, Typography } from 'antd'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_OPTIONS } from '#contract/core/limits.ts'
import { formatTotal } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

const SIZES = PAGE_SIZE_OPTIONS.map((size) => ({ value: size as number, label: `${size} 条/页` }))

type Props = {
  total: number
  /** There are more than are counted. */
  more?: boolean
  pageNum: number
  pageSize?: number
  onChange: (next: { pageNum: number; pageSize: number }) => void
}

/** Spec §9 layout: total, sizes, prev, pager, next, jumper. */
export function Pagination({ total, more, pageNum, pageSize = PAGE_SIZE_DEFAULT, onChange }: Props) {
  // An address may carry any size the server accepts; the selector then shows it as it is.
  const sizes = SIZES.some(({ value }) => value === pageSize)
    ? SIZES
    : [...SIZES, { value: pageSize, label: `${pageSize} 条/页` }]
  return (
    <Flex align="center" justify="flex-end" gap="small" wrap>
      <Typography.Text type="secondary">共 {formatTotal(total, more)} 条</Typography.Text>
      <Select
        aria-label="每页条数"
        options={sizes}
        value={pageSize}
        onChange={(size) => onChange({ pageNum: 1, pageSize: size })}
        className={layout.width108}
      />
      <Pager
        total={total}
        current={pageNum}
        pageSize={pageSize}
        showSizeChanger={false}
        showQuickJumper={total > pageSize}
        onChange={(next) => onChange({ pageNum: next, pageSize })}
      />
    </Flex>
  )
}
