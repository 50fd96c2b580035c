// Screening: plans, tasks, records, live figures.
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { figureHandlers } from './figure-handlers.ts'
import { planHandlers } from './plan-handlers.ts'
import { recordHandlers } from './record-handlers.ts'
import { taskHandlers } from './task-handlers.ts'

export const eyesightRoutes = implement(eyesightEndpoints, {
  ...planHandlers,
  ...taskHandlers,
  ...recordHandlers,
  ...figureHandlers,
})
