import type { RetestRow } from '#contract/eyesight/record-schemas.ts'
import { errorRate } from '#contract/eyesight/retest.ts'
import { formatNumber } from '#web/core/format.ts'
import { percentText, ratioText } from '../../figures/percent-text.ts'
import styles from '../class-details.module.css'
import { sumsOf } from './retest-sums.ts'

/** The foot of the retest sheet. */
export function RetestFoot({ rows, valid }: { rows: readonly RetestRow[]; valid: number }) {
  const sums = sumsOf(rows)
  if (sums.drawn === 0) return null
  const facts = [
    ['抽取人数', formatNumber(sums.drawn)],
    ['复测人数', `${formatNumber(sums.done)}（戴镜 ${sums.wearing}，非戴镜 ${sums.bare}）`],
    ['复测率', ratioText(sums.done, valid)],
    ['复测项次', formatNumber(sums.items)],
    ['超差项次', formatNumber(sums.errors)],
    ['误差发生率', percentText(errorRate(sums))],
  ] as const
  return (
    <dl className={styles.classFacts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
