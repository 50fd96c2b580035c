// The judgement in codes and in words.

import { EyeSituation } from '../../core/codes.ts'
import type { CodeOf } from '../../core/enums.ts'
import { SIDE_NAMES, SIDES, type StoredReading } from '../reading.ts'
import { RecordState } from '../record-schemas.ts'
import { ADVICE } from './advice-texts.ts'
import { type Degree, isKindergarten, type Judgement, type Subject } from './judgement.ts'

type Stage = Subject['stage']
type Flags = Pick<StoredReading, 'unableRight' | 'unableLeft' | 'uncooperative'>

const DEGREE_NAMES: Record<Degree, string> = { 0: '', 1: '低度', 2: '中度', 3: '高度' }
const POOR_NAMES: Record<Degree, string> = { 0: '', 1: '轻度', 2: '中度', 3: '重度' }

/** Findings without the risks. */
const isAbnormal = (found: Judgement): boolean =>
  found.poorVision ||
  found.myopia ||
  found.hyperopia ||
  found.astigmatism ||
  found.anisometropia ||
  found.refractiveError

/** Eye situations of spec §3, of which several can apply; normal excludes the others and requires measured vision. */
export function eyeSituations(judgement: Judgement): CodeOf<typeof EyeSituation>[] {
  if (judgement.state !== RecordState.code.valid) return []
  const { normal, myopia, hyperopia, astigmatism } = EyeSituation.code
  if (!isAbnormal(judgement)) return judgement.category === null ? [] : [normal]
  return [
    ...(judgement.myopia ? [myopia] : []),
    ...(judgement.hyperopia ? [hyperopia] : []),
    ...(judgement.astigmatism ? [astigmatism] : []),
  ]
}

/** In a few words, for a grid. With `flags` a record without conclusion says why. */
export function conclusionText(judgement: Judgement, stage: Stage, flags?: Flags): string {
  if (judgement.state === RecordState.code.notScreened)
    return flags?.uncooperative ? '未筛查（不配合）' : '未筛查'
  if (judgement.state === RecordState.code.invalid) return invalidText(judgement, flags)
  const risks = riskWords(judgement)
  if (isAbnormal(judgement)) return [...abnormalWords(judgement, stage), ...risks].join('、')
  const words = judgement.category === null ? risks : [unremarkableWord(judgement), ...risks]
  return words.length > 0 ? words.join('、') : '未测视力'
}

/** Under four years vision that is not poor by the own age can still be low enough for a referral. */
const unremarkableWord = ({ category }: Judgement): string =>
  category === 'poorVision' ? '视力偏低' : '视力正常'

/** Myopia says more than the poor vision that comes with it. */
function visionWord(found: Judgement, stage: Stage): string {
  if (found.orthoK) return `${DEGREE_NAMES[found.myopiaDegree]}近视（角膜塑形镜）`
  if (found.myopia) return `${DEGREE_NAMES[found.myopiaDegree]}近视`
  return poorVisionWord(found, stage)
}

function poorVisionWord(found: Judgement, stage: Stage): string {
  if (!found.poorVision) return ''
  return isKindergarten({ stage }) ? '视力低常' : `${POOR_NAMES[found.poorDegree]}视力不良`
}

const abnormalWords = (found: Judgement, stage: Stage): string[] =>
  [
    visionWord(found, stage),
    // Counted by a setting of the plan, so it is said.
    found.orthoK ? poorVisionWord(found, stage) : '',
    found.hyperopia ? `${DEGREE_NAMES[found.hyperopiaDegree]}远视` : '',
    // Nearly every other pupil has a low one: the degree is said where it matters.
    found.astigmatism
      ? `${found.astigmatismDegree > 1 ? DEGREE_NAMES[found.astigmatismDegree] : ''}散光`
      : '',
    found.anisometropia ? '屈光参差' : '',
    found.refractiveError ? '屈光不正' : '',
  ].filter((word) => word !== '')

/** One risk at most: together with myopia or hyperopia it would confuse. */
function riskWords(found: Judgement): string[] {
  if (found.myopia) return []
  if (found.reserveShort) return ['远视储备不足']
  if (found.preMyopia) return found.hyperopia ? [] : ['近视前期']
  return found.highRisk ? ['可能存在近视高危因素'] : []
}

function invalidText({ missing }: Judgement, flags?: Flags): string {
  const reason = flags ? flagText(flags) : ''
  if (reason !== '') return `数据无效：${reason}`
  return missing.length > 0 ? `数据不完整：缺${foldSides(missing).join('、')}` : '数据无效'
}

function flagText(flags: Flags): string {
  const unable = SIDES.filter((side) => flags[`unable${side}`]).map((side) => SIDE_NAMES[side])
  const eyes = unable.length === 0 ? '' : `${unable.length === 2 ? '双' : unable[0]}眼无法检查`
  return [eyes, flags.uncooperative ? '不配合' : ''].filter((text) => text !== '').join('，')
}

/** 裸眼视力（右）, 裸眼视力（左） → 裸眼视力（双眼）. */
function foldSides(names: readonly string[]): string[] {
  const right = `（${SIDE_NAMES.Right}）`
  const left = `（${SIDE_NAMES.Left}）`
  return names.flatMap((name, index) => {
    if (name.endsWith(right) && names[index + 1] === name.replace(right, left))
      return [name.replace(right, '（双眼）')]
    return name.endsWith(left) && names[index - 1] === name.replace(left, right) ? [] : [name]
  })
}

/** The advice for parents; an incomplete record says what is missing. Null where there is nothing to advise. */
export function adviceText(judgement: Judgement, flags?: Flags): string | null {
  if (judgement.category === null) return null
  const reason = judgement.category === 'incomplete' ? adviceReason(judgement, flags) : ''
  const text: string = ADVICE[judgement.category].text
  return reason === '' ? text : text.replace('未完成', `未完成（原因：${reason}）`)
}

function adviceReason({ missing }: Judgement, flags?: Flags): string {
  const flagged = flags ? flagText(flags) : ''
  if (flagged !== '' || missing.length === 0) return flagged
  return `缺${foldSides(missing).join('、')}`
}
