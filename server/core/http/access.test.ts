// Who may call what: every endpoint of the contract against every demo account.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { PERMISSIONS, type PermissionName, type Profile } from '#contract/core/permissions.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { PROFILE_OF } from '../../testing/demo-profiles.ts'
import type { By } from '../../testing/people.ts'
import { setSecondStepRules } from '../../testing/second-step.ts'

const node = useApp()

const ACCOUNTS = Object.keys(PROFILE_OF)
const tokens = new Map<string, string>()

beforeAll(async () => {
  // Without the second step, so that one account is signed in like the others.
  await setSecondStepRules(node.current, [])
  for (const account of ACCOUNTS) tokens.set(account, await node.current.login(account))
})

const holds = (profile: Profile, name: PermissionName): boolean =>
  (PERMISSIONS[name].holders as readonly Profile[]).includes(profile)

type Expected = 'served' | 601 | 602 | 613
function expectedFor(definition: Endpoint, account: string): Expected {
  const { access, evenIf = [] } = definition
  if (access === 'public') return 'served'
  const profile = PROFILE_OF[account]
  if (!profile) return evenIf.includes('unbound') ? 'served' : 613
  if (access === 'signedIn') return 'served'
  return access.some((name) => holds(profile, name)) ? 'served' : 602
}

const codeOf = async (caller: By, definition: Endpoint): Promise<number> =>
  (await caller.call(definition, {})).code
const isServed = (code: number) => ![601, 602, 613].includes(code)

/** Ends the session it is called with. */
const tokenFor = (definition: Endpoint, account: string) =>
  definition.path === sessionEndpoints.logout.path
    ? node.current.login(account)
    : Promise.resolve(tokens.get(account) ?? '')

describe.each(ALL_ENDPOINTS)('$name', ({ definition }) => {
  test('answers 601 without a token that is ours, unless it is public', async () => {
    const codes = await Promise.all([
      codeOf(node.current, definition),
      codeOf(node.current.as(`${tokens.get('city01')}x`), definition),
    ])
    if (definition.access === 'public') expect(codes.filter((code) => code === 601)).toEqual([])
    else expect(new Set(codes)).toEqual(new Set([601]))
  })

  test('serves exactly those who hold a permission for it', async () => {
    const wrong: string[] = []
    for (const account of ACCOUNTS) {
      const caller = node.current.as(await tokenFor(definition, account))
      const code = await codeOf(caller, definition)
      const expected = expectedFor(definition, account)
      const right = expected === 'served' ? isServed(code) : code === expected
      if (!right) wrong.push(`${account}: ${code} instead of ${expected}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('the token', () => {
  const { userInfo } = sessionEndpoints

  test('counts in the Authorization header alone: never as a cookie, never in the address', async () => {
    const token = tokens.get('city01') ?? ''
    const places = [
      { url: userInfo.path, headers: { cookie: `x-token=${token}` } },
      { url: userInfo.path, headers: { 'x-token': token } },
      { url: `${userInfo.path}?token=${token}&authorization=${token}&t=${token.slice(0, 40)}`, headers: {} },
    ]
    for (const place of places) {
      const response = await node.current.app.inject({ method: 'GET', ...place })
      expect(response.json().code).toBe(601)
    }
  })

  test.each(['x'.repeat(43), 'Bearer', `Bearer ${'x'.repeat(43)}`, 'null'])('is not “%s”', async (token) => {
    expect(await codeOf(node.current.as(token), userInfo)).toBe(601)
  })

  test('is taken with and without the word Bearer', async () => {
    const token = tokens.get('city01') ?? ''
    expect((await node.current.as(token).call(userInfo, {})).success).toBe(true)
    expect((await node.current.as(`Bearer ${token}`).call(userInfo, {})).success).toBe(true)
  })
})

describe('the routes', () => {
  /** Served in addition to the calls of the contract. */
  const OTHERS = [
    '/health/live',
    '/health/ready',
    '/static/config.json',
    '/static/version.json',
    '/favicon.ico',
    '/letter',
    '*',
  ]

  test('are those of the contract and no others', () => {
    const served = servedRoutes()
    const known = new Set(ALL_ENDPOINTS.map(({ definition }) => definition.path))
    expect(served.filter(({ path }) => !known.has(path) && !OTHERS.includes(path))).toEqual([])
    for (const { definition } of ALL_ENDPOINTS) {
      const route = served.find(({ path }) => path === definition.path)
      const methods: string[] = [definition.method]
      if (definition.method === 'GET' && !definition.download) methods.push('HEAD')
      if (definition.alsoPost) methods.push('POST')
      expect({ path: definition.path, methods: route?.methods.sort() }).toEqual({
        path: definition.path,
        methods: methods.sort(),
      })
    }
  })

  function servedRoutes(): { path: string; methods: string[] }[] {
    const stack: string[] = []
    const routes: { path: string; methods: string[] }[] = []
    for (const line of node.current.app.printRoutes({ commonPrefix: false }).split('\n')) {
      const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line)
      if (!match) continue
      const depth = (match[1] ?? '').length / 4
      stack.length = depth
      stack[depth] = match[2] ?? ''
      if (match[3]) routes.push({ path: stack.join(''), methods: match[3].split(', ') })
    }
    return routes
  }
})
