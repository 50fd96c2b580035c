// Who has which screens of screening and devices, by kind of user; that they load is seen in the browser.
import { expect, it } from 'vitest'
import type { Profile } from '#contract/core/permissions.ts'
import { screensOf } from '#web/testing/screens-of.ts'

const FOR_ALL = ['/eyesight/task-list', '/eyesight/task-details', '/eyesight/class-details']
const TAKING_PART = [
  ...FOR_ALL,
  '/eyesight/schedule-list',
  '/eyesight/schedule-details',
  '/eyesight/indicators-details',
  '/eyesight/schedule-access',
  '/eyesight/tasknum-details',
]
const DEVICES = ['/device/device-list']
const GOVERNMENT = [
  ...TAKING_PART,
  ...DEVICES,
  '/eyesight/locality-statics',
  '/eyesight/add-schedule',
  '/eyesight/add-task',
]
/** Government has them all. */
const PATHS = GOVERNMENT
const IN_MENU = [
  '/eyesight/schedule-list',
  '/eyesight/task-list',
  '/eyesight/locality-statics',
  '/eyesight/indicators-details',
  '/eyesight/schedule-access',
  '/device/device-list',
]

it.each<[Profile, string[]]>([
  ['GP', GOVERNMENT],
  ['GC', GOVERNMENT],
  ['GD', GOVERNMENT],
  ['SA', [...TAKING_PART, ...DEVICES, '/eyesight/add-task']],
  ['SS', TAKING_PART],
  ['SG', FOR_ALL],
  ['ST', FOR_ALL],
  ['HA', [...TAKING_PART, ...DEVICES]],
  ['HS', TAKING_PART],
  ['OA', [...TAKING_PART, ...DEVICES]],
  ['OS', TAKING_PART],
])('%s has its screens and no others', (profile, expected) => {
  const { open, inMenu } = screensOf(profile, PATHS)
  expect(open).toEqual(PATHS.filter((path) => expected.includes(path)))
  expect(inMenu).toEqual(open.filter((path) => IN_MENU.includes(path)))
})
