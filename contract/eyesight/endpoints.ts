// Screening: plans, tasks, records, figures (spec §2 "/eyesight").
import { figureEndpoints } from './figures/figure-endpoints.ts'
import { planEndpoints } from './plan-endpoints.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { taskEndpoints } from './task-endpoints.ts'

export const eyesightEndpoints = {
  ...planEndpoints,
  ...taskEndpoints,
  ...recordEndpoints,
  ...figureEndpoints,
}
