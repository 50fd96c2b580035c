// The product runs without the outside: nothing is fetched from elsewhere, nothing names where packages come from.
import { expect, it } from 'vitest'
import { codeOf, FILES, isTest, textOf } from './sources.ts'

const TEXT = /\.(ts|tsx|mts|mjs|js|json|css|html|svg|md|sql|txt|ya?ml|npmrc)$|(^|\/)\.[a-z]+(rc|ignore)$/
/** Names, not addresses: never fetched. */
const isName = (address: string): boolean =>
  /^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink)$|^https:\/\/[a-z.]+\.invalid$/.test(address)

it('the lock file names no address', () => {
  const lock = FILES.filter((path) => path.endsWith('package-lock.json'))
  expect(lock).toEqual(['package-lock.json'])
  const text = textOf('package-lock.json')
  expect(text).not.toContain('"resolved"')
  expect(text.match(/https?:\/\/registry\.[a-z.]+/g)).toBeNull()
  expect(text.length).toBeGreaterThan(10_000)
})

it('every package of the lock file can still be verified', () => {
  const lock = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { integrity?: string; optional?: boolean; cpu?: string[] }>
  }
  // Binaries of other platforms are listed by hand: not every registry carries them (docs/decisions.md).
  const isForeign = ({ optional, cpu }: { optional?: boolean; cpu?: string[] }) =>
    optional && cpu !== undefined
  const unverified = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && !entry.integrity && !isForeign(entry),
  )
  expect(unverified.map(([path]) => path)).toEqual([])
})

it('no file names a package registry', () => {
  const registry = /\bregistry\.[a-z]+(mirror|pkg|js)?\.(com|org|cn)\b|\bnpmmirror\b/
  const files = FILES.filter((path) => TEXT.test(path) && !path.includes('/data/'))
  expect(
    files.filter(
      (path) => path !== 'tests/architecture/self-contained.test.ts' && registry.test(textOf(path)),
    ),
  ).toEqual([])
  expect(FILES.filter((path) => /(^|\/)\.(npmrc|yarnrc(\.yml)?)$/.test(path))).toEqual([])
})

it('pages load nothing from other hosts', () => {
  const files = FILES.filter((path) => path.startsWith('web/') && TEXT.test(path) && !isTest(path))
  const found = files.flatMap((path) =>
    [...codeOf(path).matchAll(/(?:https?:)?\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s'"`)<>]*/gi)]
      .map((match) => match[0])
      .filter((address) => !isName(address))
      .map((address) => `${path}: ${address}`),
  )
  expect(found).toEqual([])
})

it('styles bring their own fonts and pictures', () => {
  const files = FILES.filter((path) => /^web\/.*\.(css|tsx?|html)$/.test(path))
  const outside = /@import\s+(url\()?['"]?(https?:)?\/\/|url\(\s*['"]?(https?:)?\/\//
  expect(files.filter((path) => outside.test(textOf(path)))).toEqual([])
})
