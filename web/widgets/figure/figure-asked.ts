import type { InputOf } from '#contract/core/endpoint.ts'
import type { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'

/** Which number: of which plan and place, a counter or one of the rates. */
export type FigureAsked = UnitKey & {
  planId: number
  stage?: number
  counter?: CounterName
  indicator?: number
}
export type ExplainInput = InputOf<typeof eyesightEndpoints.explainFigure>
