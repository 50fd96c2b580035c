// Letters and visits on a wall: recounted from letters and records, hidden where it is a handful of families.
import { beforeAll, expect, test } from 'vitest'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { ParentsView } from '#contract/overview/parents.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { demoUsers, must } from '../../testing/people.ts'
import { recountRecords, type StoredRecord } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
const as = demoUsers(node)
const { overviewParents } = overviewEndpoints

let world: FigureWorld
beforeAll(async () => {
  // Enough in every class that not everything has to be hidden.
  await node.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
    select class.org_id, class.id, '家长' || class.id || n, 1 + n % 2, '2015-05-05', 3 from class, generate_series(1, 9) as n`)
  world = await makeFigureWorld(node.current, makeRandom('parents'))
  await node.current.sql(`
    insert into letter (record_id, student_id, ticket_hash, ticket_enc, printed_at, opened_at, acknowledged_at, withdrawn_at)
    select id, student_id, decode(md5(id::text), 'hex'), '', case when id % 7 > 0 then now() end,
      case when id % 3 > 0 then now() end, case when id % 3 > 1 then now() end, case when id % 11 = 0 then now() end
    from screening_record where plan_id = ${world.planId} and state <> 0`)
})

const viewOf = async (account: string, areaId?: string): Promise<ParentsView> => {
  const { view } = await must(as(account).call(overviewParents, { planId: world.planId, areaId }))
  if (!view) throw new Error('nothing new')
  return view
}
type Letters = { letters: number; opened: number; acknowledged: number }
async function lettersIn(where: string): Promise<Letters> {
  const [found] = await rowsOf<Letters>(
    node.current,
    `select count(*)::int as letters, count(l.opened_at)::int as opened, count(l.acknowledged_at)::int as acknowledged
     from letter l join screening_record r on r.id = l.record_id join task t on t.id = r.task_id
     where r.plan_id = $1 and l.printed_at is not null and l.withdrawn_at is null and ${where}`,
    [world.planId],
  )
  return found ?? { letters: 0, opened: 0, acknowledged: 0 }
}
const fraction = ({ numerator, denominator }: WallRate) => [numerator, denominator]

/** Says whether it is shown. */
function expectLetters(
  shown: Pick<ParentsView, 'letters' | 'opened' | 'acknowledged'>,
  found: Letters,
): boolean {
  expect(shown.letters).toBe(found.letters)
  if (found.letters > 0 && found.letters < 5) expect(shown.opened.hidden).toBe(true)
  expect(shown.acknowledged.hidden).toBe(shown.opened.hidden)
  if (shown.opened.hidden) return false
  expect(fraction(shown.opened)).toEqual([found.opened, found.letters])
  expect(fraction(shown.acknowledged)).toEqual([found.acknowledged, found.letters])
  return true
}

type Wanted = (record: StoredRecord) => boolean
const PLACES: [account: string, areaId: string | undefined, where: string, wanted: Wanted][] = [
  ['province01', undefined, 'true', () => true],
  ['province01', '330100', `t.city_id = '330100'`, (r) => r.city_id === '330100'],
  ['city01', undefined, `t.city_id = '330100'`, (r) => r.city_id === '330100'],
  ['province01', '330106', `t.region_id = '330106'`, (r) => r.region_id === '330106'],
]

test.each(PLACES)('%s %s is recounted', async (account, areaId, where, wanted) => {
  const view = await viewOf(account, areaId)
  expectLetters(view, await lettersIn(where))
  const all = await recountRecords(node.current, world.planId, wanted)
  expect(view.valid).toBe(all.valid)
  if (!view.referral.hidden) expect(fraction(view.referral)).toEqual([all.referral, all.valid])
  if (!view.visited.hidden) expect(fraction(view.visited)).toEqual([all.visited, all.referral])
  let shown = 0
  for (const { unit, ...area } of view.areas) {
    const { areaId: id, orgId } = unit.key
    const here = orgId === undefined ? `'${id}' in (t.city_id, t.region_id)` : `t.school_org_id = ${orgId}`
    shown += expectLetters(area, await lettersIn(`${where} and ${here}`)) ? 1 : 0
    const own = await recountRecords(
      node.current,
      world.planId,
      (r) =>
        wanted(r) &&
        (orgId === undefined ? [r.city_id, r.region_id].includes(id ?? '') : r.school_org_id === orgId),
    )
    expect(area.valid).toBe(own.valid)
    if (!area.visited90.hidden) expect(fraction(area.visited90)).toEqual([own.visited90, own.referral])
  }
  expect(shown).toBeGreaterThan(0)
  expect(view.areas.reduce((sum, { letters }) => sum + letters, 0)).toBe(view.letters)
})

test('one district with a handful of letters is not what the others leave of their city', async () => {
  await node.current.sql(`update letter set withdrawn_at = now() where id in (
    select id from (select l.id, row_number() over (order by l.id) as nth from letter l join task t on t.id = l.task_id
      where t.region_id = '330109' and l.printed_at is not null and l.withdrawn_at is null) as own where nth > 3)`)
  const city = await viewOf('province01', '330100')
  const areas = city.areas.filter(({ letters }) => letters > 0)
  const handful = areas.find(({ unit }) => unit.key.areaId === '330109')
  expect(handful).toMatchObject({ letters: 3, opened: { hidden: true, numerator: null } })
  const hidden = areas.filter(({ opened }) => opened.hidden)
  expect(city.opened.hidden || hidden.length > 1).toBe(true)
  // Opened by itself it is hidden as well.
  expect((await viewOf('province01', '330109')).opened.hidden).toBe(true)
})
