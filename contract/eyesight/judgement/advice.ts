// Which advice parents get, by finding.
import { CorrectionState } from '../record-schemas.ts'
import type { AdviceCategory } from './advice-texts.ts'
import type { ReferralFinding } from './judge-referral.ts'
import type { Findings } from './judgement.ts'

type Found = Omit<Findings, 'category'>
type Circumstances = { visionMeasured: boolean; largeRefraction: boolean; referral: ReferralFinding }
const { under, full } = CorrectionState.code

/** The first that applies. A student with glasses gets the advice about glasses, whatever they are worn for. */
export function adviceCategory(found: Found, circumstances: Circumstances): AdviceCategory | null {
  return circumstances.referral.cause === null
    ? adviceToStay(found, circumstances)
    : adviceToGo(found, circumstances)
}

function adviceToGo(found: Found, { largeRefraction, referral }: Circumstances): AdviceCategory {
  if (found.myopiaDegree === 3) return 'highMyopia'
  if (found.correction === under || referral.cause === 'weakGlasses') return 'underCorrected'
  if (found.myopia) return 'myopia'
  return largeRefraction ? 'refractive' : 'poorVision'
}

function adviceToStay(
  found: Found,
  { visionMeasured, largeRefraction, referral }: Circumstances,
): AdviceCategory | null {
  if (found.myopiaDegree === 3) return 'highMyopiaRecheck'
  if (found.correction === full || (largeRefraction && referral.glassesSuffice)) return 'fullyCorrected'
  if (found.correction === under) return 'underCorrectedRecheck'
  if (found.myopia) return 'myopiaRecheck'
  if (!visionMeasured) return null
  if (found.poorVision) return 'poorVisionRecheck'
  if (found.reserveShort) return 'reserveShort'
  // A hyperopic student gets no advice about myopia, although the band before myopia reaches that far.
  return (found.preMyopia && !found.hyperopia) || found.highRisk ? 'risk' : 'normal'
}
