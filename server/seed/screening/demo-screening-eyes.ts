import { Glasses, SchoolStage, Sex } from '#contract/core/codes.ts'
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import { EMPTY_READING, type StoredReading } from '#contract/eyesight/reading.ts'
import {
  between,
  exponential,
  gammaQuantile,
  normal,
  normalQuantile,
  normalShare,
} from '../demo-distributions.ts'
import { type Random, randomOf } from '../demo-random.ts'

/** What stays with a child for life; shares and ranks run from nought to one. */
export type DemoEyes = {
  /** Myopic as soon as the share of myopes in the own grade has reached this: the lower, the earlier and the more. */
  rank: number
  worseIsRight: boolean
  /** By how much the other eye is better, in standard deviations. */
  apart: number
  /** Dioptres, worse eye first. */
  cylinders: readonly [number, number]
  axes: readonly [number, number]
  visionRank: number
  visionBent: number
  glassesRank: number
  lensRank: number
  correctedRank: number
}

/** Where a child stands when it is examined. */
export type Standing = {
  stage: number
  /** Years of schooling; a half in spring. Nought is the first year of kindergarten. */
  level: number
  sex: number
  /** Of the school and its district, and of the year: added to the share of myopes. */
  effect: number
  trend: number
}

const { kindergarten, primary, juniorHigh, vocationalHigh } = SchoolStage.code
/** 小班, 中班, 大班, 一年级 …, 高三, and the years after. */
const MYOPIC_SHARE = [
  0.02, 0.045, 0.1, 0.129, 0.215, 0.31, 0.405, 0.5, 0.596, 0.655, 0.716, 0.77, 0.792, 0.812, 0.832, 0.84,
  0.845, 0.85, 0.85,
]
/** Dioptres beyond the limit, on average of those who are myopic. */
const MYOPIC_MEAN = [
  0.9, 0.9, 0.95, 1.05, 1.3, 1.6, 1.9, 2.2, 2.5, 2.75, 3, 3.25, 3.45, 3.6, 3.75, 3.8, 3.85, 3.9, 3.9,
]
const GAMMA_LEAST = 0.125
/** Of the others. */
const PLAIN_MEAN = [0.75, 0.68, 0.6, 0.45, 0.38, 0.31, 0.24, 0.17, 0.1, 0]
const PLAIN_SPREAD = 0.45
const PLAIN_CUT = -0.44
const HYPEROPIC_SHARE = 0.02
/** Poor vision without myopia, from the first grade on. */
const PLAIN_POOR = [0.22, 0.18, 0.14, 0.13, 0.12, 0.12, 0.13, 0.13, 0.14]
const GIRLS = 0.47
const VOCATIONAL_LESS = 0.15
/** How far a measurement is off. */
const SE_NOISE = { myopic: 0.15, plain: 0.085 }
/** By how much the limit differs from day to day: who stands at it may be back before it half a year later. */
const LIMIT_NOISE = 0.035

const at = (table: readonly number[], level: number): number => {
  const low = Math.min(Math.floor(level), table.length - 1)
  const a = table[low] ?? 0
  return a + ((table[low + 1] ?? a) - a) * (level - Math.floor(level))
}

/** One of many draws: in a few thousand children girls and boys differ by chance as much as by rule, in this one little. */
const FOR_LIFE = 1_000_064

export function demoEyesOf(studentId: number): DemoEyes {
  const random = randomOf(studentId, FOR_LIFE)
  return {
    rank: random.unit(),
    worseIsRight: random.chance(0.5),
    apart: Math.abs(normal(random)),
    cylinders: [-exponential(random, 0.42), -exponential(random, 0.42)],
    axes: [axisOf(random), axisOf(random)],
    visionRank: random.unit(),
    visionBent: normal(random),
    glassesRank: random.unit(),
    lensRank: random.unit(),
    correctedRank: random.unit(),
  }
}

function axisOf(random: Random): number {
  const kind = random.unit()
  if (kind >= 0.92) return 1 + random.int(180)
  const off = random.int(41) - 20
  if (kind >= 0.8) return 90 + off
  return off > 0 ? off : 180 + off
}

/** Girls are ahead of the mean from the third grade on. */
const GIRLS_AHEAD = { primary: 0.021, junior: 0.032, senior: 0.028 }
const girlsAhead = (level: number): number => {
  if (level < 5) return 0
  if (level < 9) return GIRLS_AHEAD.primary
  return level < 12 ? GIRLS_AHEAD.junior : GIRLS_AHEAD.senior
}

function myopicShare({ stage, level, sex, effect, trend }: Standing): number {
  const base = at(MYOPIC_SHARE, level) + trend - (stage === vocationalHigh ? VOCATIONAL_LESS : 0)
  const ahead = girlsAhead(level)
  const bySex = base + (sex === Sex.code.female ? ahead : (-ahead * GIRLS) / (1 - GIRLS))
  const share = bySex + effect * 4 * bySex * (1 - bySex)
  return Math.min(0.97, Math.max(0.005, share))
}

