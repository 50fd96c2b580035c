import { describe, expect, test } from 'vitest'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { signedIn } from '../../testing/people.ts'
import { rowsOf } from '../../testing/rows.ts'
import { makeRefusalCount } from './refusal-count.ts'

describe('refusals of one account', () => {
  test('are written one by one up to a hundred, then in sums; none is lost', () => {
    let now = 0
    const count = makeRefusalCount(() => now)
    const written = Array.from({ length: 350 }, () => count(1))
    expect(written.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 1))
    expect(written.slice(100).filter(Boolean)).toEqual([100, 100])
    now += 3_600_000
    // What was left over comes along with the first of the next hour.
    expect([count(1), count(1)]).toEqual([51, 1])
  })

  test('do not count for another', () => {
    const count = makeRefusalCount(() => 0)
    for (let nth = 0; nth < 200; nth++) count(1)
    expect([count(2), count(2)]).toEqual([1, 1])
  })
})

describe('the trail of a script', () => {
  const node = useApp()

  test('has a hundred rows and a sum for every hundred more', async () => {
    const teacher = await signedIn(node.current, 'teacher01')
    const deleteStudents = () => teacher.call(studentEndpoints.deleteStudents, { studentIds: [1] })
    for (let nth = 0; nth < 210; nth++) expect((await deleteStudents()).code).toBe(602)
    const rows = await rowsOf<{ refusals: number | null }>(
      node.current,
      `select (detail ->> 'refusals')::int as refusals from audit_log
       where action = 'access.denied' and account = 'teacher01' order by id`,
    )
    expect(rows).toHaveLength(101)
    expect(rows.at(-1)).toEqual({ refusals: 100 })
  })
})

describe('calls of one account', () => {
  const node = useApp({ CALLS_PER_MINUTE: '20' })

  test('are limited, those of others are not touched', async () => {
    const [one, other] = [await signedIn(node.current, 'school01'), await signedIn(node.current, 'region01')]
    const codes = await Promise.all(
      Array.from({ length: 30 }, async () => (await one.call(homeEndpoints.homeSummary, {})).code),
    )
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(5)
    expect((await other.call(homeEndpoints.homeSummary, {})).code).toBe(200)
  })
})

describe('whether somebody exists', () => {
  const node = useApp({ EXISTENCE_CHECKS_PER_MINUTE: '3' })

  test('can be asked a few times a minute from one address', async () => {
    const by = await signedIn(node.current, 'region01')
    const asked = Array.from({ length: 6 }, () =>
      by.call(sessionEndpoints.existsByAccount, { account: 'school01' }),
    )
    const codes = (await Promise.all(asked)).map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(3)
    expect(codes.filter((code) => code === 429)).toHaveLength(3)
  })
})
