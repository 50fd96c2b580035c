// The contract against the spec: calls, codes, enumerations, permissions, messages (tests/spec/*.json).
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as codes from '#contract/core/codes.ts'
import type { Endpoint, EndpointTable } from '#contract/core/endpoint.ts'
import { ERRORS, effectOf, httpStatusOf } from '#contract/core/error-codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import { IMPORT_ROW_CODE_OTHER, IMPORT_ROW_CODES } from '#contract/core/import-codes.ts'
import { PERMISSION_NAMES, PERMISSIONS } from '#contract/core/permissions.ts'
import { ALL_ENDPOINTS, FEATURES } from '#contract/features.ts'
import { expectComplete, takeCensus } from './census.ts'
import { codeOf, sourcesUnder } from './sources.ts'
import {
  CODES,
  ENUMS,
  FILE_CALLS,
  NAMED_CALLS,
  PATH_CALLS,
  PENDING,
  PERMISSION_IDS,
  SPEC_MESSAGES,
} from './spec.ts'

// Exceptions are named one by one: a call joins a list only by a change here.
const PUBLIC = [
  'GET /auth/common/v3/region/tree',
  'GET /auth/system/captcha',
  'GET /auth/system/isExistsByAccount',
  'GET /auth/system/isExistsByPhoneOrIdCard',
  'GET /basicweb/area/children',
  'GET /manager/loginModel/list',
  'POST /auth/sms/sendSMS',
  'POST /auth/sms/v3/verify/code',
  'POST /auth/system/login',
  'POST /auth/system/receptionLoginBySms',
  'POST /auth/system/register',
  'POST /auth/system/resetPwdInReception',
  'POST /basicweb/letter/acknowledge',
  'POST /basicweb/letter/open',
  'POST /basicweb/letter/visit',
  'POST /thirdpart/device/readings',
]
/** Public calls that cost nothing and tell nothing, so that no limit per address is needed. */
const PUBLIC_UNLIMITED = [
  'GET /auth/common/v3/region/tree',
  'GET /basicweb/area/children',
  'GET /manager/loginModel/list',
]
const SIGNED_IN = [
  'GET /auth/password/modificationRemainingDays',
  'GET /auth/system/menuList',
  'GET /auth/system/userDataRange',
  'GET /auth/system/userInfo',
  'GET /basicweb/area/allAreas',
  'GET /basicweb/area/defaultAreas',
  'GET /basicweb/org/validOrgNameByRegion',
  'GET /excel/export/items',
  'GET /manager/home/summary',
  'POST /auth/secondStep/confirmTotp',
  'POST /auth/secondStep/disableTotp',
  'POST /auth/secondStep/renewRecoveryCodes',
  'POST /auth/secondStep/startTotp',
  'POST /auth/system/logout',
  'POST /auth/system/resetPwd',
  'POST /auth/system/v3/reception/change/phone',
]
/** Served to an account that is not bound to an organisation, whose password has expired or that lacks its second step. */
const EVEN_IF = {
  'GET /auth/password/modificationRemainingDays': ['unbound', 'passwordExpired', 'mustEnrol'],
  'GET /auth/system/menuList': ['unbound', 'passwordExpired', 'mustEnrol'],
  'GET /auth/system/userInfo': ['unbound', 'passwordExpired', 'mustEnrol'],
  'POST /auth/secondStep/confirmTotp': ['mustEnrol'],
  'POST /auth/secondStep/startTotp': ['mustEnrol'],
  'POST /auth/system/logout': ['unbound', 'passwordExpired', 'mustEnrol', 'orgClosed'],
  'POST /auth/system/resetPwd': ['unbound', 'passwordExpired'],
}
/** POST calls that only ask something. */
const POST_WITHOUT_EFFECT = [
  'POST /basicweb/student/validChangeStuV2',
  'POST /manager/message/countAddressees',
  'POST /manager/plan/preview',
  'POST /manager/warning/setting/preview',
  'POST /report/design/preview',
]
const ALSO_POST = [
  'GET /auth/system/isExistsByAccount',
  'GET /auth/system/isExistsByPhoneOrIdCard',
  'GET /basicweb/student/v3/studentPageList',
  'GET /excel/export/size',
]

