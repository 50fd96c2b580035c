// Why a screening has its level, in words.
import { type Eyes, highest, largestCylinder, lowest } from '../eyesight/judgement/eyes.ts'
import type { LevelCause, LevelCauses } from '../eyesight/judgement/level-causes.ts'
import { extremeEye, namedEyes, textOf } from './eye-words.ts'

const lowestSe = (eyes: Eyes): string => extremeEye('se', eyes, lowest(eyes, 'se') ?? 0)
const highestSe = (eyes: Eyes): string => extremeEye('se', eyes, highest(eyes, 'se') ?? 0)
const cylinder = (eyes: Eyes): string => extremeEye('cylinder', eyes, -largestCylinder(eyes))

const CAUSE_WORDS: Record<LevelCause, (eyes: Eyes) => string> = {
  highMyopia: (eyes) => `${lowestSe(eyes)} 低于 −6.00`,
  highHyperopia: (eyes) => `${highestSe(eyes)} 高于 +6.00`,
  highCylinder: (eyes) => `${cylinder(eyes)} 超过 4.00`,
  anisometropia: (eyes) => `屈光参差（${namedEyes(['sphere', 'cylinder'], eyes)}）`,
  largeCylinder: (eyes) => `未戴镜，${cylinder(eyes)} 超过 2.00`,
  uncorrected: (eyes) => `近视未矫正（${namedEyes(['se'], eyes)}）`,
  underCorrected: (eyes) => `近视欠矫正（${namedEyes(['corrected'], eyes)}）`,
  refractiveError: (eyes) => `屈光不正（${namedEyes(['se', 'cylinder'], eyes)}）`,
  referral: (eyes) => `建议就诊（${namedEyes(['se', 'cylinder'], eyes)}）`,
  myopicSe: lowestSe,
  cylinder,
  hyperopicSe: highestSe,
}

/** 右眼戴镜视力 4.4 低于 4.5; low vision is a referral too and need not be named twice. */
export function levelWords({ below, corrected, causes, eyes }: LevelCauses): string {
  const quantity = corrected ? 'corrected' : 'naked'
  const vision =
    below === null
      ? []
      : [`${extremeEye(quantity, eyes, lowest(eyes, quantity) ?? 0)} 低于 ${textOf(quantity, below)}`]
  const others = causes.filter((cause) => cause !== 'referral' || (below === null && causes.length === 1))
  return [...vision, ...others.map((cause) => CAUSE_WORDS[cause](eyes))].join('，')
}
