import type { WallRate } from '#contract/overview/wall.ts'
import { NOTHING, pointsText } from '../frame/number-text.ts'
import styles from './change.module.css'

/** The difference of two rates as they are shown; the sign says the direction, the colour whether it is better. */
export function Change({ rate: { change, hidden } }: { rate: WallRate }) {
  if (hidden || change === null) return <span className={styles.none}>{NOTHING}</span>
  const tone = Math.abs(change) < 0.005 ? styles.none : change > 0 ? styles.worse : styles.better
  return <span className={tone}>{pointsText(change)}</span>
}

/** ▲ 0.13 */
export const arrowText = (points: number): string =>
  `${points > 0 ? '▲' : points < 0 ? '▼' : ''} ${Math.abs(points).toFixed(2)}`
