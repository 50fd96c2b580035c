import { LinkOutlined } from '@ant-design/icons'
import { Button, Popover, Typography } from 'antd'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'

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
        <div className={layout.atMost360}>
          <Typography.Paragraph
            copyable={{ text, tooltips: ['复制链接', '已复制'] }}
            className={layout.below4}
          >
            <span className={layout.breakAnywhere}>{text}</span>
          </Typography.Paragraph>
          <Typography.Text type="secondary">
            {shared
              ? '本机构同事打开后，看到的是其本人数据范围内的结果。'
              : '尚未共享，只有您能打开；共享后本机构同事可以打开。'}
          </Typography.Text>
        </div>
      }
    >
      {link ? <LinkButton>链接</LinkButton> : <Button icon={<LinkOutlined />}>链接</Button>}
    </Popover>
  )
}
