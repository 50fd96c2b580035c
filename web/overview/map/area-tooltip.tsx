import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from '#contract/overview/map.ts'
import styles from './area-tooltip.module.css'
import type { Box, Segment, Size } from './boxes.ts'
import type { MapArea } from './map-area.ts'
import { lineTo, placeCard } from './tooltip-place.ts'

type Props = {
  area: MapArea
  stage: RefObject<HTMLElement | null>
  /** In the upper left corner, where the legend stands. */
  corner: Size
  unit: number
}
type Place = { card: Box; line: Segment }

/** Between an area and its card. */
const GAP_UNITS = 22

/** A card about the area, inside of the map's box, with a line from the area. */
export function AreaTooltip({ area, stage, corner, unit }: Props) {
  const card = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const { id } = area
  const { width, height } = corner
  useLayoutEffect(() => {
    const marked = stage.current?.querySelector(`[data-area="${CSS.escape(id)}"]`)
    if (stage.current && card.current && marked)
      setPlace(measurePlace(stage.current, card.current, marked, { width, height }, GAP_UNITS * unit))
  }, [id, stage, width, height, unit])
  return (
    <>
      {place && (
        <svg className={styles.line} aria-hidden="true">
          <line x1={place.line[0][0]} y1={place.line[0][1]} x2={place.line[1][0]} y2={place.line[1][1]} />
        </svg>
      )}
      <div
        ref={card}
        className={styles.card}
        role="tooltip"
        style={place ? { left: place.card.left, top: place.card.top } : UNPLACED}
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
const UNPLACED = { left: 0, top: 0, visibility: 'hidden' } as const

function measurePlace(
  stage: HTMLElement,
  card: HTMLElement,
  marked: Element,
  corner: Size,
  gap: number,
): Place {
  const origin = stage.getBoundingClientRect()
  const boxOf = (element: Element): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return {
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    }
  }
  const target = boxOf(marked)
  const labels = [...stage.querySelectorAll('[data-label]')]
  const own = labels.find((label) => label.getAttribute('data-label') === marked.getAttribute('data-area'))
  const legend = { left: 0, top: 0, right: corner.width, bottom: corner.height }
  const around = { own: own ? boxOf(own) : null, all: [legend, ...labels.map(boxOf)] }
  const size = { width: card.offsetWidth, height: card.offsetHeight }
  const frame = { width: stage.clientWidth, height: stage.clientHeight }
  const box = placeCard(target, around, size, frame, gap)
  const isTarget = fillTest(marked, origin)
  return { card: box, line: lineTo(target, box, isTarget) }
}

/** Whether a point of the stage lies in the shape of an area; of a tile, and before anything is laid out, none does. */
function fillTest(marked: Element, origin: DOMRect): (point: Point) => boolean {
  const path = marked.querySelector('path')
  const drawing = path?.ownerSVGElement
  const drawn = drawing?.getBoundingClientRect()
  if (!path || !drawing || !drawn || drawn.width === 0) return () => false
  const scale = drawing.viewBox.baseVal.width / drawn.width
  const point = drawing.createSVGPoint()
  return ([x, y]) => {
    point.x = (x + origin.left - drawn.left) * scale
    point.y = (y + origin.top - drawn.top) * scale
    return path.isPointInFill(point)
  }
}