/** What is measured, as stored; the same child on the same occasion gives the same. */
export function readingOf(eyes: DemoEyes, standing: Standing, random: Random): StoredReading {
  const share = myopicShare(standing)
  const myopic = eyes.rank < share + LIMIT_NOISE * 4 * share * (1 - share) * normal(random)
  const severity = Math.max(0, 1 - eyes.rank / share)
  const worse = myopic
    ? myopicSe(standing, severity)
    : plainSe(standing, Math.max(0, eyes.rank - share) / (1 - share))
  const noise = myopic ? SE_NOISE.myopic : SE_NOISE.plain
  const spread = myopic ? 0.5 : 0.2
  const ses = [worse, worse + eyes.apart * spread].map((se) => se + noise * normal(random))
  const pair = ses.map((se, index) => {
    const cylinder = quarter(eyes.cylinders[index] ?? 0)
    return { sphere: sphereFor(se, cylinder, myopic ? (index === 0 ? 'past' : 'any') : 'short'), cylinder }
  }) as [Refraction, Refraction]
  const naked = nakedOf(eyes, standing, { myopic, pair, random })
  const glasses = glassesOf(eyes, standing, { severity, hyperopic: worse >= 2 })
  const reading = compose(eyes, { glasses, pair, naked, random })
  return normalReading(glasses === Glasses.code.orthoK ? throughOrthoK(reading, eyes) : reading)
}

/** The further past the own limit, the longer and the more: at each age the spread is that of the age. */
const myopicSe = ({ level, stage }: Standing, severity: number): number => {
  const mean = at(MYOPIC_MEAN, level) * (stage === vocationalHigh ? 0.85 : 1)
  return -0.5 - Math.max(GAMMA_LEAST, mean * gammaQuantile(severity))
}

/** Who is about to become myopic stands just before the limit, who is far from it may be hyperopic. */
function plainSe({ level }: Standing, rank: number): number {
  const beyond = (rank - (1 - HYPEROPIC_SHARE)) / HYPEROPIC_SHARE
  if (beyond > 0) return 2 + Math.min(4, -0.8 * Math.log(1 - Math.min(beyond, 0.999)))
  const mean = at(PLAIN_MEAN, level)
  const cut = normalShare((PLAIN_CUT - mean) / PLAIN_SPREAD)
  return mean + PLAIN_SPREAD * normalQuantile(cut + (1 - cut) * (rank / (1 - HYPEROPIC_SHARE)))
}

/** Hundredths of a dioptre. */
type Refraction = { sphere: number; cylinder: number }
const quarter = (dioptres: number): number => Math.round(dioptres * 4) * 25
const seOf = ({ sphere, cylinder }: Refraction): number => sphere * 10 + cylinder * 5

/** In steps of a quarter, without falling on the other side of the limit of myopia. */
function sphereFor(se: number, cylinder: number, side: 'past' | 'short' | 'any'): number {
  let sphere = Math.min(1_000, Math.max(-1_800, quarter(se - cylinder / 200)))
  while (side === 'past' && seOf({ sphere, cylinder }) >= -500) sphere -= 25
  while (side === 'short' && seOf({ sphere, cylinder }) <= -500) sphere += 25
  return sphere
}

/** Vision in tenths by dioptres of myopia. */
const VISION_BY_SE: readonly (readonly [number, number])[] = [
  [0.5, 49],
  [0.75, 48],
  [1, 47],
  [1.5, 45.5],
  [2, 44.5],
  [3, 42.5],
  [4, 41],
  [5, 40],
  [6, 39.5],
  [8, 38],
  [10, 37],
]

const POOR_VALUES = [
  [0.7, 49],
  [0.88, 48],
  [0.96, 47],
  [1, 45],
] as const
const GOOD_VALUES = [
  [0.55, 50],
  [0.9, 51],
  [1, 52],
] as const
/** Small children see less, each year a little more. */
const SMALL_VALUES = [
  [
    [0.04, 46],
    [0.1, 47],
    [0.3, 48],
    [0.75, 49],
    [1, 50],
  ],
  [
    [0.03, 46],
    [0.07, 47],
    [0.18, 48],
    [0.55, 49],
    [1, 50],
  ],
  [
    [0.03, 47],
    [0.08, 48],
    [0.22, 49],
    [0.85, 50],
    [1, 51],
  ],
] as const
const valueAt = (table: readonly (readonly [number, number])[], rank: number): number =>
  (table.find(([upTo]) => rank < upTo) ?? table.at(-1))?.[1] ?? 50

type Seen = { myopic: boolean; pair: readonly [Refraction, Refraction]; random: Random }

/** Worse eye first. */
function nakedOf(eyes: DemoEyes, standing: Standing, { myopic, pair, random }: Seen): [number, number] {
  const plain = plainVision(eyes, standing)
  const most = standing.stage === kindergarten ? 48 : 49
  const [worse, other] = pair.map((refraction) => {
    const se = seOf(refraction)
    if (!myopic || se >= -500) return myopic ? Math.max(50, plain) : plain
    const expected = between(VISION_BY_SE, -se / 1000) + 0.7 * eyes.visionBent + 0.6 * normal(random)
    return Math.min(most, Math.max(33, Math.round(expected)))
  }) as [number, number]
  return [worse, !myopic && random.chance(0.3) ? Math.min(53, other + 1) : other]
}

