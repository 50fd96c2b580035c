import { LinkOutlined } from '@ant-design/icons'
import { Button, Popover, Typography } from 'antd'

type Props = { designId: number; shared: boolean; link?: boolean }

const linkTo = (designId: number): string =>
  `${window.location.origin}/report/design-report?designId=${designId}`

/** The address to send to colleagues; it opens for them once the report is shared. */
export function DesignLink({ designId, shared, link }: Props) {
  const text = linkTo(designId)
  return (
    <Popover
      trigger="click"
      title="报告链接"
      content={
        <div style={{ maxWidth: 360 }}>
          <Typography.Paragraph
            copyable={{ text, tooltips: ['复制链接', '已复制'] }}
            style={{ marginBottom: 4 }}
          >
            <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
          </Typography.Paragraph>
          <Typography.Text type="secondary">
            {shared
              ? '本机构同事打开后，看到的是其本人数据范围内的结果。'
              : '尚未共享，只有您能打开；共享后本机构同事可以打开。'}
          </Typography.Text>
        </div>
      }
    >
      {link ? (
        <Button type="link" size="small" style={{ padding: 0 }}>
          链接
        </Button>
      ) : (
        <Button icon={<LinkOutlined />}>链接</Button>
      )}
    </Popover>
  )
}
