import type { VisitFormInput } from '#contract/visits/visit-schemas.ts'

/** As the form holds it; fields are named as the server names their faults. */
export type VisitValues = { visit: Omit<VisitFormInput, 'clientKey'> }

export const visitInput = ({ visit }: VisitValues, clientKey: string): VisitFormInput => ({
  ...visit,
  clientKey,
})
