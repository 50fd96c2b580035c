import { Typography } from 'antd'
import styles from './scoring.module.css'

const LINES = 3

/** What a unit wrote; more than a few lines open on demand. */
export function LongText({ text }: { text: string }) {
  if (!text) return <Typography.Text type="secondary">没有说明</Typography.Text>
  return (
    <Typography.Paragraph
      className={styles.text}
      ellipsis={{ rows: LINES, expandable: 'collapsible', symbol: (isOpen) => (isOpen ? '收起' : '展开') }}
    >
      {text}
    </Typography.Paragraph>
  )
}
