// Where SQL, the clock and the network may appear, and how files look.
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  codeOf,
  FILES,
  importsOf,
  isCode,
  isTest,
  linesWith,
  resolveImport,
  sourcesUnder,
  textOf,
} from './sources.ts'

// Each list names its exceptions one by one, with the reason.
const SQL_ALLOWED = [
  /-queries\.ts$/,
  // The types of a feature's tables, which Kysely reads.
  /\/tables\.ts$/,
  // Repeatable SQL: functions of the database, made from a list.
  /\.sql\.ts$/,
  /^server\/core\//,
  /^server\/migrations\//,
  /^server\/seed[/-]/,
  /^server\/testing\//,
]
const CLOCK_ALLOWED = ['server/core/clock.ts']
/**
 * All requests to the server go through these, and tests put a fake in their place; nothing else knows of them. The page
 * of a family loads nothing but itself.
 */
const NETWORK_ALLOWED = /^web\/(core\/api|testing|letters\/family-page)\//
const DEFAULT_EXPORT_ALLOWED = ['vitest.config.ts', 'vite.config.ts']
const MAX_LINES = 400
const MAX_FILES = 30

const OWN = FILES.filter((path) => isCode(path) && !path.includes('/data/'))

describe('SQL', () => {
  const outside = sourcesUnder('server').filter((file) => !SQL_ALLOWED.some((allowed) => allowed.test(file)))

  it('is written in queries, core, migrations and seed only', () => {
    const libraries = outside.filter((file) =>
      importsOf(file).some((target) => /^(kysely|pg)(\/|$)/.test(target)),
    )
    expect(libraries).toEqual([])
    const builders =
      /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom)\(/
    expect(outside.flatMap((file) => linesWith(file, builders))).toEqual([])
  })

  it('says no sentence: it answers codes and fields, TypeScript words them', () => {
    const files = sourcesUnder('server').filter((file) => !/^server\/(testing|seed)\b/.test(file))
    const texts = files.flatMap((file) =>
      [...codeOf(file).matchAll(/\bsql(?:<[^`]*?>)?`[^`]*/g)]
        .filter(([text]) => /\p{Script=Han}/u.test(text))
        .map(([text]) => `${file}: ${text.trim().slice(0, 80)}`),
    )
    expect(texts).toEqual([])
    const migrations = FILES.filter((file) => file.startsWith('server/migrations/'))
    expect(migrations.filter((file) => /\p{Script=Han}/u.test(textOf(file)))).toEqual([])
  })

  it('is never put together from text', () => {
    const raw = /\bsql\.(raw|lit)\(|\.query\(\s*`[^`]*\$\{/
    const files = sourcesUnder('server').filter((file) => !/^server\/(core\/db|testing|seed)\b/.test(file))
    expect(files.flatMap((file) => linesWith(file, raw))).toEqual([])
  })
})

describe('the clock', () => {
  it('is read in one place on the server', () => {
    const files = sourcesUnder('server').filter(
      (file) => !CLOCK_ALLOWED.includes(file) && !file.startsWith('server/testing/'),
    )
    expect(
      files.flatMap((file) => linesWith(file, /\bDate\.now\b|\bnew Date(\(\s*\)|(?!\s*[(<\w]))/)),
    ).toEqual([])
  })

  it('is not read by the contract, whose functions are pure', () => {
    const files = sourcesUnder('contract')
    expect(files.flatMap((file) => linesWith(file, /\bDate\.now\b|\bnew Date\(\s*\)|Math\.random/))).toEqual(
      [],
    )
  })
})

describe('the network', () => {
  it('is spoken to in web/core/api only', () => {
    const files = sourcesUnder('web').filter((file) => !NETWORK_ALLOWED.test(file))
    const ways = /(?<![.\w])fetch\(|window\.fetch|XMLHttpRequest|sendBeacon|new (WebSocket|EventSource)/
    expect(files.flatMap((file) => linesWith(file, ways))).toEqual([])
  })

  it('contract makes no request', () => {
    expect(sourcesUnder('contract').flatMap((file) => linesWith(file, /(?<![.\w])fetch\(/))).toEqual([])
  })
})

/** One pixel of the design of a big screen, and how parts of it move: set once around all of them, web/app/wall/wall.module.css. */
const OF_WALLS = ['--u', '--move']

describe('colours', () => {
  const sources = FILES.filter((file) => /^web\/.*\.(ts|tsx|css|html)$/.test(file) && !isTest(file))
  const elsewhere = sources.filter((file) => file !== 'web/core/theme.ts')

  it('are written in theme.ts only', () => {
    const colour = /#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b(?!\/)|\b(rgba?|hsla?)\(/
    expect(elsewhere.flatMap((file) => linesWith(file, colour))).toEqual([])
  })

  it('that a style sheet names are there', () => {
    const own = [...textOf('web/core/theme.ts').matchAll(/^ {2}([a-zA-Z0-9]+): '(#|rgb)/gm)].map(
      ([, name = '']) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    const unknown = sources
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => {
        const local = new Set([...textOf(file).matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
        if (/^web\/overview\//.test(file)) for (const name of OF_WALLS) local.add(name)
        const used = [...textOf(file).matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)
        return used
          .filter((name) => !own.includes(name) && !local.has(name))
          .map((name) => `${file}: ${name}`)
      })
    expect(own).toContain('--brand-deep')
    expect(unknown).toEqual([])
  })
})

describe('big screens', () => {
  it('move in the steps that all parts share', () => {
    const sheets = FILES.filter((file) => /^web\/overview\/.*\.css$/.test(file))
    const moved = sheets.flatMap((file) => textOf(file).match(/transition:[^;]*;/g) ?? [])
    expect(moved.length).toBeGreaterThan(5)
    expect(moved.filter((text) => /\d+m?s\b/.test(text))).toEqual([])
  })
})

describe('inline styles', () => {
  const components = sourcesUnder('web').filter((file) => file.endsWith('.tsx'))

  it('hold only what is computed', () => {
    const literals = /\bstyles?=\{\{\s*(?:\w+:\s*(?:-?[\d.]+|'[^']*'|\{[^}]*\}),?\s*)+\}\}/g
    const fixed = components.flatMap((file) =>
      [...codeOf(file).matchAll(literals)].map(([text]) => `${file}: ${text}`),
    )
    expect(fixed).toEqual([])
  })
})

describe('style sheets', () => {
  /** What every page shares, and the frame that print rules of pages have to reach. */
  const GLOBAL = ['web/app/global.css', 'web/app/shell/shell.css']
  const sheets = FILES.filter((file) => /^web\/.*\.css$/.test(file))

  it('are modules beside their components', () => {
    expect(sheets.filter((file) => !file.endsWith('.module.css'))).toEqual(GLOBAL)
  })

  it('have the classes that components name, and no other', () => {
    const camelCase = (name: string): string =>
      name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
    const components = sourcesUnder('web').map((file) => ({ file, code: codeOf(file) }))
    const wrong = sheets
      .filter((file) => file.endsWith('.module.css'))
      .flatMap((sheet) => {
        const rules = textOf(sheet).replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|\{[^{}]*\}/g, '')
        const defined = new Set(
          [...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => camelCase(name)),
        )
        const used = new Set(
          components.flatMap(({ file, code }) => {
            const local = [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].find(
              ([, , path = '']) => resolveImport(file, path) === sheet,
            )?.[1]
            return local
              ? [...code.matchAll(new RegExp(`\\b${local}\\.(?!module\\.css)(\\w+)`, 'g'))].map(
                  ([, name = '']) => name,
                )
              : []
          }),
        )
        return [
          ...[...used].filter((name) => !defined.has(name)).map((name) => `${sheet}: ${name} is missing`),
          ...[...defined].filter((name) => !used.has(name)).map((name) => `${sheet}: ${name} is unused`),
        ]
      })
    expect(wrong).toEqual([])
  })
})

describe('files', () => {
  it('are named in kebab-case', () => {
    const roots = /^(contract|server|web|tests|scripts|bench|docs)\//
    const names = FILES.filter((path) => roots.test(path) && !path.includes('/data/')).flatMap((path) =>
      path.split('/'),
    )
    const odd = new Set(
      names.filter((name) => !/^[a-z0-9]+([-_.][a-z0-9]+)*$/.test(name) && name !== 'README.md'),
    )
    expect([...odd]).toEqual([])
    const underscored = OWN.filter((path) => path.includes('_'))
    expect(underscored).toEqual([])
  })

  it('are never called index, utils, helpers or common', () => {
    expect(OWN.filter((path) => /\/(index|utils?|helpers?|common)\.\w+$/.test(path))).toEqual([])
  })

  it('have named exports only', () => {
    const files = OWN.filter((path) => !DEFAULT_EXPORT_ALLOWED.includes(path))
    expect(
      files.flatMap((file) => linesWith(file, /^\s*export default\b|^\s*export \{[^}]*\bas default\b/)),
    ).toEqual([])
  })

  it('do not silence the compiler or the linter', () => {
    const casts = /\bas any\b|<any>|:\s*any\b(?!\w)|\bas unknown as any\b/
    expect(
      OWN.filter((file) => !file.startsWith('tests/architecture/')).flatMap((file) => linesWith(file, casts)),
    ).toEqual([])
    const silenced = OWN.filter((file) =>
      /@ts-(ignore|nocheck)|eslint-disable/.test(textWithoutPatterns(file)),
    )
    expect(silenced).toEqual([])
  })

  it('hide class members by #, which also holds at run time', () => {
    // A constructor can be hidden by the modifier only.
    const modifier = /^\s*private (?!constructor\b)/
    expect(OWN.flatMap((file) => linesWith(file, modifier))).toEqual([])
  })

  it(`have at most ${MAX_LINES} lines`, () => {
    const sized = FILES.filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path) && !path.includes('/data/'))
    const long = sized.filter(
      (path) => textOf(path).split('\n').length - 1 > MAX_LINES && !path.endsWith('.gen.ts'),
    )
    expect(long).toEqual([])
  })

  it(`stand in folders of at most ${MAX_FILES}`, () => {
    const counts = new Map<string, number>()
    for (const path of FILES.filter(
      (file) =>
        /^(contract|server|web|tests)\//.test(file) &&
        !file.includes('/data/') &&
        // They are numbered, and once delivered they stay where they are.
        !file.startsWith('server/migrations/'),
    ))
      counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([])
  })

  it('keep no half-done work', () => {
    const marks = /\b(TODO|FIXME|XXX|HACK)\b/
    const files = OWN.filter((file) => !file.startsWith('tests/architecture/'))
    expect(files.filter((file) => marks.test(textOf(file)))).toEqual([])
    const focused = FILES.filter(isTest).flatMap((file) => linesWith(file, /\b(it|describe|test)\.only\b/))
    expect(focused.filter((line) => !line.startsWith('tests/architecture/'))).toEqual([])
  })
})

function textWithoutPatterns(file: string): string {
  return file.startsWith('tests/architecture/') ? codeOf(file).replaceAll(/\/[^/\n]+\//g, '') : textOf(file)
}
