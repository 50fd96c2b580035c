// What is kept of a bundle makes a start faster and never breaks one.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(os.tmpdir(), 'bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const bundle = path.join(folder, 'made.cjs')
const compiled = `${bundle}.compiled`
writeFileSync(
  bundle,
  'const sum = (n) => (n === 0 ? 0 : n + sum(n - 1))\nmodule.exports = { value: sum(100) }',
)

/** In a process of its own: V8 remembers what it has compiled in this one. */
const load = () => {
  const loader = new URL('../../scripts/load-bundle.mjs', import.meta.url).href
  const script = `import(${JSON.stringify(loader)}).then(({ loadBundle }) => console.log(loadBundle(${JSON.stringify(bundle)}).value))`
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
}

test('is kept by the first start and used by the next', () => {
  expect(load()).toBe('5050')
  const stored = readFileSync(compiled)
  expect(load()).toBe('5050')
  expect(readFileSync(compiled)).toEqual(stored)
})

const cut = (whole: Buffer) => whole.subarray(0, whole.length / 2)
const blank = (whole: Buffer) => Buffer.concat([whole.subarray(0, 200), Buffer.alloc(whole.length - 200)])
const none = () => Buffer.alloc(0)
test.each([
  ['is empty', none],
  ['was cut off', cut],
  ['lost its pages', blank],
])('that %s is made anew', (_, damage) => {
  load()
  const damaged = damage(readFileSync(compiled))
  writeFileSync(compiled, damaged)
  expect(load()).toBe('5050')
  expect(readFileSync(compiled)).not.toEqual(damaged)
})
