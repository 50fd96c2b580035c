import { expect, it } from 'vitest'
import type { Screen } from '#web/core/screen.ts'
import { hasRoomForTitle, menuItems, screensInMenu } from './menu-items.tsx'

const load = () => Promise.reject(new Error('not loaded here'))
const screen = (path: string, more: Partial<Screen> = {}): Screen => ({
  path,
  title: path,
  anyOf: null,
  load,
  ...more,
})

it('holds what is open and not hidden, once any one permission is held', () => {
  const screens = [
    screen('/home'),
    screen('/hidden', { hidden: true }),
    screen('/list', { anyOf: ['authority', 'schools'] }),
    screen('/other', { anyOf: ['devices'] }),
  ]
  expect(screensInMenu(screens, new Set(['schools'])).map(({ path }) => path)).toEqual(['/home', '/list'])
})

it('puts the screens of a section under it, wherever they stand in the list', () => {
  const items = menuItems([screen('/a', { section: '甲' }), screen('/home'), screen('/b', { section: '甲' })])
  expect(items).toMatchObject([{ key: '甲', children: [{ key: '/a' }, { key: '/b' }] }, { key: '/home' }])
})

it('leaves room for the title up to 14 entries', () => {
  const entries = (count: number) => Array.from({ length: count }, (_, index) => screen(`/${index}`))
  expect(hasRoomForTitle(entries(14))).toBe(true)
  expect(hasRoomForTitle(entries(15))).toBe(false)
})
