// The hospital side of an area: every number recounted from records, the same for everybody who may look.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'
import { type ExecutorWorld, insertRetests, makeExecutorWorld } from '../../testing/walls/executor-world.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewHospitals } = overviewEndpoints

type Wanted = (record: StoredRecord) => boolean

let world: ExecutorWorld
let own: ExecutorWorld['own']
beforeAll(async () => {
  world = await makeExecutorWorld(node.current)
  ;({ own } = world)
})
beforeEach(() => node.current.sql('delete from retest'))

const counted = (wanted: Wanted) => recountRecords(node.current, world.planId, wanted)
const shown = <View>({ view }: { view: View | null }): View => {
  if (view === null) throw new Error('nothing new')
  return view
}

const PLACES: [account: string, areaId: string | undefined, wanted: Wanted][] = [
  ['province01', undefined, () => true],
  ['province01', '330106', (r) => r.region_id === '330106'],
  ['city01', undefined, (r) => r.city_id === '330100'],
  ['province01', '330203', (r) => r.region_id === '330203'],
]
const sideOf = async (account: string, areaId?: string) =>
  shown(await must(as(account).call(overviewHospitals, { planId: world.planId, areaId })))

describe('the hospital side of an area', () => {
  test.each(PLACES)('%s %s adds up to the records', async (account, areaId, wanted) => {
    const view = await sideOf(account, areaId)
    const orgOf = new Map<number, string>()
    for (const [name, tasks] of Object.entries(own)) for (const id of tasks) orgOf.set(id, name)
    const outside = await counted((r) => wanted(r) && orgOf.has(r.task_id))
    const { expected, screened, valid } = outside
    expect(view.total).toMatchObject({ expected, screened, valid })
    expect(view.days.reduce((sum, day) => sum + day.screened, 0)).toBe(screened)
    const schools = await counted((r) => wanted(r) && !orgOf.has(r.task_id))
    expect(view.kinds.find(({ kind }) => kind === 'school')?.screened ?? 0).toBe(schools.screened)
    for (const organisation of view.organisations) {
      const account = organisation.name === '西湖人民医院' ? 'hospital01' : 'social01'
      const mine = await counted((r) => wanted(r) && own[account].includes(r.task_id))
      expect(organisation).toMatchObject({
        kind: account === 'hospital01' ? 'hospital' : 'social',
        tasks: own[account].length,
        screened: mine.screened,
        valid: mine.valid,
      })
      const days = await rowsOf<{ days: number }>(
        node.current,
        'select count(distinct checked_on)::int as days from screening_record where state <> 0 and task_id = any ($1::bigint[])',
        [own[account]],
      )
      expect(organisation.perDay).toBeCloseTo(mine.screened / (days[0]?.days ?? 0), 9)
      expect(organisation.quality.invalidRate).toBeCloseTo(
        ((mine.screened - mine.valid) * 100) / mine.screened,
        9,
      )
    }
    const shares = view.organisations.map((each) => each.screened / each.expected)
    expect(shares).toEqual([...shares].sort((one, other) => one - other))
  })

  test('names who is over the cap of errors', async () => {
    await insertRetests(node.current, own.social01[0] ?? 0, 3, 10, 2)
    await insertRetests(node.current, own.hospital01[0] ?? 0, 3, 10, 0)
    const { overCap, overCapCount, total, organisations } = await sideOf('city01')
    expect(overCapCount).toBe(1)
    expect(overCap).toMatchObject([
      { name: '杭州明眸视力筛查中心', quality: { errorRate: 20, errorsOver: true } },
    ])
    expect(total.quality).toMatchObject({ errorRate: 10, errorsOver: true })
    expect(organisations.find(({ kind }) => kind === 'hospital')?.quality.errorRate).toBe(0)
  })

  test('counts visits of the last days by source, and hides a handful', async () => {
    const record = async (source: number, most: number, days: number, withdrawn = false) =>
      node.current.sql(`insert into visit (student_id, record_id, visited_on, source, hospital_name, client_key,
          created_at, withdrawn_at)
        select student_id, id, '2025-10-20', ${source}, '测试医院', 'k${source}-${days}-' || id,
          now() - interval '${days} days', ${withdrawn ? 'now()' : 'null'}
        from screening_record where task_id = ${own.social01[1]} order by id limit ${most}`)
    await record(1, 7, 0)
    await record(1, 6, 8)
    await record(1, 5, 1, true)
    await record(3, 6, 6)
    const sources = async () => {
      const { visits } = await sideOf('province01', '330106')
      return visits.sources.map(({ source, visits: count }) => [source, count])
    }
    expect(await sources()).toEqual([
      [1, 7],
      [2, 0],
      [3, 6],
    ])
    await record(2, 3, 2)
    const hidden = await sources()
    expect(hidden[1]).toEqual([2, null])
    expect(hidden.filter(([, count]) => count === null).length).toBeGreaterThan(1)
    expect((await sideOf('province01', '330203')).visits.sources.map(({ visits }) => visits)).toEqual([
      0, 0, 0,
    ])
    // They go with their record, and count nowhere without one.
    const [from = 0, to = 0] = [own.social01[1], world.tasks['330203-school-1']]
    await node.current.sql(`update screening_record set (task_id, class_id) = (
        select task_id, class_id from task_class where task_id = ${to} limit 1) where task_id = ${from}`)
    expect((await sources())[0]).toEqual([1, 0])
    expect((await sideOf('province01', '330203')).visits.sources[0]?.visits).toBe(7)
    await node.current.sql('update visit set record_id = null')
    expect((await sideOf('province01', '330203')).visits.sources[0]?.visits).toBe(0)
    await node.current.sql('delete from visit')
  })

  test('says how many of the referred were seen', async () => {
    const all = await counted(() => true)
    const { visited, visited30 } = await sideOf('province01')
    expect([visited.numerator, visited.denominator]).toEqual([all.visited, all.referral])
    expect([visited30.numerator, visited30.denominator]).toEqual([all.visited30, all.referral])
  })

  test('is the same whoever looks, and closed outside the range', async () => {
    const query = { planId: world.planId }
    expect(await sideOf('province01', '330100')).toEqual(await sideOf('city01'))
    expect((await as('city01').call(overviewHospitals, { ...query, areaId: '330203' })).code).toBe(616)
    for (const account of ['region01', 'school01', 'hospital01', 'social01', 'teacher01'])
      expect((await as(account).call(overviewHospitals, query)).code).toBe(602)
  })
})
