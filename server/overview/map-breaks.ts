// Steps of colour on a map of rates: round numbers around the plan before, the same as long as a plan runs.
import type { MapRate, MyopiaView } from '#contract/overview/myopia.ts'
import type { AreaLevel } from '../eyesight/figures/unit.ts'

/** Of the first plan there is: about those of the country. */
const USUAL: Record<MapRate, number> = { myopia: 50, poor: 50, high: 6 }
/** Cities differ less than districts, and these less than schools of one stage. */
const APART: Record<MapRate, Record<AreaLevel, number>> = {
  myopia: { province: 2, city: 5, region: 5 },
  poor: { province: 2, city: 5, region: 5 },
  high: { province: 1, city: 1, region: 2 },
}

export function breaksOf(level: AreaLevel, last: Record<MapRate, number | null>): MyopiaView['breaks'] {
  const of = (rate: MapRate): [number, number, number, number] => {
    const apart = APART[rate][level]
    const middle = Math.max(2 * apart, Math.floor((last[rate] ?? USUAL[rate]) / apart) * apart)
    return [middle - 2 * apart, middle - apart, middle, middle + apart]
  }
  return { myopia: of('myopia'), poor: of('poor'), high: of('high') }
}
