import { Descriptions, type DescriptionsProps, Typography } from 'antd'
import layout from '#web/core/layout.module.css'

export type DetailItems = NonNullable<DescriptionsProps['items']>

/** A titled table of facts; what is empty says so. */
export function DetailBlock({ title, items }: { title: string; items: DetailItems }) {
  return (
    <Descriptions
      title={title}
      column={1}
      bordered
      size="small"
      classNames={{ label: layout.width110, header: layout.below8 }}
      items={items.map((item) => ({
        ...item,
        children: item.children || <Typography.Text type="secondary">未填写</Typography.Text>,
      }))}
    />
  )
}
