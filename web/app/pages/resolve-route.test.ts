import { expect, it } from 'vitest'
import type { Screen } from '#web/core/screen.ts'
import { resolveRoute } from './resolve-route.ts'

const load = () => Promise.reject(new Error('not loaded here'))
const home: Screen = { path: '/home', title: '首页', anyOf: null, load }
const authority: Screen = {
  path: '/authority/authority-manage',
  title: '权限管理',
  anyOf: ['authority', 'accountAdd'],
  load,
}
const screens = [home, authority]

it('leads / to /home and what is unknown to /404', () => {
  expect(resolveRoute(screens, '/', new Set())).toEqual({ redirect: '/home' })
  expect(resolveRoute(screens, '/authority', new Set())).toEqual({ redirect: '/404' })
})

it('opens a screen to holders of any one permission, and /401 to others', () => {
  expect(resolveRoute(screens, '/home/', new Set())).toEqual({ screen: home })
  expect(resolveRoute(screens, authority.path, new Set(['accountAdd']))).toEqual({ screen: authority })
  expect(resolveRoute(screens, authority.path, new Set(['schools']))).toEqual({ redirect: '/401' })
})
