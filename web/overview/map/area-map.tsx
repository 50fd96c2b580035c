import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { AreaShapes } from '#contract/overview/map.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { AreaDrawing } from './area-drawing.tsx'
import styles from './area-map.module.css'
import { AreaTiles } from './area-tiles.tsx'
import { AreaTooltip } from './area-tooltip.tsx'
import type { Size } from './boxes.ts'
import { inOrderOfRank, type MapArea, type MapLegendTexts, type MapRamp } from './map-area.ts'
import { MapLegend } from './map-legend.tsx'
import { useSize } from './use-size.ts'

export type { MapArea } from './map-area.ts'

type Props = {
  /** The area whose parts are shown. */
  areaId: string
  areas: readonly MapArea[]
  ramp: MapRamp
  legend: MapLegendTexts
  onOpen: (id: string) => void
}

/** The parts of an area on its map; those without a shape, and a level without a map, as tiles of the same colours. */
export function AreaMap({ areaId, areas, ramp, legend, onOpen }: Props) {
  const enabled = AREA_CODE.test(areaId)
  const { data, isError, isPlaceholderData } = useCall(
    overviewEndpoints.overviewMap,
    { areaId },
    { background: true, lasting: true, enabled },
  )
  const corner = useRef<HTMLDivElement>(null)
  const cornerSize = useSize(corner, NO_SIZE)
  // The shapes of the place that was left are not drawn with the figures of the next one.
  const answer = enabled && !isPlaceholderData ? data : undefined
  const isRead = answer !== undefined || isError || !enabled
  const map = answer?.map ?? null
  const ranked = useMemo(() => inOrderOfRank(areas, ramp), [areas, ramp])
  const isColumn = ramp === 'rate'
  return (
    <section className={isColumn ? styles.withColumn : styles.withBand} aria-label={legend.title}>
      <div ref={corner} className={styles.legend}>
        <MapLegend ramp={ramp} texts={legend} />
      </div>
      <Stage
        key={areaId}
        map={map}
        areas={isRead ? ranked : NO_AREAS}
        ramp={ramp}
        legend={legend}
        corner={isColumn ? cornerSize : NO_SIZE}
        onOpen={onOpen}
      />
      {map && <p className={styles.notice}>{answer?.notice}</p>}
    </section>
  )
}

/** Towns and zones have other codes, and no map. */
const AREA_CODE = /^\d{6}$/
const NO_AREAS: readonly MapArea[] = []
const NO_SIZE: Size = { width: 0, height: 0 }
/** Where nothing is ever laid out. */
const USUAL_SIZE: Size = { width: 900, height: 600 }
/** The probe is so many units wide: a unit is known to a hundredth of a pixel. */
const PROBE_UNITS = 100

type StageProps = Omit<Props, 'areaId'> & { map: AreaShapes | null; corner: Size }

function Stage({ map, areas, ramp, legend, corner, onOpen }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const size = useSize(canvas, USUAL_SIZE)
  const unit = useSize(probe, { width: PROBE_UNITS, height: 1 }).width / PROBE_UNITS
  const [pointed, setPointed] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const drawn = new Set(map?.areas.map(({ id }) => id))
  const onMap = areas.filter(({ id }) => drawn.has(id))
  const tiles = areas.filter(({ id }) => !drawn.has(id))
  const columns = map
    ? COLUMNS_BELOW
    : columnsFor(tiles.length, { width: size.width - corner.width, height: size.height }, unit)
  const activeId = pointed ?? focused
  const active = areas.find(({ id }) => id === activeId)
  const open = (area: MapArea) => {
    if (area.opens) onOpen(area.id)
  }
  const onKeyDown = (event: KeyboardEvent, area: MapArea) => {
    const step = stepOf(event.key, map ? 1 : columns)
    if (event.key === 'Escape') {
      setPointed(null)
      setFocused(null)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (!event.repeat) open(area)
    } else if (step !== null) {
      event.preventDefault()
      // What is pointed at by a resting pointer would hide what the keys reach.
      setPointed(null)
      moveFocus(stage.current, area.id, step)
    }
  }
  const handlers = { onPoint: setPointed, onFocus: setFocused, onOpen: open, onKeyDown }
  return (
    <div ref={stage} className={styles.stage}>
      <span ref={probe} className={styles.probe} aria-hidden="true" />
      <div ref={canvas} className={styles.canvas} style={map ? undefined : { paddingLeft: corner.width }}>
        {map && (
          <AreaDrawing
            map={map}
            areas={onMap}
            ramp={ramp}
            legend={legend}
            size={size}
            unit={unit}
            corner={corner}
            activeId={activeId}
            {...handlers}
          />
        )}
        {!map && tiles.length > 0 && (
          <AreaTiles
            areas={tiles}
            ramp={ramp}
            legend={legend}
            columns={columns}
            below={false}
            {...handlers}
          />
        )}
      </div>
      {map && tiles.length > 0 && (
        <AreaTiles areas={tiles} ramp={ramp} legend={legend} columns={columns} below {...handlers} />
      )}
      {active && active.tooltip.length > 0 && (
        <AreaTooltip key={active.id} area={active} stage={stage} corner={corner} unit={unit} />
      )}
    </div>
  )
}

const COLUMNS_BELOW = 6
/** Of a tile, its width to its height. */
const TILE_SHAPE = 1.7
const LEAST_TILE_UNITS = 96

/** As many to a row as make tiles of a good shape, none too narrow for its number. */
function columnsFor(count: number, { width, height }: Size, unit: number): number {
  const wanted = Math.ceil(Math.sqrt((count * width) / (height * TILE_SHAPE)))
  const most = Math.max(1, Math.floor(width / (LEAST_TILE_UNITS * unit)))
  return Math.min(Math.max(1, wanted), most)
}

/** How far an arrow leads in the order of rank; up and down by a row where there are rows. */
function stepOf(key: string, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }
  return steps[key] ?? null
}

function moveFocus(stage: HTMLElement | null, id: string, step: number): void {
  const buttons = [...(stage?.querySelectorAll<HTMLElement | SVGElement>('[data-area]') ?? [])]
  const at = buttons.findIndex((button) => button.getAttribute('data-area') === id)
  const next = at + step
  // By rows beyond the first or the last: the focus stays.
  if (Math.abs(step) !== Number.POSITIVE_INFINITY && (next < 0 || next >= buttons.length)) return
  buttons.at(step < 0 ? Math.max(0, next) : Math.min(buttons.length - 1, next))?.focus()
}
