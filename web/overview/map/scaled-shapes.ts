import { type AreaShapes, type Point, type Ring, ringsOf } from '#contract/overview/map.ts'
import type { LabelSize } from './label-size.ts'

export type ScaledShape = { id: string; anchor: Point; rings: Ring[] }
export type ScaledMap = { left: number; top: number; width: number; height: number; shapes: ScaledShape[] }

/** The map as large as a box allows, in its middle. */
export function scaleShapes(map: AreaShapes, box: LabelSize, margin: number): ScaledMap {
  const scale = Math.max(
    0.001,
    Math.min((box.width - 2 * margin) / map.width, (box.height - 2 * margin) / map.height),
  )
  const width = map.width * scale
  const height = map.height * scale
  const left = (box.width - width) / 2
  const top = (box.height - height) / 2
  const toBox = ([x, y]: Point): Point => [left + x * scale, top + y * scale]
  const shapes = map.areas.map(({ id, x, y, path }) => ({
    id,
    anchor: toBox([x, y]),
    rings: ringsOf(path).map((ring) => ring.map(toBox)),
  }))
  return { left, top, width, height, shapes }
}
