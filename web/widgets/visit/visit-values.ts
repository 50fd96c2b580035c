import { REFUSALS } from '#contract/core/error-codes.ts'
import type { VisitFormInput } from '#contract/visits/visit-schemas.ts'

/** As the form holds it; fields are named as the server names their faults. */
export type VisitValues = { visit: Omit<VisitFormInput, 'clientKey'> }

export const visitInput = ({ visit }: VisitValues, clientKey: string): VisitFormInput => ({
  ...visit,
  clientKey,
})

/** It was sent before and withdrawn since: saving once more is meant as another visit. */
export const isWithdrawnBefore = ({ code }: { code: number }): boolean => code === REFUSALS.notInThisState
