import { type KeyboardEvent, useId, useMemo } from 'react'
import type { AreaShapes } from '#contract/overview/map.ts'
import styles from './area-drawing.module.css'
import type { Size } from './boxes.ts'
import { AreaLabel } from './labels/area-label.tsx'
import { type LabelledShape, placeLabels } from './labels/label-layout.ts'
import { labelSize, labelType } from './labels/label-size.ts'
import { fillOf, type MapArea, type MapLegendTexts, type MapRamp, spokenArea } from './map-area.ts'
import { scaleShapes } from './scaled-shapes.ts'

type Props = {
  map: AreaShapes
  /** Those that have a shape, in the order of their rank. */
  areas: readonly MapArea[]
  ramp: MapRamp
  legend: MapLegendTexts
  size: Size
  /** Of the wall's unit, in pixels. */
  unit: number
  /** In the upper left corner, where the legend stands. */
  corner: Size
  /** The one that is pointed at or has the focus. */
  activeId: string | null
  onPoint: (id: string | null) => void
  onFocus: (id: string | null) => void
  onOpen: (area: MapArea) => void
  onKeyDown: (event: KeyboardEvent, area: MapArea) => void
}

/** Room for the white outline of a shape at the edge. */
const MARGIN_UNITS = 4

export function AreaDrawing(props: Props) {
  const { map, areas, ramp, legend, unit, activeId } = props
  const { width, height } = props.size
  const { width: cornerWidth, height: cornerHeight } = props.corner
  const type = useMemo(() => labelType(unit), [unit])
  const scaled = useMemo(() => {
    const corner = { width: cornerWidth, height: cornerHeight }
    return scaleShapes(map, { width, height }, MARGIN_UNITS * unit, corner)
  }, [map, width, height, unit, cornerWidth, cornerHeight])
  const sizes = useMemo(
    () => new Map(areas.map((area) => [area.id, paddedSize(area, type)] as const)),
    [areas, type],
  )
  // Labels stay where they are while figures change, as long as they take the same room.
  const sizesText = JSON.stringify([...sizes])
  const places = useMemo(() => {
    const sizeOf = new Map(JSON.parse(sizesText) as [string, LabelledShape['size']][])
    const labelled = scaled.shapes.flatMap((shape) => {
      const size = sizeOf.get(shape.id)
      return size ? [{ ...shape, size }] : []
    })
    const corner = { left: 0, top: 0, right: cornerWidth, bottom: cornerHeight }
    return placeLabels(labelled, { width, height }, [corner])
  }, [scaled, sizesText, width, height, cornerWidth, cornerHeight])
  const hatch = useId()
  const paths = new Map(map.areas.map(({ id, path }) => [id, path]))
  const known = new Set(areas.map(({ id }) => id))
  const activePath = activeId === null ? undefined : paths.get(activeId)
  const { left, top, width: drawnWidth, height: drawnHeight } = scaled
  return (
    <>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: each part has its name; a title would come up under the pointer */}
      <svg
        className={styles.shapes}
        style={{ left, top, width: drawnWidth, height: drawnHeight }}
        viewBox={`0 0 ${map.width} ${map.height}`}
      >
        <HatchPattern id={hatch} size={10 * unit * (map.width / drawnWidth)} />
        {map.areas
          .filter(({ id }) => !known.has(id))
          .map(({ id, path }) => (
            <path key={id} d={path} className={styles.unknown} />
          ))}
        {areas.map((area) => (
          // A path cannot be a button element; it is one for keyboard and screen reader.
          // biome-ignore lint/a11y/useSemanticElements: there is no button inside of a drawing
          <g
            key={area.id}
            role="button"
            tabIndex={0}
            data-area={area.id}
            className={area.opens ? styles.opening : styles.closed}
            aria-label={spokenArea(area, legend)}
            aria-disabled={!area.opens}
            onPointerEnter={() => props.onPoint(area.id)}
            onPointerLeave={() => props.onPoint(null)}
            onFocus={() => props.onFocus(area.id)}
            onBlur={() => props.onFocus(null)}
            onClick={() => props.onOpen(area)}
            onKeyDown={(event) => props.onKeyDown(event, area)}
          >
            <path
              d={paths.get(area.id)}
              fill={area.step === null ? `url(#${hatch})` : fillOf(ramp, area.step)}
            />
          </g>
        ))}
        {activePath && <path d={activePath} className={styles.outline} />}
      </svg>
      <svg className={styles.labels} aria-hidden="true">
        {[...places].map(
          ([id, { leader }]) =>
            leader && (
              <g key={id} className={styles.leader}>
                <line x1={leader[0][0]} y1={leader[0][1]} x2={leader[1][0]} y2={leader[1][1]} />
                <circle cx={leader[0][0]} cy={leader[0][1]} r={type.dot / 2} />
              </g>
            ),
        )}
        {areas.map((area) => {
          const place = places.get(area.id)
          const size = sizes.get(area.id)
          return (
            place &&
            size && (
              // The pointer alone comes here; keys reach the shape.
              // biome-ignore lint/a11y/noStaticElementInteractions: a label is no second button
              <g
                key={area.id}
                data-label={area.id}
                className={area.opens ? styles.opening : styles.closed}
                onPointerEnter={() => props.onPoint(area.id)}
                onPointerLeave={() => props.onPoint(null)}
                onClick={() => props.onOpen(area)}
              >
                <AreaLabel area={area} ramp={ramp} place={place} size={size} type={type} />
              </g>
            )
          )
        })}
      </svg>
    </>
  )
}

/** What stands on a plate needs room around it. */
function paddedSize(area: MapArea, type: ReturnType<typeof labelType>) {
  const { width, height } = labelSize(area, type)
  const pad = area.step === null || area.note !== null ? 2 * type.dot : type.dot / 2
  return { width: width + 2 * pad, height: height + pad }
}

function HatchPattern({ id, size }: { id: string; size: number }) {
  return (
    <pattern
      id={id}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
      className={styles.hatch}
    >
      <rect width={size} height={size} />
      <line x1={size / 4} y1={0} x2={size / 4} y2={size} strokeWidth={size / 2} />
    </pattern>
  )
}