function plainVision({ visionRank }: DemoEyes, { stage, level }: Standing): number {
  if (stage === kindergarten) return valueAt(SMALL_VALUES[Math.min(2, Math.floor(level))] ?? [], visionRank)
  const poor = at(PLAIN_POOR, Math.max(0, level - 3))
  return visionRank < poor
    ? valueAt(POOR_VALUES, visionRank / poor)
    : valueAt(GOOD_VALUES, (visionRank - poor) / (1 - poor))
}

/** Of those with myopia: how many wear glasses, and of these contact lenses and lenses by night. */
const WEARING = {
  small: { share: 0.25, orthoK: 0, contact: 0 },
  primary: { share: 0.45, orthoK: 0.06, contact: 0 },
  junior: { share: 0.7, orthoK: 0.04, contact: 0.01 },
  senior: { share: 0.85, orthoK: 0.01, contact: 0.04 },
} as const
const wearingOf = (stage: number) => {
  if (stage === kindergarten) return WEARING.small
  if (stage === primary) return WEARING.primary
  return stage === juniorHigh ? WEARING.junior : WEARING.senior
}

function glassesOf(
  { glassesRank, lensRank }: DemoEyes,
  { stage }: Standing,
  eye: { severity: number; hyperopic: boolean },
): StoredReading['glasses'] {
  const { none, frame, contact, orthoK } = Glasses.code
  // Nobody takes off glasses because one measurement was better.
  if (eye.severity === 0) return eye.hyperopic && glassesRank < 0.4 ? frame : none
  const wearing = wearingOf(stage)
  // The more, the sooner.
  const slope = 2 * Math.min(wearing.share, 1 - wearing.share)
  if (glassesRank >= wearing.share + slope * (eye.severity - 0.5)) return none
  if (lensRank < wearing.orthoK) return orthoK
  return lensRank > 1 - wearing.contact ? contact : frame
}

const CORRECTED_VALUES = [
  [0.6, 50],
  [0.8, 49],
  [0.92, 48],
  [0.97, 47],
  [1, 46],
] as const

type Parts = {
  glasses: StoredReading['glasses']
  pair: readonly [Refraction, Refraction]
  naked: readonly [number, number]
  random: Random
}

function compose(eyes: DemoEyes, { glasses, pair, naked, random }: Parts): StoredReading {
  const [right, left] = eyes.worseIsRight ? [0, 1] : [1, 0]
  const wears = glasses !== Glasses.code.none
  const rank = Math.min(0.999, Math.max(0, eyes.correctedRank + 0.15 * normal(random)))
  const worst = valueAt(CORRECTED_VALUES, rank)
  const corrected = [worst, random.chance(0.6) ? worst : Math.min(51, worst + 1)]
  const axis = (index: number) =>
    (pair[index]?.cylinder ?? 0) === 0 ? null : turned(eyes.axes[index], random)
  return {
    ...EMPTY_READING,
    glasses,
    nakedRight: naked[right] ?? null,
    nakedLeft: naked[left] ?? null,
    correctedRight: wears ? (corrected[right] ?? null) : null,
    correctedLeft: wears ? (corrected[left] ?? null) : null,
    sphereRight: pair[right]?.sphere ?? null,
    sphereLeft: pair[left]?.sphere ?? null,
    cylinderRight: pair[right]?.cylinder ?? null,
    cylinderLeft: pair[left]?.cylinder ?? null,
    axisRight: axis(right),
    axisLeft: axis(left),
  }
}

/** An axis is never found twice quite the same. */
const turned = (axis = 180, random: Random): number => ((axis + random.int(7) - 3 + 179) % 180) + 1

/** A cornea shaped overnight shows neither: what is known is vision now and, mostly, the power of the lens. */
function throughOrthoK(reading: StoredReading, { lensRank }: DemoEyes): StoredReading {
  const known = Math.round(lensRank * 10_000) % 10 < 7
  const powerOf = (sphere: number | null) =>
    known && sphere !== null ? Math.min(1_000, Math.max(0, Math.round(-sphere / 25) * 25)) : null
  return {
    ...reading,
    nakedRight: null,
    nakedLeft: null,
    sphereRight: null,
    sphereLeft: null,
    cylinderRight: null,
    cylinderLeft: null,
    axisRight: null,
    axisLeft: null,
    orthoKRight: powerOf(reading.sphereRight),
    orthoKLeft: powerOf(reading.sphereLeft),
  }
}

/** Years of schooling of a grade: 初一 is the tenth from the first year of kindergarten, in five-four schools the ninth. */
export function gradeLevelOf(stage: number, gradeNo: number, system: number): number {
  const firsts = [0, 0, 3, system === 54 ? 8 : 9, 12, 12, 15, 15]
  return (firsts[stage] ?? 0) + Math.max(gradeNo, 1) - 1
}
