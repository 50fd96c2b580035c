// Screening: plans, tasks, records, live figures.
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { figureHandlers } from './figures/figure-handlers.ts'
import { planHandlers } from './plans/plan-handlers.ts'
import { recordHandlers } from './records/record-handlers.ts'
import { taskHandlers } from './tasks/task-handlers.ts'

export const eyesightRoutes = implement(eyesightEndpoints, {
  ...planHandlers,
  ...taskHandlers,
  ...recordHandlers,
  ...figureHandlers,
})
