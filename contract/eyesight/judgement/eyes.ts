// Both eyes as the rules see them: vision in tenths, sphere and cylinder in hundredths, SE in thousandths of a dioptre.
import type { StoredReading } from '../reading.ts'

export type Eye = {
  naked: number | null
  corrected: number | null
  sphere: number | null
  cylinder: number | null
  orthoK: number | null
  se: number | null
}
/** Right, left. */
export type Eyes = readonly [Eye, Eye]

/** SE = S + C/2, from hundredths to thousandths: -0.50/-0.25 is -625. */
export const sphericalEquivalent = (sphere: number | null, cylinder: number | null): number | null =>
  sphere === null || cylinder === null ? null : sphere * 10 + cylinder * 5

export const eyesOf = (reading: StoredReading): Eyes => [
  {
    naked: reading.nakedRight,
    corrected: reading.correctedRight,
    sphere: reading.sphereRight,
    cylinder: reading.cylinderRight,
    orthoK: reading.orthoKRight,
    se: sphericalEquivalent(reading.sphereRight, reading.cylinderRight),
  },
  {
    naked: reading.nakedLeft,
    corrected: reading.correctedLeft,
    sphere: reading.sphereLeft,
    cylinder: reading.cylinderLeft,
    orthoK: reading.orthoKLeft,
    se: sphericalEquivalent(reading.sphereLeft, reading.cylinderLeft),
  },
]

/** Of the eyes that were measured; null where none was. */
export function lowest([right, left]: Eyes, key: keyof Eye): number | null {
  const a = right[key]
  const b = left[key]
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

export function highest([right, left]: Eyes, key: keyof Eye): number | null {
  const a = right[key]
  const b = left[key]
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}

/** The larger cylinder, without its sign. */
export const largestCylinder = ([right, left]: Eyes): number =>
  Math.max(Math.abs(right.cylinder ?? 0), Math.abs(left.cylinder ?? 0))

/** How far the eyes are apart; null unless both were measured. */
export function apart(eyes: Eyes, key: keyof Eye): number | null {
  const [right, left] = eyes
  const a = right[key]
  const b = left[key]
  return a === null || b === null ? null : Math.abs(a - b)
}
