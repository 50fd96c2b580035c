// Which part may use which (the table of layers), found by reading the import lines of every source file.
import { describe, expect, it } from 'vitest'
import { FEATURES } from '#contract/features.ts'
import { circlesByFolder, findCircles } from './import-circles.ts'
import { PURE_FOLDERS } from './pure-folders.ts'
import {
  codeOf,
  FILES,
  importsOf,
  isCode,
  isOwn,
  isTest,
  linesWith,
  resolveImport,
  sourcesUnder,
  withoutComments,
} from './sources.ts'

const ORDER = Object.keys(FEATURES)
const SERVER_PARTS = ['dev', 'core', 'migrations', 'seed', 'testing', 'data']
const WEB_PARTS = ['core', 'widgets', 'app', 'public', 'testing']
/** What web/core may know in addition to contract/core: the session it keeps and the settings of the site. */
const CONTRACT_FOR_WEB_CORE = ['contract/session/', 'contract/site.ts']
const CONTRACT_FOR_SERVER_CORE = ['contract/site.ts']
/** The one file of the core that names features: a connection is typed by all tables, which are declared in their features. */
const JOINED_TABLES = 'server/core/db/schema.ts'

/** `server/schools/x.ts` → `schools`; files right below a root belong to no part. */
const partOf = (path: string): string | null => /^[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null
const under = (path: string, ...roots: string[]): boolean => roots.some((root) => path.startsWith(`${root}/`))
const isFeatureOf = (root: string, path: string): boolean =>
  under(path, root) && ORDER.includes(partOf(path) ?? '')

/** `a → b` for every import of own files that a rule does not allow. */
function breaches(files: string[], allowed: (file: string, target: string) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((target) => isOwn(target) && !allowed(file, target))
      .map((target) => `${file} → ${target}`),
  )
}

/** Features above the file's own, and its own. */
function reachable(file: string): string[] {
  return ORDER.slice(0, ORDER.indexOf(partOf(file) ?? '') + 1)
}

describe('the reader of imports', () => {
  it('sees every form and resolves it', () => {
    expect(resolveImport('web/a/b.ts', './c.ts')).toBe('web/a/c.ts')
    expect(resolveImport('web/a/b.ts', '../../contract/x.ts')).toBe('contract/x.ts')
    expect(resolveImport('web/a/b.ts', '#contract/x.ts')).toBe('contract/x.ts')
    expect(resolveImport('web/a/b.ts', 'zod')).toBe('zod')
    expect(withoutComments("a // b\n/* c */ d\n'http://e'")).toBe("a \n d\n'http://e'")
  })

  it('finds a circle and only its members', () => {
    const graph: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['a'] }
    expect(findCircles(Object.keys(graph), (file) => graph[file] ?? [])).toEqual([['a', 'b', 'c']])
  })

  it('finds the files it is to judge', () => {
    expect(sourcesUnder('contract').length).toBeGreaterThan(15)
    expect(importsOf('contract/features.ts')).toContain('contract/areas/endpoints.ts')
    expect(importsOf('web/home/screens.ts')).toContain('web/home/home/page.tsx')
  })
})

describe('contract', () => {
  it('uses zod and nothing else from outside', () => {
    const outside = sourcesUnder('contract').flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith('contract/') && target !== 'zod')
        .map((target) => `${file} → ${target}`),
    )
    expect(outside).toEqual([])
  })

  it('core knows core only', () => {
    expect(breaches(sourcesUnder('contract/core'), (_, target) => under(target, 'contract/core'))).toEqual([])
  })

  it('a feature knows core and the features above it', () => {
    const files = sourcesUnder('contract').filter((file) => isFeatureOf('contract', file))
    const allowed = (file: string, target: string): boolean =>
      under(target, 'contract/core', ...reachable(file).map((feature) => `contract/${feature}`))
    expect(breaches(files, allowed)).toEqual([])
  })

  it('has no folder other than core and the features', () => {
    const parts = new Set(sourcesUnder('contract').map(partOf))
    expect([...parts].filter((part) => part !== null && part !== 'core' && !ORDER.includes(part))).toEqual([])
  })
})

