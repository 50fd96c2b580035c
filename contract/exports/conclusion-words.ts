// What was found, said apart for vision and for refraction as the result sheet has it.

import { type Degree, isKindergarten, type Judgement } from '../eyesight/judgement/judgement.ts'
import { RecordState } from '../eyesight/record-schemas.ts'
import type { ScreeningRow } from './screening-row.ts'

const DEGREES: Record<Degree, string> = { 0: '', 1: '低度', 2: '中度', 3: '高度' }
const POOR: Record<Degree, string> = { 0: '', 1: '轻度', 2: '中度', 3: '重度' }

type Concluded = Pick<ScreeningRow, 'fields' | 'judgement' | 'stage'>

/** Empty where the record is not valid or naked vision was not measured. */
export function visionConclusion({ fields, judgement, stage }: Concluded): string | null {
  if (judgement.state !== RecordState.code.valid) return null
  if (judgement.poorVision)
    return isKindergarten({ stage }) ? '视力低常' : `${POOR[judgement.poorDegree]}视力不良`
  return fields.nakedRight === null && fields.nakedLeft === null ? null : '正常'
}

/** Empty where the record is not valid or there is neither refraction nor an ortho-K lens. */
export function refractionConclusion({ judgement }: Concluded): string | null {
  if (judgement.state !== RecordState.code.valid) return null
  const words = refractionWords(judgement)
  if (words.length > 0) return words.join('、')
  return judgement.seRight === null && judgement.seLeft === null ? null : '正常'
}

function refractionWords(found: Judgement): string[] {
  const words = [
    found.myopia && `${DEGREES[found.myopiaDegree]}近视${found.orthoK ? '（角膜塑形镜）' : ''}`,
    found.reserveShort && !found.myopia && '远视储备不足',
    found.preMyopia && !found.hyperopia && !found.reserveShort && '近视前期',
    found.hyperopia && `${DEGREES[found.hyperopiaDegree]}远视`,
    found.astigmatism && `${DEGREES[found.astigmatismDegree]}散光`,
    found.anisometropia && '屈光参差',
    found.refractiveError && '屈光不正',
  ]
  return words.filter((word) => word !== false)
}
