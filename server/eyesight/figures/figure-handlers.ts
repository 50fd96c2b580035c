import type { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import type { Implementation } from '../../core/http/implement.ts'
import { findIntake } from '../plans/intake.ts'
import { explainFigure } from './explain.ts'
import { findBreakdown, findPlanOverview } from './figure.ts'
import { saveBreakdown, saveIndicators } from './figure-file.ts'
import { findIndicators } from './figure-rates.ts'
import { listFigureStudents } from './figure-students.ts'

export const figureHandlers: Implementation<typeof figureEndpoints> = {
  breakdown: findBreakdown,
  planOverview: findPlanOverview,
  indicatorTable: findIndicators,
  saveBreakdown,
  saveIndicators,
  explainFigure,
  figureStudents: listFigureStudents,
  intake: findIntake,
}
