import { Breadcrumb } from 'antd'
import type { Unit, UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './figures.module.css'

type Props = { path: readonly Unit[]; onGo: (key: UnitKey) => void }

/** From the own range down to what is looked at; every step leads back. */
export function UnitPath({ path, onGo }: Props) {
  return (
    <Breadcrumb
      items={path.map(({ name, key, level }, nth) => ({
        key: `${level}${JSON.stringify(key)}`,
        title:
          nth === path.length - 1 ? (
            <b>{name}</b>
          ) : (
            <LinkButton className={styles.stepButton} onClick={() => onGo(key)}>
              {name}
            </LinkButton>
          ),
      }))}
    />
  )
}
