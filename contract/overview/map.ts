// The map of a big screen: the areas right below a province or a city as shapes, projected once.
import { z } from 'zod'
import { AreaId } from '../core/fields.ts'

/** Of shapes that no authority has examined. */
export const SKETCH_NOTICE = '示意图'

export const MapQuery = z.object({ areaId: AreaId })

export const AreaShape = z.object({
  id: z.string(),
  /** Where its name is written: inside its largest part, far from the border. */
  x: z.number(),
  y: z.number(),
  /** `M` and `l` with whole numbers, `z` at the end of each ring; holes count by the even-odd rule. */
  path: z.string(),
})
export type AreaShape = z.infer<typeof AreaShape>

/** Every coordinate lies within 0…width and 0…height, with y downwards. */
export const AreaShapes = z.object({ width: z.number(), height: z.number(), areas: z.array(AreaShape) })
export type AreaShapes = z.infer<typeof AreaShapes>

export const AreaMap = z.object({
  /** Null where there are no shapes of this level. */
  map: AreaShapes.nullable(),
  /** The approval number of the shapes, or that they are a sketch. */
  notice: z.string(),
})
export type AreaMap = z.infer<typeof AreaMap>

export type Point = readonly [x: number, y: number]
/** The last point is the first one again; it is left out. */
export type Ring = readonly Point[]

export function pathOf(rings: readonly Ring[]): string {
  return rings.map(pathOfRing).join('')
}

function pathOfRing([first, ...others]: Ring): string {
  if (!first) return ''
  let [x, y] = first
  let steps = ''
  for (const [nextX, nextY] of others) {
    steps += stepOf(nextX - x, steps !== '') + stepOf(nextY - y, true)
    x = nextX
    y = nextY
  }
  return `M${first[0]} ${first[1]}l${steps}z`
}

/** A minus parts two numbers as well as a space does. */
const stepOf = (step: number, follows: boolean): string => (follows && step >= 0 ? ` ${step}` : `${step}`)

/** What `pathOf` has written; a path of another form has no rings. */
export function ringsOf(path: string): Ring[] {
  return [...path.matchAll(/M(\d+) (\d+)l([^z]*)z/g)].map(([, left = '', top = '', steps = '']) => {
    let x = Number(left)
    let y = Number(top)
    const ring: Point[] = [[x, y]]
    const numbers = (steps.match(/-?\d+/g) ?? []).map(Number)
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      x += numbers[at] ?? 0
      y += numbers[at + 1] ?? 0
      ring.push([x, y])
    }
    return ring
  })
}
