import type { CSSProperties, KeyboardEvent } from 'react'
import styles from './area-tiles.module.css'
import {
  changeText,
  fillOf,
  type MapArea,
  type MapLegendTexts,
  type MapRamp,
  spokenArea,
  textOn,
} from './map-area.ts'

type Props = {
  areas: readonly MapArea[]
  ramp: MapRamp
  legend: MapLegendTexts
  /** To a row; more rows than there is room for are scrolled. */
  columns: number
  /** One row below a map, not the whole view. */
  below: boolean
  onPoint: (id: string | null) => void
  onFocus: (id: string | null) => void
  onOpen: (area: MapArea) => void
  onKeyDown: (event: KeyboardEvent, area: MapArea) => void
}

/** What has no shape, in the order of its rank. */
export function AreaTiles(props: Props) {
  const { areas, ramp, legend, columns } = props
  return (
    <ul
      className={props.below ? styles.row : styles.grid}
      style={{ '--columns': columns } as CSSProperties}
      onScroll={() => props.onPoint(null)}
    >
      {areas.map((area) => (
        <li key={area.id}>
          <button
            type="button"
            data-area={area.id}
            className={area.step === null ? styles.hatched : styles.tile}
            style={colours(area, ramp)}
            aria-label={spokenArea(area, legend)}
            aria-disabled={!area.opens}
            onPointerEnter={() => props.onPoint(area.id)}
            onPointerLeave={() => props.onPoint(null)}
            onFocus={() => props.onFocus(area.id)}
            onBlur={() => props.onFocus(null)}
            onClick={() => props.onOpen(area)}
            onKeyDown={(event) => props.onKeyDown(event, area)}
          >
            <span className={styles.name}>
              {area.attention && <i className={styles.attention} />}
              {area.name}
            </span>
            {area.note === null ? (
              <strong className={styles.value}>{area.value}</strong>
            ) : (
              <span className={styles.note}>{area.note}</span>
            )}
            {area.note === null && area.change && (
              <span className={styles.change}>{changeText(area.change.points)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

const colours = ({ step }: MapArea, ramp: MapRamp): CSSProperties | undefined =>
  step === null ? undefined : { background: fillOf(ramp, step), color: textOn(ramp, step) }
