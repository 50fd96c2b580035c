// Letters to the families of an area, and what they did (家长端 of /overviewThree).
import { z } from 'zod'
import { AreaFollowUp } from './students.ts'
import { WallRate } from './wall.ts'

const Letters = z.object({
  /** Result letters that were printed and not withdrawn, for whatever result. */
  letters: z.number(),
  /** Of those. */
  opened: WallRate,
  acknowledged: WallRate,
})
const { valid, referral, visited, visited30, visited90 } = AreaFollowUp.shape
const Families = Letters.extend({ valid, referral, visited, visited30, visited90 })

/** An area below, or a school. */
export const AreaFamilies = Families.extend({ unit: AreaFollowUp.shape.unit })
export type AreaFamilies = z.infer<typeof AreaFamilies>

export const ParentsView = Families.extend({ areas: z.array(AreaFamilies) })
export type ParentsView = z.infer<typeof ParentsView>
