import { Flex, Pagination, Select, Typography } from 'antd'
import { PAGE_SIZE_OPTIONS } from '#contract/core/limits.ts'
import { formatNumber } from '#web/core/format.ts'

type Props = {
  total: number
  /** There are more than are counted. */
  more: boolean
  pageNum: number
  pageSize: number
  onChange: (next: { pageNum: number; pageSize: number }) => void
}

/** As the pagination of the other lists, for a total that may be open at the end. */
export function StudentPager({ total, more, pageNum, pageSize, onChange }: Props) {
  const sizes = [...new Set<number>([...PAGE_SIZE_OPTIONS, pageSize])]
  return (
    <Flex align="center" justify="flex-end" gap="small" wrap style={{ marginTop: 16 }}>
      <Typography.Text type="secondary">共 {totalOf(total, more)} 条</Typography.Text>
      <Select
        aria-label="每页条数"
        options={sizes.map((size) => ({ value: size, label: `${size} 条/页` }))}
        value={pageSize}
        onChange={(size) => onChange({ pageNum: 1, pageSize: size })}
        style={{ width: 108 }}
      />
      <Pagination
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

export const totalOf = (total: number, more: boolean): string => `${formatNumber(total)}${more ? '+' : ''}`
