// Hostile values in every field of every call: no fault of ours, nothing internal disclosed, nothing widened.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_ORGS } from '../../seed/demo-world.ts'
import { useApp } from '../../testing/app.ts'
import { MULTIPART, multipartBody } from '../../testing/sheets/multipart.ts'

const node = useApp({ LIMITED_CALLS_PER_MINUTE: '100000', LOGIN_FAILURES_PER_ADDRESS: '100000' })
let authorization = ''
beforeAll(async () => {
  authorization = await node.current.login('region01')
})

const HOSTILE: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['minus one', -1],
  ['beyond bigint', 1e300],
  ['beyond integer', 99_999_999_999],
  ['largest safe', Number.MAX_SAFE_INTEGER],
  ['array', [1, 2]],
  ['object', { $gt: '' }],
  ['NUL', 'a\u0000b'],
  ['lone surrogate', '\ud800'],
  ['emoji and right-to-left', '😀👩‍👩‍👧\u202Eabc\u200B'],
  ['newlines', 'a\r\nSet-Cookie: x=1\n'],
  ['quote', "'; drop table org; --"],
  ['sleep and union', "1);select pg_sleep(9)--' union select password_hash from app_user --"],
  ['traversal', '../../../../etc/passwd'],
  ['long', '长'.repeat(2000)],
]

const INSIDES =
  /at .{0,200}\.[jt]s:\d|node_modules|\/(work|home|tmp)\/|pg_|SELECT |INSERT |relation "|syntax error|\bkysely|\bfastify|FST_ERR|\bzod\b|invalid input|violates/

