import { Button } from 'antd'
import styles from './list.module.css'

/** The title of a row as a button that opens it; a long one is cut and shown in full on hover. */
export function TitleButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <Button type="link" size="small" title={title} className={styles.titleButton} onClick={onClick}>
      <span className={styles.titleText}>{title}</span>
    </Button>
  )
}
