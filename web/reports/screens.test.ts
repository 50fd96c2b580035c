// Which kinds of reports each kind of user has; that they are read as the server writes them is seen in the browser.
import { expect, it } from 'vitest'
import type { Profile } from '#contract/core/permissions.ts'
import { screensOf } from '#web/testing/screens-of.ts'
import { REPORT_SCREENS } from './screens.ts'

const PATHS = REPORT_SCREENS.map(({ path }) => path)
const CLASS = ['/report/class-report']
const GRADE = ['/report/grade-report', ...CLASS]
const SCHOOL = ['/report/school-report', ...GRADE, '/report/contrast-report']
const REGION = ['/report/region-report', ...SCHOOL, '/report/design-report']
const CITY = ['/report/city-report', ...REGION]
const PROVINCE = ['/report/province-report', ...CITY]

it.each<[Profile, string[]]>([
  ['GP', PROVINCE],
  ['GC', CITY],
  ['GD', REGION],
  ['SA', SCHOOL],
  ['SS', []],
  ['SG', GRADE],
  ['ST', CLASS],
  ['HA', []],
  ['HS', []],
  ['OA', []],
  ['OS', []],
])('%s has its kinds of reports and no others', (profile, expected) => {
  const { open, inMenu } = screensOf(profile, PATHS)
  expect(open).toEqual(expected)
  expect(inMenu).toEqual(expected)
})
