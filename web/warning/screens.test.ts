import { expect, it } from 'vitest'
import type { Profile } from '#contract/core/permissions.ts'
import { screensOf } from '#web/testing/screens-of.ts'
import { WARNING_SCREENS } from './screens.ts'

const PATHS = WARNING_SCREENS.map(({ path }) => path)
const LIST = '/warning/warning-list'
const SETTING = '/warning/warning-setting'

it.each<[Profile, string[]]>([
  ['GP', [LIST, SETTING]],
  ['GD', [LIST, SETTING]],
  ['SA', [LIST]],
  ['ST', [LIST]],
  ['HA', [LIST]],
  ['SS', []],
  ['HS', []],
])('%s finds its screens of warnings in the menu', (profile, expected) => {
  const { open, inMenu } = screensOf(profile, PATHS)
  expect(inMenu).toEqual(expected)
  expect(open.includes(SETTING)).toBe(expected.includes(SETTING))
})