describe('server', () => {
  it('never reaches into the web', () => {
    expect(breaches(sourcesUnder('server'), (_, target) => under(target, 'server', 'contract'))).toEqual([])
  })

  it('core knows no feature', () => {
    const allowed = (file: string, target: string): boolean =>
      under(target, 'server/core', 'contract/core') ||
      CONTRACT_FOR_SERVER_CORE.includes(target) ||
      (file === JOINED_TABLES && target.endsWith('/tables.ts'))
    expect(breaches(sourcesUnder('server/core'), allowed)).toEqual([])
  })

  it('the tables of the features are joined by their types alone', () => {
    expect(linesWith(JOINED_TABLES, /^(import|export) (?!type )/)).toEqual([])
  })

  it('a table file declares types alone', () => {
    const files = sourcesUnder('server').filter((file) => file.endsWith('/tables.ts'))
    const others = files.flatMap((file) => linesWith(file, /^(import|export) (?!type )/))
    expect(files.length).toBeGreaterThan(15)
    expect(others).toEqual([])
  })

  it('a feature knows core and the features above it, here and in the contract', () => {
    const files = sourcesUnder('server').filter((file) => isFeatureOf('server', file))
    const allowed = (file: string, target: string): boolean =>
      under(target, 'server/core', 'contract/core') ||
      under(target, ...reachable(file).flatMap((feature) => [`server/${feature}`, `contract/${feature}`]))
    expect(breaches(files, allowed)).toEqual([])
  })

  it.each(PURE_FOLDERS)('%s holds pure rules only', (folder) => {
    const files = sourcesUnder(folder)
    const impure = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !under(target, 'contract', ...PURE_FOLDERS) && target !== 'zod')
        .map((target) => `${file} → ${target}`),
    )
    expect(files).not.toEqual([])
    expect(impure).toEqual([])
  })

  it('nothing but tests uses what is made for tests', () => {
    const files = sourcesUnder('server').filter((file) => !under(file, 'server/testing'))
    expect(breaches(files, (_, target) => !under(target, 'server/testing'))).toEqual([])
  })

  it('has no folder other than its parts and the features', () => {
    const parts = new Set(sourcesUnder('server').map(partOf))
    const known = [...SERVER_PARTS, ...ORDER]
    expect([...parts].filter((part) => part !== null && !known.includes(part))).toEqual([])
  })
})

describe('web', () => {
  it('never reaches into the server', () => {
    expect(breaches(sourcesUnder('web'), (_, target) => under(target, 'web', 'contract'))).toEqual([])
  })

  it('core knows no widget and no feature', () => {
    const allowed = (_: string, target: string): boolean =>
      under(target, 'web/core', 'contract/core') ||
      CONTRACT_FOR_WEB_CORE.some((allowedPart) => target.startsWith(allowedPart))
    expect(breaches(sourcesUnder('web/core'), allowed)).toEqual([])
  })

  it('widgets know core and the contract', () => {
    const allowed = (_: string, target: string): boolean =>
      under(target, 'web/core', 'web/widgets', 'contract')
    expect(breaches(sourcesUnder('web/widgets'), allowed)).toEqual([])
  })

  it('a feature knows no other feature and not the shell', () => {
    const files = sourcesUnder('web').filter((file) => isFeatureOf('web', file))
    const allowed = (file: string, target: string): boolean =>
      under(target, 'web/core', 'web/widgets', 'contract', `web/${partOf(file)}`)
    expect(breaches(files, allowed)).toEqual([])
  })

  it('nothing but tests uses what is made for tests', () => {
    const made = (path: string): boolean => under(path, 'web/testing', 'web/core/testing')
    const files = sourcesUnder('web').filter((file) => !made(file))
    expect(breaches(files, (_, target) => !made(target))).toEqual([])
  })

  it('has no folder other than its parts and the features', () => {
    const parts = new Set(sourcesUnder('web').map(partOf))
    const known = [...WEB_PARTS, ...ORDER]
    expect([...parts].filter((part) => part !== null && !known.includes(part))).toEqual([])
  })
})

describe('imports everywhere', () => {
  it('of own files form no circle', () => {
    const files = FILES.filter((file) => isCode(file) && isOwn(file))
    expect(circlesByFolder(files)).toEqual({})
  })

  it('of own files exist and carry their real ending', () => {
    const known = new Set(FILES)
    const files = FILES.filter((file) => isCode(file) && isOwn(file))
    expect(
      files.flatMap((file) =>
        importsOf(file)
          .filter((target) => isOwn(target) && !known.has(target.split('?')[0] ?? ''))
          .map((target) => `${file} → ${target}`),
      ),
    ).toEqual([])
  })

  it('of test files come from test files only', () => {
    const files = FILES.filter((file) => isCode(file) && isOwn(file))
    expect(breaches(files, (_, target) => !isTest(target))).toEqual([])
  })

  it('of another root go by its name, not by a path upwards', () => {
    const files = sourcesUnder('server', 'web', 'contract')
    const crossing = files.flatMap((file) =>
      [...codeOf(file).matchAll(/from '(\.[^']+)'/g)]
        .map((match) => resolveImport(file, match[1] ?? ''))
        .filter((target) => target.split('/')[0] !== file.split('/')[0])
        .map((target) => `${file} → ${target}`),
    )
    expect(crossing).toEqual([])
  })
})
