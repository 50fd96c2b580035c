import { describe, expect, it } from 'vitest'
import { isOwnPath, loginAddress, redirectTarget } from './redirect.ts'

describe('isOwnPath', () => {
  it.each(['/', '/home', '/a/b?c=1', '/账号'])('takes %s', (path) => {
    expect(isOwnPath(path)).toBe(true)
  })
  it.each([
    '',
    'home',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000/x',
    'https://evil.example',
    'javascript:alert(1)',
    ' /x',
  ])('refuses %j', (path) => {
    expect(isOwnPath(path)).toBe(false)
  })
})

describe('the way to the sign-in page and back', () => {
  it('names the wanted path and keeps the remaining query', () => {
    expect(loginAddress('/authority/authority-manage', '?pageNum=2&keyword=张')).toBe(
      '/login?redirect=/authority/authority-manage&pageNum=2&keyword=%E5%BC%A0',
    )
    expect(loginAddress('/home', '')).toBe('/login?redirect=/home')
  })
  it('does not let the wanted query choose another target', () => {
    expect(loginAddress('/home', '?redirect=//evil.example')).toBe('/login?redirect=/home')
  })
  it.each([
    ['/authority/authority-manage', '?pageNum=2&keyword=%E5%BC%A0'],
    ['/home', ''],
    ['/odd path/&=', '?a=1'],
  ])('leads back to %s%s', (pathname, search) => {
    const address = loginAddress(pathname, search)
    expect(redirectTarget(address.slice('/login'.length))).toBe(pathname + search)
  })
  it.each([
    '?redirect=//evil.example',
    '?redirect=%2F%5Cevil.example',
    '?redirect=/404',
    '?redirect=/login',
    '',
    '?a=1',
  ])('goes to the start for %s', (search) => {
    expect(redirectTarget(search)).toBe('/')
  })
  it('keeps a query inside the redirect', () => {
    expect(redirectTarget('?redirect=%2Fx%3Fa%3D1&b=2')).toBe('/x?a=1&b=2')
  })
})
