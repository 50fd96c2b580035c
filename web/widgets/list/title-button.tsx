import { LinkButton } from '../link-button.tsx'
import styles from './list.module.css'

/** The title of a row as a button that opens it; a long one is cut and shown in full on hover. */
export function TitleButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <LinkButton title={title} className={styles.titleButton} onClick={onClick}>
      <span className={styles.titleText}>{title}</span>
    </LinkButton>
  )
}
