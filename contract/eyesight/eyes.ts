// Both eyes as the rules see them: vision in tenths, sphere and cylinder in hundredths, SE in thousandths of a dioptre.
import { SIDES, type StoredReading } from './reading.ts'

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

export function eyesOf(reading: StoredReading): Eyes {
  const [right, left] = SIDES.map((side): Eye => {
    const sphere = reading[`sphere${side}`]
    const cylinder = reading[`cylinder${side}`]
    return {
      naked: reading[`naked${side}`],
      corrected: reading[`corrected${side}`],
      sphere,
      cylinder,
      orthoK: reading[`orthoK${side}`],
      se: sphericalEquivalent(sphere, cylinder),
    }
  }) as [Eye, Eye]
  return [right, left]
}

/** The values of both eyes that were measured. */
export const measured = (eyes: Eyes, key: keyof Eye): number[] => eyes.flatMap((eye) => eye[key] ?? [])

export function lowest(eyes: Eyes, key: keyof Eye): number | null {
  const values = measured(eyes, key)
  return values.length === 0 ? null : Math.min(...values)
}

export function highest(eyes: Eyes, key: keyof Eye): number | null {
  const values = measured(eyes, key)
  return values.length === 0 ? null : Math.max(...values)
}

/** The larger cylinder, without its sign. */
export const largestCylinder = (eyes: Eyes): number =>
  Math.max(0, ...measured(eyes, 'cylinder').map(Math.abs))

/** How far the eyes are apart; null unless both were measured. */
export function apart(eyes: Eyes, key: keyof Eye): number | null {
  const [right, left] = eyes
  const a = right[key]
  const b = left[key]
  return a === null || b === null ? null : Math.abs(a - b)
}
