import { fillOf, type MapLegendTexts, type MapRamp, type MapStep } from './map-area.ts'
import styles from './map-legend.module.css'

const STEPS: readonly MapStep[] = [0, 1, 2, 3, 4]

/** Of progress a band below the map, from low to high; of rates a column at its left, the highest on top. */
export function MapLegend({ ramp, texts }: { ramp: MapRamp; texts: MapLegendTexts }) {
  const steps = ramp === 'rate' ? STEPS.toReversed() : STEPS
  return (
    <figure className={ramp === 'rate' ? styles.column : styles.band} aria-label="图例">
      <figcaption>{texts.title}</figcaption>
      <ul>
        {steps.map((step) => (
          <li key={step}>
            <i className={styles.swatch} style={{ background: fillOf(ramp, step) }} />
            {texts.labels[step]}
          </li>
        ))}
      </ul>
      <p className={styles.none}>
        <i className={`${styles.swatch} ${styles.hatch}`} />
        {texts.none}
      </p>
      {texts.attention && (
        <p className={styles.attention}>
          <i />
          {texts.attention}
        </p>
      )}
      {texts.remarks?.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </figure>
  )
}
