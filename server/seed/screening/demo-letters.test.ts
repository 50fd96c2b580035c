// The letters of the demo: issued as the product issues them, and counted wherever they and what followed count.
import { beforeAll, describe, expect, test } from 'vitest'
import { selectLetters } from '../../letters/letter-queries.ts'
import { ticketHash } from '../../letters/ticket.ts'
import { expectLetterTalliesRight } from '../../testing/live-counters/recount-letters.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { rowsOf, type Tables } from '../../testing/rows.ts'
import { useWholeDemo } from '../../testing/scratch-database.ts'
import { expectSumsOfWarningsRight } from '../../testing/warnings/recount-warnings.ts'

const database = useWholeDemo()
let tables: Tables
let planIds: number[]
beforeAll(async () => {
  tables = { data: { requests: database.current } }
  planIds = (await rowsOf<{ id: number }>(tables, 'select id from plan order by starts_on')).map(
    ({ id }) => id,
  )
})

type Sent = {
  plan_id: number
  records: number
  letters: number
  opened: number
  acknowledged: number
  locked: number
  schools: number
}
const sent = () =>
  rowsOf<Sent>(
    tables,
    `select r.plan_id, count(*)::int as records, count(l.id)::int as letters, count(l.opened_at)::int as opened,
       count(l.acknowledged_at)::int as acknowledged, count(l.locked_at)::int as locked,
       count(distinct t.school_org_id) filter (where l.id is not null)::int as schools
     from screening_record r join task t on t.id = r.task_id join plan p on p.id = r.plan_id
       left join letter l on l.record_id = r.id
     where r.state <> 0 group by r.plan_id, p.starts_on order by p.starts_on`,
  )
const count = async (from: string): Promise<number> =>
  (await rowsOf<{ n: number }>(tables, `select count(*)::int as n from ${from}`))[0]?.n ?? 0

describe('letters', () => {
  test('went to most families of plans that are over, and to some of the one under way', async () => {
    const plans = await sent()
    for (const { plan_id, records, letters, opened, acknowledged, schools } of plans) {
      const isUnderWay = plan_id === planIds.at(-1)
      const share = letters / records
      expect(share, `plan ${plan_id}`).toBeGreaterThan(isUnderWay ? 0.25 : 0.9)
      expect(share, `plan ${plan_id}`).toBeLessThan(isUnderWay ? 0.7 : 1)
      expect(opened / letters, `plan ${plan_id}`).toBeGreaterThan(isUnderWay ? 0.35 : 0.6)
      expect(opened / letters, `plan ${plan_id}`).toBeLessThan(0.85)
      expect(acknowledged / opened, `plan ${plan_id}`).toBeGreaterThan(0.7)
      expect(acknowledged / opened, `plan ${plan_id}`).toBeLessThan(0.9)
      expect(schools).toBeGreaterThan(isUnderWay ? 20 : 45)
    }
    expect(plans.reduce((sum, { locked }) => sum + locked, 0)).toBeGreaterThan(10)
  })

  test('can be opened with their ticket, say what stands in the record and by whom they were printed', async () => {
    const { db, secrets } = database.current
    const some = await rowsOf<{ record_id: number; ticket_hash: Buffer }>(
      tables,
      'select record_id, ticket_hash from letter where id % 97 = 0 order by record_id',
    )
    const hashes = new Map(some.map((letter) => [letter.record_id, letter.ticket_hash]))
    const letters = await selectLetters(db, [...hashes.keys()])
    expect(letters.length).toBeGreaterThan(300)
    for (const { recordId, ticketEnc, printedMark, mark } of letters) {
      const ticket = secrets.decrypt(ticketEnc)
      expect(ticket).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      expect(hashes.get(recordId)?.equals(ticketHash(ticket))).toBe(true)
      expect(printedMark).toBe(mark)
    }
    expect(
      await count(`letter l left join app_user u on u.id = l.printed_by left join task t on t.id = l.task_id
        where u.role_type is distinct from 20 or u.org_id is distinct from t.school_org_id or l.sample is null
          or l.issued_at <> l.printed_at or l.prints <> 1`),
    ).toBe(0)
  })

  test('come after the examination, one after the other, and none is still to come', async () => {
    expect(
      await count(`letter l join screening_record r on r.id = l.record_id
        where r.state = 0 or (l.printed_at at time zone 'Asia/Shanghai')::date <= r.checked_on or l.opened_at < l.printed_at
          or l.acknowledged_at < l.opened_at or (l.acknowledged_at is not null and l.opened_at is null)
          or (l.locked_at is null) <> (l.failures = 0) or (l.locked_at is not null and l.opened_at is not null)
          or greatest(l.printed_at, l.opened_at, l.acknowledged_at, l.locked_at) > now()`),
    ).toBe(0)
    // Who is to be examined once more would learn the first result.
    expect(
      await count(`letter l join retest on retest.record_id = l.record_id join task t on t.id = l.task_id
        where retest.entered_at is null and t.status = 1`),
    ).toBe(0)
  })

  test('are tallied as a recount counts them', async () => {
    for (const planId of planIds)
      expect((await expectLetterTalliesRight(tables, planId)).length).toBeGreaterThan(20)
  })

  test('of some classes were asked for again', async () => {
    expect(await count('letter_reminder')).toBeGreaterThan(20)
    expect(await count('letter_reminder where at > now()')).toBe(0)
  })
})

describe('what followed', () => {
  test('families tell of a visit where they opened their letter, before they tell', async () => {
    expect(await count('visit where source = 2')).toBeGreaterThan(300)
    expect(
      await count(`visit v left join letter l on l.record_id = v.record_id
        where v.source = 2 and (l.opened_at is null or l.opened_at > v.created_at)`),
    ).toBe(0)
  })

  test('a letter is the notice of a warning that waited, with its number', async () => {
    const notices = `warning_event e join warning w on w.id = e.warning_id
      left join letter l on l.id = (e.detail ->> 'letterId')::bigint where e.detail ? 'letterId'`
    expect(await count(notices)).toBeGreaterThan(1_000)
    expect(
      await count(`${notices} and (l.record_id is distinct from w.record_id or l.printed_at <> e.at
        or lpad(l.id::text, 6, '0') <> e.detail ->> 'letterNo' or w.status = 1 or e.at < w.raised_at)`),
    ).toBe(0)
    expect(
      await count(`(select warning_id, at, lag(at) over (partition by warning_id order by id) as before from warning_event)
        as e where e.before > e.at`),
    ).toBe(0)
  })

  test('visits and warnings are counted as a recount counts them', async () => {
    for (const planId of planIds) await expectFiguresRight(tables, planId)
    expect(await expectSumsOfWarningsRight(tables)).toBeGreaterThan(1_000)
  })
})
