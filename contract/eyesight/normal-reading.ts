// One way of writing what can be written in two: every way into a record stores this one. It holds for values as people write
// them and for stored ones, since both are only added and negated.
import { READING_NUMBERS, SIDE_NAMES, SIDES, type Side } from './reading.ts'

type LensFields = { [S in Side as `${'sphere' | 'cylinder' | 'axis' | 'orthoK'}${S}`]?: number | null }

/** The same lens seen along its other axis. */
const turnedAxis = (axis: number): number => (axis <= 90 ? axis + 90 : axis - 90)

/** A positive cylinder is stored as the negative one of the same lens; a lens power of 0 is none. Says nothing where nothing was said. */
export function normalReading<F extends LensFields>(fields: F): F {
  const changed: LensFields = {}
  for (const side of SIDES) {
    const sphere = fields[`sphere${side}`]
    const cylinder = fields[`cylinder${side}`]
    const axis = fields[`axis${side}`]
    if (fields[`orthoK${side}`] === 0) changed[`orthoK${side}`] = null
    if (!isPlus(cylinder) || typeof sphere !== 'number') continue
    changed[`sphere${side}`] = sphere + cylinder
    changed[`cylinder${side}`] = -cylinder
    if (typeof axis === 'number') changed[`axis${side}`] = turnedAxis(axis)
  }
  return Object.keys(changed).length > 0 ? { ...fields, ...changed } : fields
}

const isPlus = (cylinder: number | null | undefined): cylinder is number =>
  typeof cylinder === 'number' && cylinder > 0

export type LensFault = { field: `cylinder${Side}`; message: string }

/** Why positive cylinders could not become negative ones; `scale` 100 where the values are stored ones. */
export const lensFaults = (normal: LensFields, scale: 1 | 100 = 1): LensFault[] =>
  SIDES.flatMap((side): LensFault[] => {
    const field = `cylinder${side}` as const
    const eye = `${SIDE_NAMES[side]}眼`
    if (isPlus(normal[field]))
      return [{ field, message: `${eye}为正柱镜，要与球镜、轴位一起填写才能换算为负柱镜` }]
    const { max } = READING_NUMBERS[`sphere${side}`]
    if ((normal[`sphere${side}`] ?? 0) <= max * scale) return []
    return [{ field, message: `${eye}正柱镜换算为负柱镜后，球镜超过 ${max}，请核对` }]
  })
