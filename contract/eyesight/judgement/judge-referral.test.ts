// 建议就诊 over a grid of readings: flag and advice agree, and better naked vision is never judged more strictly.
import { expect, test } from 'vitest'
import { Glasses } from '../../core/codes.ts'
import { EMPTY_READING, type StoredReading } from '../reading.ts'
import { ADVICE } from './advice-texts.ts'
import { judge } from './judge.ts'
import type { Judgement, JudgementRules, Subject } from './judgement.ts'
import { JUDGEMENT_PROFILES } from './profile.ts'

const ITEMS = { naked: 1, corrected: 1, refraction: 1, position: 0, colour: 0, caries: 0, body: 0 } as const
const SUBJECTS: readonly Subject[] = [
  ...[1, 3, 4, 5, 6, 7].map((age): Subject => ({ stage: 1, age })),
  ...[5, 7, 8].map((age): Subject => ({ stage: 2, age })),
  { stage: 3, age: 13 },
]
/** Tenths, on both sides of every limit. */
const VISION = [45, 46, 47, 48, 49, 50, 51, 53]
/** Sphere and cylinder of both eyes in hundredths, on both sides of every limit. */
const LENSES: readonly (readonly [number, number, number, number])[] = [
  [100, 0, 100, 0],
  [0, 0, 0, 0],
  [-50, 0, 0, 0],
  [-75, 0, -75, 0],
  [-400, 0, -400, 0],
  [-650, 0, -650, 0],
  [175, 0, 175, 0],
  [200, 0, 200, 0],
  [300, 0, 300, 0],
  [325, 0, 325, 0],
  [50, -125, 50, -125],
  [50, -150, 50, -150],
  [50, -175, 50, -175],
  [0, 0, 150, 0],
  [0, 0, 175, 0],
  [0, 0, 0, -100],
  [0, 0, 0, -125],
]
const WORN: readonly { glasses: StoredReading['glasses']; corrected: number | null }[] = [
  { glasses: Glasses.code.none, corrected: null },
  ...[47, 48, 49, 50].map((corrected) => ({ glasses: Glasses.code.frame, corrected })),
  { glasses: Glasses.code.contact, corrected: 50 },
  // Only where the plan does not ask for it.
  { glasses: Glasses.code.frame, corrected: null },
  { glasses: Glasses.code.orthoK, corrected: 48 },
  { glasses: Glasses.code.orthoK, corrected: 49 },
  { glasses: Glasses.code.orthoK, corrected: 50 },
]
type Naked = readonly [right: number, left: number]
const NAKED = VISION.flatMap((right) => VISION.map((left): Naked => [right, left]))
/** Where both eyes need the same lens, they may be changed for each other: judge-properties.test.ts. */
const NAKED_OF_EQUAL_EYES = NAKED.filter(([right, left]) => right <= left)

/** One child with every naked vision. */
type Series = { subject: Subject; found: { naked: Naked; judgement: Judgement }[] }

function* everySeries(profile: JudgementRules['profile']): Generator<Series> {
  for (const subject of SUBJECTS)
    for (const { glasses, corrected } of WORN)
      for (const [sphereRight, cylinderRight, sphereLeft, cylinderLeft] of LENSES) {
        const items = { ...ITEMS, corrected: corrected === null ? 2 : 1 } as const
        const isEqual = sphereRight === sphereLeft && cylinderRight === cylinderLeft
        const found = (isEqual ? NAKED_OF_EQUAL_EYES : NAKED).map((naked) => {
          const reading: StoredReading = {
            ...EMPTY_READING,
            ...{ glasses, nakedRight: naked[0], nakedLeft: naked[1] },
            ...{ correctedRight: corrected, correctedLeft: corrected },
            ...{ sphereRight, cylinderRight, sphereLeft, cylinderLeft, axisRight: 90, axisLeft: 90 },
          }
          return { naked, judgement: judge(reading, subject, { profile, items }) }
        })
        yield { subject, found }
      }
}

/** Pairs in which both eyes see as well or better and the answer is stricter all the same. */
function stricterAnswers({ subject, found }: Series) {
  const apart = ([right, left]: Naked) => Math.abs(right - left)
  const spared = found.filter(({ judgement }) => !judgement.referral)
  const referred = found.filter(({ judgement }) => judgement.referral)
  return spared.flatMap((worse) =>
    referred
      .filter(({ naked }) => naked[0] >= worse.naked[0] && naked[1] >= worse.naked[1])
      // Two eyes that come further apart are a finding of their own in kindergarten.
      .filter(({ naked }) => subject.stage !== 1 || apart(naked) <= apart(worse.naked))
      .map(({ naked }) => ({ subject, worse: worse.naked, better: naked })),
  )
}

// The third profile differs from A at -3.00 D alone, which no referral depends on.
test.each([JUDGEMENT_PROFILES.A, JUDGEMENT_PROFILES.B])('under $name', (profile) => {
  const contradictions: unknown[] = []
  const stricter: unknown[] = []
  let referred = 0
  for (const series of everySeries(profile)) {
    stricter.push(...stricterAnswers(series))
    for (const { naked, judgement } of series.found) {
      const { category, referral } = judgement
      referred += Number(referral)
      if (category === null || ADVICE[category].refers !== referral)
        contradictions.push([series.subject, naked, judgement])
    }
  }
  expect(contradictions).toEqual([])
  expect(stricter).toEqual([])
  expect(referred).toBeGreaterThan(10_000)
})

test('a warning for hyperopia never stands beside "not hyperopic"', () => {
  for (const subject of SUBJECTS)
    for (let sphere = 0; sphere <= 1_000; sphere += 25) {
      const eye = { naked: 53, sphere, cylinder: 0 }
      const found = judge(
        {
          ...EMPTY_READING,
          glasses: Glasses.code.none,
          ...{ nakedRight: eye.naked, sphereRight: eye.sphere, cylinderRight: eye.cylinder },
          ...{ nakedLeft: eye.naked, sphereLeft: eye.sphere, cylinderLeft: eye.cylinder },
        },
        subject,
        { profile: { ...JUDGEMENT_PROFILES.A, warningGrades: 'poorVision' }, items: ITEMS },
      )
      expect([subject, sphere, found.warningLevel !== null]).toEqual([subject, sphere, found.hyperopia])
    }
})