function fieldsOf(definition: Endpoint): string[] {
  const schema = z.toJSONSchema(definition.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {})
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? Buffer.from(value).toString() : JSON.stringify(value)

async function send(definition: Endpoint, input: Record<string, unknown>) {
  const { app } = node.current
  const headers = { authorization }
  if (definition.upload) {
    const fields = Object.entries(input).map(([name, value]) => ({ name, value: textOf(value) }))
    const payload = multipartBody([...fields, { name: 'file', filename: 'a.xlsx', content: 'x' }])
    const asForm = { ...headers, 'content-type': MULTIPART }
    return app.inject({ method: 'POST', url: definition.path, payload, headers: asForm })
  }
  if (definition.method === 'POST')
    return app.inject({
      method: 'POST',
      url: definition.path,
      payload: JSON.stringify(input),
      headers: {
        ...headers,
        'content-type': 'application/json',
      },
    })
  const query = Object.entries(input).map(([key, value]) => `${key}=${encodeURIComponent(textOf(value))}`)
  return app.inject({ method: 'GET', url: `${definition.path}?${query.join('&')}`.slice(0, 8000), headers })
}

/**
 * Of the inputs that the schema of a call refuses with the same words, the first stands for all: none gets any further.
 * What it lets pass is sent whatever it is.
 */
function worthSending(
  definition: Endpoint,
  field: string,
  valid: Record<string, unknown>,
  refusals: Set<string>,
) {
  return HOSTILE.filter(([, value]) => {
    const isJson = definition.method === 'POST' && !definition.upload
    const { error } = definition.input.safeParse({ ...valid, [field]: isJson ? value : textOf(value) })
    if (!error) return true
    const words = new Set(error.issues.map(({ code, message }) => `${code} ${message}`))
    return refusals.size < refusals.add([...words].sort().join()).size
  })
}

/** Inputs that get past the checks, so that a hostile value in one field reaches the work behind them. */
const VALID: Record<string, Record<string, unknown>> = {
  login: { account: 'nobody99', password: 'Wrong@2026' },
  editSchool: {
    orgId: 12,
    orgName: '西湖实验小学',
    address: '文教路1号',
    contactName: '张老师',
    contactPhone: '13812345678',
    version: 77,
    stages: [2],
    schoolType: 10,
    schoolLevel: 10,
  },
  editAccount: { userId: 5, version: 77, realName: '周静', roleType: 20, isSuper: true, dataRangeType: 4 },
  grantPermissions: { userId: 5, version: 77, permissionIds: [1103] },
  addAccount: {
    orgId: 12,
    account: 'fuzzer01',
    realName: '赵敏',
    phone: '13812345678',
    roleType: 45,
    dataRangeType: 4,
  },
  validOrgNameByRegion: {
    provinceId: '330000',
    cityId: '330100',
    regionId: '330106',
    orgName: '西湖第九小学',
  },
}

// Both end sessions, the fuzz's own among them.
const SKIPPED = ['logout', 'signOutOthers']
const FUZZED = ALL_ENDPOINTS.filter(({ name }) => !SKIPPED.includes(name))

test.each(FUZZED)(
  '$name answers every hostile value in form, and tells nothing',
  async ({ name, definition }) => {
    const wrong: string[] = []
    const tryOne = async (field: string, label: string, value: unknown) => {
      const answer = await send(definition, { ...VALID[name], [field]: value })
      const { statusCode: status, body } = answer
      if (definition.download && answer.headers['content-disposition']) return
      const known = [200, 400, 414].includes(status) && typeof JSON.parse(body).code === 'number'
      // A picture is random letters.
      const shown = body.replace(/data:image[^"]*/, '')
      if (!known || INSIDES.test(shown)) wrong.push(`${field} = ${label}: ${status} ${shown.slice(0, 120)}`)
    }
    const refusals = new Set<string>()
    for (const field of fieldsOf(definition)) {
      const values = worthSending(definition, field, VALID[name] ?? {}, refusals)
      // Files are given to one at a time.
      if (definition.download) for (const [label, value] of values) await tryOne(field, label, value)
      else await Promise.all(values.map(([label, value]) => tryOne(field, label, value)))
    }
    expect(wrong).toEqual([])
  },
)

describe('one value where there are two', () => {
  const { schoolDetail } = orgEndpoints
  const { accountPageList, accountPermissions } = authorityEndpoints

  test.each([
    `${schoolDetail.path}?orgId=12&orgId=1`,
    `${schoolDetail.path}?orgId=1&orgId=12`,
    `${schoolDetail.path}?orgId[]=12`,
    `${schoolDetail.path}?orgId[0]=12`,
    `${accountPermissions.path}?userId=5&userId=1`,
    `${accountPageList.path}?orgId=12&orgId=1`,
    `${accountPageList.path}?pageSize=10&pageSize=50`,
    `${accountPageList.path}?keyword=a&keyword=b`,
  ])('%s is refused', async (url) => {
    const response = await node.current.app.inject({ method: 'GET', url, headers: { authorization } })
    expect(response.statusCode).toBe(400)
  })

  test.each([
    '__proto__[isAdmin]=1',
    '__proto__=1',
    'constructor[prototype][x]=1',
    'toString=1',
    'hasOwnProperty=1',
  ])('%s pollutes nothing', async (query) => {
    const url = `${accountPageList.path}?${query}`
    const response = await node.current.app.inject({ method: 'GET', url, headers: { authorization } })
    expect(response.json().success).toBe(true)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('the size of a page', () => {
  const { accountPageList } = authorityEndpoints
  const { orgList } = orgEndpoints

  test.each(['0', '-1', '51', '1e9', '1000000000', 'abc', '1.5', 'NaN', 'Infinity', '20;', '[20]', 'null'])(
    '%s is refused',
    async (pageSize) => {
      for (const { path } of [accountPageList, orgList]) {
        const url = `${path}?pageSize=${encodeURIComponent(pageSize)}`
        const response = await node.current.app.inject({ method: 'GET', url, headers: { authorization } })
        expect(response.statusCode).toBe(400)
        expect(response.json().data.issues).toEqual([{ path: ['pageSize'], message: '参数不正确' }])
      }
    },
  )

  test.each(['0', '-1', '1000001', 'abc', '1e99'])('page number %s is refused', async (pageNum) => {
    const url = `${accountPageList.path}?pageNum=${pageNum}`
    const response = await node.current.app.inject({ method: 'GET', url, headers: { authorization } })
    expect(response.statusCode).toBe(400)
  })

  test.each([15, 20, 30, 50])('%i rows are allowed, and 20 come without asking', async (pageSize) => {
    const province = node.current.as(await node.current.login('province01'))
    const { data } = await province.call(accountPageList, { pageSize })
    expect(data.list).toHaveLength(pageSize)
    expect((await province.call(accountPageList, {})).data.list).toHaveLength(20)
  })
})

test('ten thousand ids are refused before anything is done with them', async () => {
  const { path } = authorityEndpoints.grantPermissions
  const payload = {
    userId: 5,
    version: 1,
    permissionIds: Array.from({ length: 10_000 }, (_, index) => index),
  }
  const response = await node.current.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { authorization },
  })
  expect(response.statusCode).toBe(400)
})

test('after all of it the session lives and the tables are whole', async () => {
  const { data } = await node.current.as(authorization).call(sessionEndpoints.userInfo, {})
  expect(data.account).toBe('region01')
  const { count } = await node.current.db
    .selectFrom('org')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(DEMO_ORGS.length)
})
