import { type AreaShapes, type Point, type Ring, ringsOf } from '#contract/overview/map.ts'
import type { Size } from './boxes.ts'

export type ScaledShape = { id: string; anchor: Point; rings: Ring[] }
export type ScaledMap = { left: number; top: number; width: number; height: number; shapes: ScaledShape[] }

/** The map as large as the box allows, beside what stands in its upper left corner only where it would lie below it. */
export function scaleShapes(map: AreaShapes, box: Size, margin: number, corner: Size): ScaledMap {
  const whole = scaleInto(map, 0, box, margin)
  const isCovered = ([x, y]: Point) => x < corner.width + margin && y < corner.height + margin
  const collides = whole.shapes.some(({ rings }) => rings.some((ring) => ring.some(isCovered)))
  if (!collides) return whole
  return scaleInto(map, corner.width, { width: box.width - corner.width, height: box.height }, margin)
}

function scaleInto(map: AreaShapes, from: number, box: Size, margin: number): ScaledMap {
  const fitting = Math.min((box.width - 2 * margin) / map.width, (box.height - 2 * margin) / map.height)
  const scale = Math.max(0.001, fitting)
  const width = map.width * scale
  const height = map.height * scale
  const left = from + (box.width - width) / 2
  const top = (box.height - height) / 2
  const toBox = ([x, y]: Point): Point => [left + x * scale, top + y * scale]
  const shapes = map.areas.map(({ id, x, y, path }) => ({
    id,
    anchor: toBox([x, y]),
    rings: ringsOf(path).map((ring) => ring.map(toBox)),
  }))
  return { left, top, width, height, shapes }
}