const keyOf = (call: { method: string; path: string }): string => `${call.method} ${call.path}`
const DEFINITIONS: Endpoint[] = ALL_ENDPOINTS.map(({ definition }) => definition)
const keysWhere = (test: (definition: Endpoint) => boolean): string[] =>
  DEFINITIONS.filter(test).map(keyOf).sort()

describe('calls', () => {
  it('every call of spec §7 is in the contract or pending', () => {
    const endpoints = new Set(DEFINITIONS.map(keyOf))
    const names = Object.entries(FEATURES as Record<string, EndpointTable>).flatMap(([feature, table]) =>
      Object.keys(table).map((key) => `${feature}.${key}`),
    )
    const web = sourcesUnder('web').map(codeOf)
    const built = new Map<string, boolean>([
      ...PATH_CALLS.map((call) => [keyOf(call), endpoints.has(keyOf(call))] as const),
      ...NAMED_CALLS.map((call) => [call.name, names.some((name) => call.endpoint.test(name))] as const),
      ...FILE_CALLS.map((call) => [call.file, web.some((code) => call.source.test(code))] as const),
    ])
    expectComplete(takeCensus(built.keys(), (call) => built.get(call) === true, PENDING.calls))
  })

  it('take the parameters the spec names', () => {
    const missing = PATH_CALLS.flatMap((call) => {
      const definition = DEFINITIONS.find((candidate) => keyOf(candidate) === keyOf(call))
      if (!definition) return []
      const input = z.toJSONSchema(definition.input, { io: 'input', unrepresentable: 'any' })
      const known = Object.keys(input.properties ?? {})
      return call.params.filter((param) => !known.includes(param)).map((param) => `${keyOf(call)}: ${param}`)
    })
    expect(missing).toEqual([])
  })

  it('no path differs from one of the spec by case or method alone', () => {
    const spec = new Map(PATH_CALLS.map((call) => [call.path.toLowerCase(), keyOf(call)]))
    const near = DEFINITIONS.flatMap((definition) => {
      const wanted = spec.get(definition.path.toLowerCase())
      return wanted && wanted !== keyOf(definition) ? [`${keyOf(definition)} is not ${wanted}`] : []
    })
    expect(near).toEqual([])
  })

  it('method and path are unique', () => {
    const keys = DEFINITIONS.flatMap((definition) =>
      definition.alsoPost ? [keyOf(definition), `POST ${definition.path}`] : [keyOf(definition)],
    )
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    for (const { path } of DEFINITIONS)
      expect(path).toMatch(/^\/(auth|basicweb|manager|excel|report|thirdpart)(\/[A-Za-z0-9]+)+$/)
  })
})

describe('every endpoint', () => {
  it.each(ALL_ENDPOINTS)(
    '$name answers who may call, what is seen and what is written down',
    ({ definition }) => {
      expect(Object.keys(definition)).toEqual(
        expect.arrayContaining(['method', 'path', 'summary', 'access', 'scoped', 'audit', 'input', 'output']),
      )
      expect(definition.scoped).toBeTypeOf('boolean')
      expect(definition.summary).toMatch(/\p{Script=Han}/u)
      if (Array.isArray(definition.access)) {
        expect(definition.access.length).toBeGreaterThan(0)
        for (const name of definition.access) expect(PERMISSION_NAMES).toContain(name)
      } else expect(['public', 'signedIn']).toContain(definition.access)
    },
  )

  it('open to anybody is on the list', () => {
    expect(keysWhere(({ access }) => access === 'public')).toEqual(PUBLIC)
  })

  it('open to anybody is limited per address', () => {
    expect(keysWhere(({ access, limited }) => access === 'public' && !limited)).toEqual(PUBLIC_UNLIMITED)
  })

  it('open to anybody signed in is on the list', () => {
    expect(keysWhere(({ access }) => access === 'signedIn')).toEqual(SIGNED_IN)
  })

  it('serving an account that is otherwise refused is on the list', () => {
    const found = DEFINITIONS.filter(({ evenIf }) => evenIf !== undefined)
    expect(Object.fromEntries(found.map((definition) => [keyOf(definition), definition.evenIf]))).toEqual(
      EVEN_IF,
    )
  })

  it('that changes something is audited', () => {
    const silent = keysWhere(({ method, audit }) => method === 'POST' && !audit)
    expect(silent).toEqual(POST_WITHOUT_EFFECT)
    for (const { audit } of DEFINITIONS)
      if (audit !== null) expect(audit).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/)
  })

  it('that may be called by POST although it is a GET is on the list', () => {
    expect(keysWhere(({ alsoPost }) => alsoPost === true)).toEqual(ALSO_POST)
  })
})

