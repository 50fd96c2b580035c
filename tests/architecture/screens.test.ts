// The web against the spec: routes, print pages, dashboards, widgets, use of every permission.
import { describe, expect, it } from 'vitest'
import {
  PERMISSION_NAMES,
  PERMISSIONS,
  type PermissionName,
  permissionId,
} from '#contract/core/permissions.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { SCREENS } from '#web/features.ts'
import { expectComplete, takeCensus } from './census.ts'
import { codeOf, sourcesUnder } from './sources.ts'
import { DASHBOARDS, type Part, PENDING, PRINT_PAGES, ROUTES, WIDGETS } from './spec.ts'

const WEB = sourcesUnder('web')
const screenAt = (path: string) => SCREENS.find((screen) => screen.path === path)

/** Pages that say why something cannot be shown; their folder is `errors`. */
const ERROR_PAGES = ['/401', '/404', '/500']
/** Screens of ours in addition to those of the spec. */
const OWN_SCREENS = [
  '/schools/import-details',
  '/letters/letter-template',
  '/letters/letter-tracking',
  '/visits/visit-entry',
  '/assessment/plan-details',
  '/assessment/review-apply',
  '/authority/audit-log',
  '/authority/org-terms',
  '/authority/second-step',
]

describe('screens', () => {
  it('every route of spec §2 is a screen or pending', () => {
    const paths = ROUTES.map(({ path }) => path)
    expectComplete(takeCensus(paths, (path) => screenAt(path) !== undefined, PENDING.routes))
  })

  it('every print page of spec §2 is a screen or pending', () => {
    const built = new Map(
      PRINT_PAGES.map(({ print, screen }) => [print, SCREENS.some(({ path }) => screen.test(path))]),
    )
    expectComplete(takeCensus(built.keys(), (name) => built.get(name) === true, PENDING.printPages))
  })

  it.each(ROUTES.filter(({ path }) => screenAt(path)))(
    '$path asks for the permissions of the spec',
    (route) => {
      const screen = screenAt(route.path)
      const asked = (screen?.anyOf ?? []).map(permissionId)
      if (route.permissions) expect(asked.toSorted()).toEqual(route.permissions.toSorted())
      else {
        expect(asked.length).toBeGreaterThan(0)
        if (route.section)
          for (const name of screen?.anyOf ?? []) expect(idsUpwards(name)).toContain(route.section)
      }
      if (route.permissions?.length === 0) expect(screen?.anyOf).toBeNull()
      if (route.hidden) expect(screen?.hidden).toBe(true)
    },
  )

  it('are those of the spec, or listed as ours', () => {
    const known = new Set(ROUTES.map(({ path }) => path))
    const others = SCREENS.map(({ path }) => path).filter(
      (path) => !known.has(path) && !path.startsWith('/print/'),
    )
    expect(others).toEqual(OWN_SCREENS)
  })

  it('stand once, have a Chinese title and load only when opened', () => {
    const paths = SCREENS.map(({ path }) => path)
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
    for (const screen of SCREENS) {
      expect(screen.title).toMatch(/\p{Script=Han}/u)
      expect(screen.load).toBeTypeOf('function')
      if (screen.anyOf !== null) expect(screen.anyOf.length).toBeGreaterThan(0)
    }
  })

  it('folder is the last part of the path', () => {
    for (const { path } of SCREENS) {
      if (ERROR_PAGES.includes(path)) continue
      const folder = path
        .split('/')
        .at(-1)
        ?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      expect(
        WEB.some((file) => file.endsWith(`/${folder}/page.tsx`)),
        path,
      ).toBe(true)
    }
  })
})

describe('parts', () => {
  const isBuilt = (part: Part): boolean =>
    'file' in part
      ? WEB.some((file) => part.file.test(file))
      : WEB.some((file) => part.source.test(codeOf(file)))
  const builtIn = (parts: Part[]) => (name: string) =>
    parts.some((part) => part.name === name && isBuilt(part))

  it('every shared widget of spec §2 is there or pending', () => {
    const names = WIDGETS.map(({ name }) => name)
    expectComplete(takeCensus(names, builtIn(WIDGETS), PENDING.widgets))
  })

  it('every dashboard view of spec §2 is there or pending', () => {
    const names = DASHBOARDS.map(({ name }) => name)
    expectComplete(takeCensus(names, builtIn(DASHBOARDS), PENDING.dashboards))
  })
})

describe('permissions', () => {
  it('every one opens a screen, a call or a part of a screen, or is pending', () => {
    const direct = new Set<string>(SCREENS.flatMap(({ anyOf }) => anyOf ?? []))
    for (const { definition } of ALL_ENDPOINTS)
      if (typeof definition.access !== 'string') for (const name of definition.access) direct.add(name)
    for (const name of namesGating()) direct.add(name)
    const used = new Set([...direct].flatMap((name) => (isPermission(name) ? idsUpwards(name) : [])))
    expectComplete(
      takeCensus(
        PERMISSION_NAMES.map((name) => String(permissionId(name))),
        (id) => used.has(Number(id)),
        PENDING.permissions.map(String),
      ),
    )
  })

  it('pages name no permission that does not exist', () => {
    expect([...namesGating()].filter((name) => !isPermission(name))).toEqual([])
  })
})

function isPermission(name: string): name is PermissionName {
  return name in PERMISSIONS
}

/** The permission's number and those of the sections around it: a section is used by what is inside. */
function idsUpwards(name: PermissionName): number[] {
  const { id, parent } = PERMISSIONS[name]
  return parent !== null && isPermission(parent) ? [id, ...idsUpwards(parent)] : [id]
}

/** Names inside `<Allowed any={[…]}>` and `useAllowed([…])`. */
function namesGating(): Set<string> {
  const lists = WEB.flatMap((file) =>
    [...codeOf(file).matchAll(/(?:\bany=\{|useAllowed\(|\banyOf: )\[([^\]]*)\]/g)].map(
      (match) => match[1] ?? '',
    ),
  )
  return new Set(lists.flatMap((list) => [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')))
}
