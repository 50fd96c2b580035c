import type { Location } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Screen } from '#web/core/screen.ts'
import { addressOf, dropClosed, EMPTY_CACHE, type PageCache, visit } from './page-cache.ts'

const load = () => Promise.reject(new Error('not loaded here'))
const screen = (path: string, keepAlive = true): Screen => ({
  path,
  title: path,
  anyOf: null,
  keepAlive,
  load,
})
const at = (pathname: string, search = ''): Location => ({
  pathname,
  search,
  hash: '',
  state: null,
  key: pathname + search,
})
const list = screen('/list')
const detail = screen('/detail')
const home = screen('/home', false)
const addresses = ({ pages }: PageCache) => pages.map(({ location }) => addressOf(location))
const shownId = ({ pages }: PageCache) => pages.at(-1)?.id

describe('visit', () => {
  it('is the same cache while nothing changes', () => {
    const location = at('/list')
    const cache = visit(EMPTY_CACHE, list, location)
    expect(visit(cache, list, location)).toBe(cache)
    expect(visit(cache, list, { ...location, key: 'another' })).toBe(cache)
  })

  it('finds a cached page again by its address', () => {
    const first = visit(EMPTY_CACHE, list, at('/list', '?pageNum=2'))
    const away = visit(first, home, at('/home'))
    const back = visit(away, list, at('/list', '?pageNum=2'))
    expect(back.pages).toEqual([first.pages[0]])
    expect(back.pages[0]).toBe(first.pages[0])
  })

  it('moves the shown page along when its own query changes', () => {
    const first = visit(EMPTY_CACHE, list, at('/list'))
    const next = visit(first, list, at('/list', '?pageNum=2'))
    expect(shownId(next)).toBe(shownId(first))
    expect(addresses(next)).toEqual(['/list?pageNum=2'])
  })

  it('opens another address of a screen as another page when coming from elsewhere', () => {
    let cache = visit(EMPTY_CACHE, detail, at('/detail', '?id=1'))
    cache = visit(cache, list, at('/list'))
    cache = visit(cache, detail, at('/detail', '?id=2'))
    expect(addresses(cache)).toEqual(['/detail?id=1', '/list', '/detail?id=2'])
  })

  it('caches only screens that ask for it', () => {
    const cache = visit(visit(EMPTY_CACHE, home, at('/home')), list, at('/list'))
    expect(addresses(cache)).toEqual(['/list'])
  })

  it('caches ten at most and drops the least recently used', () => {
    let cache = EMPTY_CACHE
    const screens = Array.from({ length: 11 }, (_, index) => screen(`/s${index}`))
    for (const each of screens.slice(0, 10)) cache = visit(cache, each, at(each.path))
    cache = visit(cache, screens[0] as Screen, at('/s0'))
    cache = visit(cache, screens[10] as Screen, at('/s10'))
    expect(cache.pages).toHaveLength(10)
    expect(addresses(cache)).not.toContain('/s1')
    expect(addresses(cache)).toContain('/s0')
  })
})

describe('dropClosed', () => {
  it('drops pages the user may no longer see', () => {
    const cache = visit(visit(EMPTY_CACHE, list, at('/list')), detail, at('/detail'))
    expect(addresses(dropClosed(cache, (each) => each !== list))).toEqual(['/detail'])
    expect(dropClosed(cache, () => true)).toBe(cache)
  })
})
