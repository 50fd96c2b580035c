// An area on one screen, and its places one below the other (总览 and 省总览 of /overviewThree).
import { z } from 'zod'
import { AreaRates, MyopiaView } from './myopia.ts'
import { AreaDone, ProgressView } from './progress.ts'
import { WallRate } from './wall.ts'
import { Warned } from './warned.ts'

export const AreaSummary = AreaDone.extend({
  ...AreaRates.omit({ unit: true, valid: true }).shape,
  referral: WallRate,
  visited30: WallRate,
  visited90: WallRate,
  /** Children with a warning that counts; null where too few count. */
  warned: z.number().nullable(),
})
export type AreaSummary = z.infer<typeof AreaSummary>

const { total, range, perDay, forecast, workdaysLeft, neededPerDay, tasks } = ProgressView.shape
const { all, male, female, comparison, status, poor, high, referral, breaks } = MyopiaView.shape

export const SummaryView = z.object({
  ...{ total, range, perDay, forecast, workdaysLeft, neededPerDay, tasks },
  ...{ all, male, female, comparison, status, poor, high, referral, breaks },
  visited30: WallRate,
  visited90: WallRate,
  warned: Warned,
  areas: z.array(AreaSummary),
})
export type SummaryView = z.infer<typeof SummaryView>
