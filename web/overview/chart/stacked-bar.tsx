import { countText } from '../frame/number-text.ts'
import styles from './stacked-bar.module.css'

export type StackedPart = {
  key: string
  label: string
  value: number
  /** A colour of the wall, or `hatch`. */
  color: `--wall-${string}` | 'hatch'
  /** Instead of the number. */
  text?: string
  attention?: boolean
}

type Props = {
  parts: readonly StackedPart[]
  label: string
  /** The names stand two by two. */
  paired?: boolean
}

/** Parts of one whole, named below it. */
export function StackedBar({ parts, label, paired = false }: Props) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  const hasTexts = parts.some(({ text }) => text !== undefined)
  return (
    <section className={styles.stacked} aria-label={label}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(
          ({ key, value, color }) =>
            value > 0 && (
              <i
                key={key}
                className={color === 'hatch' ? styles.hatch : undefined}
                style={{
                  // In thousandths, as other lengths: what nobody sees moves nothing.
                  flexGrow: Math.max(1, Math.round((value * 1000) / whole)) / 1000,
                  background: color === 'hatch' ? undefined : `var(${color})`,
                }}
              />
            ),
        )}
      </div>
      <ul className={`${styles.names} ${paired ? styles.paired : hasTexts ? styles.below : ''}`}>
        {parts.map((part) => (
          <li key={part.key} className={part.attention ? styles.attention : undefined}>
            <i
              aria-hidden="true"
              className={part.color === 'hatch' ? styles.hatch : undefined}
              style={{ background: part.color === 'hatch' ? undefined : `var(${part.color})` }}
            />
            <span>{part.label}</span>
            <strong>{part.text ?? countText(part.value)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
