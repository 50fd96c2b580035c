// The server runs as one bundle, which requires its packages.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { codeOf, ROOT, sourcesUnder } from './sources.ts'

const DEFAULT_IMPORT = /^import \w+(?:, \{[^}]*\})? from '((?:@[\w-]+\/)?[a-z][\w.-]*)[^':]*'/gm

type Manifest = { type?: string; exports?: unknown }
function isModuleOnly(name: string): boolean {
  const text = readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8')
  const { type, exports } = JSON.parse(text) as Manifest
  return type === 'module' && !JSON.stringify(exports ?? '').includes('"require"')
}

it('the server takes no default from a package that is an ES module: the bundle gets all its names instead', () => {
  const taken = sourcesUnder('server').flatMap((file) =>
    [...codeOf(file).matchAll(DEFAULT_IMPORT)].map(([, name = '']) => ({ file, name })),
  )
  expect(taken.map(({ name }) => name)).toContain('pg')
  expect(taken.filter(({ name }) => isModuleOnly(name))).toEqual([])
})
