// Two hundred who open the same view within a second cost the database no more than one.
import { beforeAll, expect, test } from 'vitest'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { makeSharedMoments, type SharedMoments } from '../core/shared-moments.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { makeFigureWorld } from '../testing/figure-world.ts'
import { demoUsers, must } from '../testing/people.ts'
import { sharedAnswer } from './wall.ts'

const VIEWERS = 200
const A_LONG_MOMENT = 60_000
const asked: string[] = []
const shared = makeSharedMoments(A_LONG_MOMENT)
const moments: SharedMoments = (key, ask) =>
  shared(key, () => {
    asked.push(key)
    return ask()
  })
const node = useApp({}, { moments })
const as = demoUsers(node)
let planId = 0
beforeAll(async () => {
  planId = (await makeFigureWorld(node.current, makeRandom('viewers'))).planId
})

test.each(['overviewProgress', 'overviewMyopia'] as const)('%s is asked for once', async (name) => {
  asked.length = 0
  // All who may open 西湖区 share its figures: the province, the city and the district itself.
  const accounts = ['province01', 'city01', 'region01']
  const views = await Promise.all(
    Array.from({ length: VIEWERS }, (_, nth) =>
      must(
        as(accounts[nth % accounts.length] ?? '').call(overviewEndpoints[name], { planId, areaId: '330106' }),
      ),
    ),
  )
  expect(asked).toHaveLength(1)
  expect(new Set(views.map(({ mark }) => mark)).size).toBe(1)
})

test('an answer is the same object for all who see a place from the same range, and no other', () => {
  const moment = { today: '2026-11-19', at: '2026-11-19T01:00:00.000Z', mark: 'now', view: { total: 3 } }
  const unit: Unit = { level: 'region', key: { areaId: '330106' }, name: '西湖区' }
  const city: Unit = { level: 'city', key: { areaId: '330100' }, name: '杭州市' }
  const plan = { planId: 1 } as Parameters<typeof sharedAnswer>[2]['plan']
  const answer = (seen: string | undefined, path = [unit]) => sharedAnswer(moment, seen, { plan, path, unit })
  const first = answer(undefined)
  expect(first).toEqual({ plan, path: [unit], unit, ...moment })
  expect(Object.isFrozen(first)).toBe(true)
  expect(answer('before')).toBe(first)
  expect(answer(undefined, [city, unit]).path).toEqual([city, unit])
  expect(answer('now')).toEqual({ ...first, view: null })
  expect(answer('now')).toBe(answer('now'))
  expect(sharedAnswer({ ...moment }, undefined, { plan, path: [unit], unit })).not.toBe(first)
})
