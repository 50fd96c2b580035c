import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from '#contract/overview/map.ts'
import styles from './area-tooltip.module.css'
import { nearestIn } from './label-layout.ts'
import type { MapArea } from './map-area.ts'
import type { Box } from './shape-cells.ts'
import { placeCard } from './tooltip-place.ts'

type Props = { area: MapArea; stage: RefObject<HTMLElement | null>; unit: number }
type Place = { card: Box; anchor: Point }

/** A card about the area, inside of the map's box, with a line from the area. */
export function AreaTooltip({ area, stage, unit }: Props) {
  const card = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const { id } = area
  useLayoutEffect(() => {
    const [frame, own] = [stage.current, card.current]
    const marked = frame?.querySelector(`[data-area="${CSS.escape(id)}"]`)
    if (!frame || !own || !marked) return
    const origin = frame.getBoundingClientRect()
    const { left, top, right, bottom } = marked.getBoundingClientRect()
    const target: Box = {
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    }
    const size = { width: own.offsetWidth, height: own.offsetHeight }
    const box = placeCard(target, size, { width: frame.clientWidth, height: frame.clientHeight }, 26 * unit)
    const middle: Point = [(target.left + target.right) / 2, (target.top + target.bottom) / 2]
    setPlace({ card: box, anchor: nearestIn(target, nearestIn(box, middle)) })
  }, [id, stage, unit])
  const end = place && nearestIn(place.card, place.anchor)
  return (
    <>
      {place && end && (
        <svg className={styles.line} aria-hidden="true">
          <line x1={place.anchor[0]} y1={place.anchor[1]} x2={end[0]} y2={end[1]} />
        </svg>
      )}
      <div
        ref={card}
        className={styles.card}
        role="tooltip"
        style={place ? { left: place.card.left, top: place.card.top } : HIDDEN}
      >
        <strong>{area.name}</strong>
        <dl>
          {area.tooltip.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

/** Until it is known how large the card is. */
const HIDDEN = { left: 0, top: 0, visibility: 'hidden' } as const
