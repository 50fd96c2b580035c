import type { CodeOf } from '#contract/core/enums.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { ImportCounts } from '#contract/imports/schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import styles from './import-details.module.css'

type Outcome = CodeOf<typeof RowOutcome>
type Card = { outcome: Outcome | undefined; count: number }

const { error, insert, update, unchanged, locked, elsewhere, back } = RowOutcome.code

/** They add up to all rows: each row is counted in one of them. */
function cardsOf(counts: ImportCounts, ofReadings: boolean): Card[] {
  return [
    { outcome: undefined, count: counts.rows },
    { outcome: insert, count: counts.insert - counts.back },
    ...(counts.back > 0 ? [{ outcome: back, count: counts.back }] : []),
    { outcome: update, count: counts.update },
    { outcome: unchanged, count: counts.unchanged },
    // Results move nobody to another school.
    ...(ofReadings ? [] : [{ outcome: elsewhere, count: counts.elsewhere }]),
    { outcome: locked, count: counts.locked },
    { outcome: error, count: counts.error - (ofReadings ? 0 : counts.elsewhere) },
  ]
}

type Props = {
  counts: ImportCounts
  /** Results, not students. */
  ofReadings: boolean
  chosen: Outcome | undefined
  onChoose: (outcome: Outcome | undefined) => void
}

/** How many rows of each kind there are; a click shows only these. */
export function OutcomeCards({ counts, ofReadings, chosen, onChoose }: Props) {
  return (
    <fieldset className={styles.importOutcomes} aria-label="按结果筛选">
      {cardsOf(counts, ofReadings).map(({ outcome, count }) => (
        <button
          key={outcome ?? 'all'}
          type="button"
          aria-pressed={outcome === chosen}
          data-alert={count > 0 && (outcome === error || outcome === elsewhere || outcome === locked)}
          onClick={() => onChoose(outcome)}
        >
          <span>{outcome === undefined ? '全部' : RowOutcome.label(outcome)}</span>
          <strong>{formatNumber(count)}</strong>
        </button>
      ))}
    </fieldset>
  )
}
