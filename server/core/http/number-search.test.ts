// Of a child whose birth date and place are known 500 id numbers are possible: nobody tries them one after the other.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type By, signedIn } from '../../testing/people.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp({ NUMBER_SEARCHES_PER_MINUTE: '4', NUMBER_SEARCHES_PER_DAY: '50' })
const REFUSED = REFUSALS.tooManyNumberSearches
const { studentPageList, applyTransfer } = studentEndpoints
const { exportSize, exportStudents, startExport } = exportEndpoints

const guess = (nth: number) => `33010620160512${String(nth).padStart(3, '0')}X`
const reason = '核对名单'

async function codes(calls: (() => Promise<{ code: number }>)[]): Promise<number[]> {
  const found: number[] = []
  for (const call of calls) found.push((await call()).code)
  return found
}
const times = (count: number, call: (nth: number) => Promise<{ code: number }>) =>
  codes(Array.from({ length: count }, (_, nth) => () => call(nth)))

describe('searches by a whole number', () => {
  test('are refused beyond the limit with a sentence that says it', async () => {
    const school = await signedIn(node.current, 'school01')
    const found = await times(6, (nth) => school.call(studentPageList, { idCard: guess(nth) }))
    expect(found).toEqual([200, 200, 200, 200, REFUSED, REFUSED])
    const { success, message } = await school.call(studentPageList, { studentNo: 'A001' })
    expect({ success, message }).toEqual({
      success: false,
      message: '按证件号、学籍号、告知书编号查找每分钟最多 4 次、每天最多 50 次，请稍后再试',
    })
    const trail = await rowsOf(
      node.current,
      `select action, code from audit_log where user_id = 5 and action = 'access.denied'`,
    )
    expect(trail[0]).toEqual({ action: 'access.denied', code: REFUSED })
  })

  test('count together, in lists, exports and applications', async () => {
    const region = await signedIn(node.current, 'region01')
    const idCard = guess(1)
    await codes([
      () => region.call(studentPageList, { studentNo: 'A001' }),
      () => region.call(exportSize, { item: 'students', idCard }),
      () => region.call(exportStudents, { idCard, reason }),
      () => region.call(startExport, { item: 'students', idCard, reason }),
    ])
    const move = { name: '猜测', newOrgId: 1, newClassId: 1 }
    expect(
      await codes([
        () => region.call(applyTransfer, { ...move, idCard }),
        () => region.call(applyTransfer, { ...move, passportNo: 'E12345678' }),
        () => region.call(exportSize, { item: 'students', studentNo: 'A001' }),
      ]),
    ).toEqual([REFUSED, REFUSED, REFUSED])
  })

  test('of one account are none of another’s, and other searches are not counted', async () => {
    const city = await signedIn(node.current, 'city01')
    await times(6, (nth) => city.call(studentPageList, { idCard: guess(nth) }))
    const other = await signedIn(node.current, 'province01')
    const named = (by: By) => by.call(studentPageList, { name: '王小明', idCard: '', studentNo: '' })
    expect(await times(8, () => named(city))).not.toContain(REFUSED)
    expect((await other.call(studentPageList, { idCard: guess(0) })).code).toBe(200)
  })
})

const NUMBER_FIELDS = ['idCard', 'passportNo', 'studentNo']

/** Fields of an input, of every form that it may have. */
function fieldsOf({ input }: Endpoint): string[] {
  type Schema = { properties?: object; anyOf?: Schema[]; oneOf?: Schema[] }
  const fields = ({ properties = {}, anyOf = [], oneOf = [] }: Schema): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf].flatMap(fields),
  ]
  return fields(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)
}

test('every call that reads by a whole number says so', () => {
  const reading = ALL_ENDPOINTS.filter(
    ({ definition: { method, download, audit } }) => method === 'GET' || download || audit === 'export.start',
  )
  const silent = reading.filter(({ definition }) =>
    fieldsOf(definition).some(
      (field) => NUMBER_FIELDS.includes(field) && !definition.findsByNumber?.includes(field),
    ),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})