describe('codes', () => {
  it('every code of spec §8 has a message', () => {
    const wanted = [...Object.keys(CODES.http), ...Object.keys(CODES.business)]
    expect(wanted.filter((code) => !(code in ERRORS))).toEqual([])
    for (const code of Object.keys(CODES.http)) expect(httpStatusOf(Number(code))).toBe(Number(code))
    for (const code of Object.keys(CODES.business)) expect(httpStatusOf(Number(code))).toBe(200)
  })

  it('no business code is made up', () => {
    const own = Object.keys(ERRORS).filter((code) => Number(code) >= 600 && !(code in CODES.business))
    expect(own).toEqual([])
  })

  it('have the effects of spec §8 and no other', () => {
    const withEffect = (effect: string): number[] =>
      Object.keys(ERRORS)
        .map(Number)
        .filter((code) => effectOf(code) === effect)
    expect(withEffect('signOut')).toEqual(CODES.signOut)
    expect(withEffect('refreshPermissions')).toEqual(CODES.refreshPermissions)
  })

  it('of import rows are those of spec §5', () => {
    expect(Object.keys(IMPORT_ROW_CODES)).toEqual(Object.keys(CODES.importRows))
    expect(IMPORT_ROW_CODE_OTHER).toBe(CODES.importRowOther)
  })
})

describe('enumerations', () => {
  const known = { ...codes, EthnicGroup }
  const codesOf = (name: string): string[] => {
    const found = Object.entries(known).find(([key]) => key === name)?.[1]
    return typeof found === 'object' && 'codes' in found ? found.codes.map(String) : []
  }
  /** Values of ours in addition to those of the spec. */
  const OWN: Record<string, string[]> = { SmsType: ['26', '27'], RateIndicator: ['7', '8'] }

  it('every one of spec §3 is in the contract or pending', () => {
    expectComplete(takeCensus(Object.keys(ENUMS), (name) => codesOf(name).length > 0, PENDING.enums))
  })

  it.each(Object.keys(ENUMS).filter((name) => !PENDING.enums.includes(name)))(
    '%s has the codes of the spec',
    (name) => {
      const wanted = [...Object.keys(ENUMS[name] ?? {}), ...(OWN[name] ?? [])]
      expect(codesOf(name).toSorted()).toEqual(wanted.toSorted())
    },
  )

  it('ethnic groups carry the names of GB/T 3304', () => {
    for (const [code, name] of Object.entries(ENUMS.EthnicGroup ?? {}))
      expect(EthnicGroup.label(code)).toBe(name)
  })
})

describe('permissions', () => {
  const ids: number[] = PERMISSION_NAMES.map((name) => PERMISSIONS[name].id)

  it('every number of the spec is in the catalogue', () => {
    expect(PERMISSION_IDS.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('numbers are unique, ours start at 2001, and ours are buttons', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const name of PERMISSION_NAMES) {
      const { id, kind } = PERMISSIONS[name]
      if (PERMISSION_IDS.includes(id)) continue
      expect(id, name).toBeGreaterThanOrEqual(2001)
      expect(kind, name).toBe('button')
    }
  })

  it('parents exist, are menus and come to an end', () => {
    for (const name of PERMISSION_NAMES) {
      const seen = new Set<string>([name])
      for (let at = PERMISSIONS[name].parent as string | null; at !== null; ) {
        const parent = PERMISSION_NAMES.find((candidate) => candidate === at)
        expect(parent, `parent of ${name}`).toBeDefined()
        expect(seen.has(at), `${name} is its own ancestor`).toBe(false)
        seen.add(at)
        if (!parent) break
        expect(PERMISSIONS[parent].kind).toBe('menu')
        at = PERMISSIONS[parent].parent
      }
    }
  })
})

describe('messages', () => {
  it('every literal text of the spec is shown somewhere or pending', () => {
    const shown = sourcesUnder('contract', 'web').map(codeOf).join('\n')
    const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const isShown = (text: string): boolean =>
      new RegExp(`['"\`>\\s]${literally(text)}['"\`<\\s：]`).test(shown)
    expectComplete(
      takeCensus(
        SPEC_MESSAGES.map(({ text }) => text),
        isShown,
        PENDING.messages,
      ),
    )
  })
})
