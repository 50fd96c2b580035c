import { expect, it } from 'vitest'
import type { Profile } from '#contract/core/permissions.ts'
import { screensOf } from '#web/testing/screens-of.ts'
import { ASSESSMENT_SCREENS } from './screens.ts'

const PATHS = ASSESSMENT_SCREENS.map(({ path }) => path)
const PLANS = '/assessment/plan-list'
const PLANNING = [
  PLANS,
  '/assessment/add-assess-plan',
  '/assessment/plan-details',
  '/assessment/review-apply',
]
const OWN = '/assessment/assess-list'
const APPLYING = [OWN, '/assessment/add-assess-apply']

it.each<[Profile, string[], string[]]>([
  ['GP', [PLANS, OWN], [...PLANNING, ...APPLYING]],
  ['GD', [PLANS, OWN], [...PLANNING, ...APPLYING]],
  ['SA', [OWN], APPLYING],
  ['HA', [OWN], APPLYING],
  ['OA', [OWN], APPLYING],
  ['SS', [], []],
  ['ST', [], []],
  ['HS', [], []],
])('%s finds its screens of assessment in the menu', (profile, expected, openable) => {
  const { open, inMenu } = screensOf(profile, PATHS)
  expect(inMenu).toEqual(expected)
  expect(open).toEqual(openable)
})
