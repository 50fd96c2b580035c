// Which advice parents get, by finding.
import { CorrectionState } from '../record-schemas.ts'
import type { AdviceCategory } from './advice-texts.ts'
import type { Findings } from './judgement.ts'

/** The first that applies. A student with glasses gets the advice about glasses, whatever they are worn for. */
export function adviceCategory(
  found: Omit<Findings, 'category'>,
  { visionMeasured, largeRefraction }: { visionMeasured: boolean; largeRefraction: boolean },
): AdviceCategory | null {
  if (found.orthoK) return 'orthoK'
  if (found.myopiaDegree === 3) return 'highMyopia'
  if (found.correction === CorrectionState.code.full) return 'fullyCorrected'
  if (found.correction === CorrectionState.code.under) return 'underCorrected'
  if (found.myopia) return 'myopia'
  if (largeRefraction) return 'refractive'
  if (!visionMeasured) return null
  if (found.poorVision) return 'poorVision'
  if (found.reserveShort) return 'reserveShort'
  // A hyperopic student gets no advice about myopia, although the band before myopia reaches that far.
  return (found.preMyopia && !found.hyperopia) || found.highRisk ? 'risk' : 'normal'
}
