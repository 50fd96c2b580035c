// The screenings of the demo: plans over a year, rates as the country has them, children who grow older in between.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { PlanKind } from '#contract/eyesight/plan-schemas.ts'
import { fromStored, ReadingFields } from '#contract/eyesight/reading.ts'
import { selectToday } from '../../core/db/today.ts'
import { EMPTY_FIELDS, fieldsOf } from '../../eyesight/records/record-fields.ts'
import { faultOfFields } from '../../eyesight/records/record-rules.ts'
import { useWholeDemo } from '../../testing/scratch-database.ts'
import { loadDemo } from '../demo.ts'

const database = useWholeDemo()
let today = ''

beforeAll(async () => {
  today = await selectToday(database.current.db)
})

const read = async <T extends object>(query: string): Promise<T[]> =>
  (await database.current.pool.query(query)).rows as T[]
const one = async <T>(query: string): Promise<T> => Object.values((await read(query))[0] ?? {})[0] as T

/** The plan under way is `now`, the term before `before`, the same season of last year `then`. */
const PLANS = `(select id, case status when 2 then 'now' when 3 then 'before' else 'then' end as plan from plan) as p`

describe('plans', () => {
  test('are three, one after the other, and compared by season', async () => {
    type Row = {
      name: string
      status: number
      season: number
      kind: number
      starts_on: string
      ends_on: string
      last: number
    }
    const plans = await read<Row>(`
      select p.name, p.status, p.season, p.kind, p.starts_on, p.ends_on, last.season as last, o.name as owner
      from plan p join org o on o.id = p.owner_org_id left join plan last on last.id = p.last_plan_id
      order by p.starts_on`)
    expect(plans.map(({ status }) => status)).toEqual([4, 3, 2])
    const [then, before, now] = plans
    expect(now?.last).toBe(now?.season)
    expect(before?.last).toBe(then?.season)
    expect(then?.last).toBeNull()
    expect(now && now.starts_on <= today && now.ends_on > today).toBe(true)
    expect(before && now && before.ends_on < now.starts_on).toBe(true)
    for (const plan of plans) {
      expect(plan).toMatchObject({ owner: '浙江省教育厅' })
      expect(plan.name).toMatch(/^浙江省20\d\d学年[春秋]季学生视力(筛查|普查)$/)
    }
    // Of all three the one in the middle is a general survey: its screens have figures too.
    expect(plans.map(({ kind }) => PlanKind.label(kind))).toEqual(['常规筛查', '普查', '常规筛查'])
    expect(before?.name).toMatch(/普查$/)
  })

  test('that are over were carried out everywhere; the one under way is at all stages', async () => {
    const tasks = await read(`
      select p.plan, t.status, count(*)::int as n from task t join ${PLANS} on p.id = t.plan_id
      group by 1, 2 order by 1, 2`)
    expect(tasks.filter((row) => 'plan' in row && row.plan !== 'now')).toEqual([
      { plan: 'before', status: 2, n: 48 },
      { plan: 'then', status: 2, n: 48 },
    ])
    const now = new Map(
      (
        await read<{ status: number; n: number }>(
          `select status, count(*)::int as n from task t join ${PLANS} on p.id = t.plan_id
         where p.plan = 'now' group by 1`,
        )
      ).map(({ status, n }) => [status, n]),
    )
    expect(now.get(0)).toBeGreaterThanOrEqual(3)
    expect(now.get(1)).toBeGreaterThanOrEqual(24)
    expect(now.get(2)).toBeGreaterThanOrEqual(6)
    expect((now.get(0) ?? 0) + (now.get(1) ?? 0) + (now.get(2) ?? 0)).toBe(46)
  })

  test('leave two schools alone, so that their rosters can be worked on', async () => {
    expect(
      await read(`select o.name from org o join school s on s.org_id = o.id where o.status = 1 and not exists
        (select from task t join ${PLANS} on p.id = t.plan_id where t.school_org_id = o.id and p.plan = 'now')
        order by o.id`),
    ).toEqual([{ name: '西湖实验小学' }, { name: '萧山实验小学' }])
  })

  test('give the named screeners something to enter', async () => {
    const rows = await read(`
      select u.account, count(*) filter (where t.status = 1)::int > 0 as open,
        bool_and(t.org_id = t.school_org_id or exists (select from org_binding b
          where b.org_id = t.org_id and b.school_org_id = t.school_org_id)) as bound
      from app_user u join task t on t.org_id = u.org_id join ${PLANS} on p.id = t.plan_id
      where u.account in ('hospital01', 'hscreen01', 'social01', 'oscreen01') and p.plan = 'now'
      group by 1 order by 1`)
    const open = { open: true, bound: true }
    expect(rows).toEqual(
      ['hospital01', 'hscreen01', 'oscreen01', 'social01'].map((account) => ({ account, ...open })),
    )
  })

  test('are under way for the greater part where they are under way', async () => {
    const shares = await read<{ name: string; share: number }>(`
      select o.name, (sum(f.screened)::float / sum(f.expected)) as share
      from task t join figure f on f.level = 5 and f.place_id = t.id join org o on o.id = t.school_org_id
      where t.status = 1 group by 1`)
    for (const { name, share } of shares) {
      expect(share, name).toBeGreaterThan(0.5)
      expect(share, name).toBeLessThan(0.97)
    }
  })

  test('hold nothing that is still to come', async () => {
    expect(
      await read(`select id from screening_record where checked_on > '${today}' or entered_at > now()
        union all select record_id from retest where drawn_at > now() or entered_at > now()
        union all select id from reading_conflict where created_at > now()
        union all select id from task where status > 0 and starts_on > '${today}'
        union all select id from task where status = 0 and (starts_on <= '${today}' or synced_at is not null)`),
    ).toEqual([])
  })
})

describe('rates', () => {
  type Rates = { plan: string; stage: number; myopia: number; poor: number; girls: number; boys: number }
  const rates = () =>
    read<Rates>(
      `
      select p.plan, f.stage, 100.0 * sum(myopia) / sum(rated) as myopia, 100.0 * sum(poor) / sum(valid) as poor,
        100.0 * sum(myopia) filter (where sex = 2) / sum(rated) filter (where sex = 2) as girls,
        100.0 * sum(myopia) filter (where sex = 1) / sum(rated) filter (where sex = 1) as boys
      from figure f join ${PLANS} on p.id = f.plan_id
      where f.level = 2 and f.stage in (2, 3, 4) group by 1, 2 order by 1, 2`.replaceAll(
        '100.0',
        '100::float',
      ),
    )

  test('are those of the country, in spring a little higher than in autumn', async () => {
    // Primary, junior high, senior high (2018 to 2022).
    const national = [36, 71, 81]
    const poor = [45, 74, 83]
    const autumn = Number((await one<string>(`select season from plan where status = 2`)) ?? 0) === 2
    for (const rate of await rates()) {
      const index = rate.stage - 2
      const isAutumn = (rate.plan === 'before') !== autumn
      const name = JSON.stringify(rate)
      const higher = isAutumn ? 0 : (50 - 10 * index) / 20
      expect(Math.abs(rate.myopia - (national[index] ?? 0) - higher), name).toBeLessThan(3)
      expect(Math.abs(rate.poor - (poor[index] ?? 0) - higher), name).toBeLessThan(3)
      expect(rate.girls, name).toBeGreaterThan(rate.boys)
    }
  })

  test('are higher in town than in the country by a few points, stage by stage', async () => {
    type Places = { stage: number; schools: number; town: number; country: number }
    const places = await read<Places>(`
      select f.stage, count(distinct f.place_id)::int as schools,
        100::float * sum(myopia) filter (where city_property = 0) / sum(rated) filter (where city_property = 0) as town,
        100::float * sum(myopia) filter (where city_property = 1) / sum(rated) filter (where city_property = 1) as country
      from figure f join school s on s.org_id = f.place_id join ${PLANS} on p.id = f.plan_id
      where f.level = 2 and f.stage in (1, 2, 3, 4) and p.plan <> 'now' group by 1 order by 1`)
    expect(places.map(({ stage }) => stage)).toEqual([1, 2, 3, 4])
    for (const place of places) {
      const difference = place.town - place.country
      expect(difference, JSON.stringify(place)).toBeGreaterThan(0.5)
      expect(difference, JSON.stringify(place)).toBeLessThan(6)
    }
  })

  test('of girls are ahead of those of boys as in the country', async () => {
    // Of both plans that are over: those of the same children, half a year apart.
    for (const [index, gap] of [2.6, 6, 5.3].entries()) {
      const found = (await rates()).filter(({ plan, stage }) => plan !== 'now' && stage === index + 2)
      const mean = found.reduce((sum, { girls, boys }) => sum + girls - boys, 0) / found.length
      expect(Math.abs(mean - gap), `stage ${index + 2}: ${mean}`).toBeLessThan(1.5)
    }
  })

  test('of low, moderate and high myopia, of glasses and of kindergartens look real', async () => {
    const share = (what: string, of: string, where = 'true') =>
      one<number>(`select sum(${what})::float / sum(${of}) from figure where level = 2 and ${where}`)
    expect(await share('myopia_low', 'myopia', 'stage between 2 and 4')).toBeCloseTo(0.54, 1)
    expect(await share('myopia_high', 'myopia', 'stage between 2 and 4')).toBeCloseTo(0.1, 1)
    expect(await share('glasses_frame', 'myopia', 'stage = 2')).toBeCloseTo(0.42, 1)
    expect(await share('glasses_frame', 'myopia', 'stage = 4')).toBeCloseTo(0.81, 1)
    expect(await share('ortho_k', 'myopia', 'stage = 2')).toBeGreaterThan(0.01)
    expect(await share('myopia', 'rated', 'stage = 1')).toBeLessThan(0.16)
    expect(await share('anisometropia', 'valid')).toBeCloseTo(0.07, 1)
  })

  test('of completion, validity, reasons and sources are as planned', async () => {
    type Row = { plan: string; done: number; valid: number; hand: number; sheet: number; device: number }
    const rows = await read<Row>(`
      select p.plan, sum(screened)::float / sum(expected) as done, sum(valid)::float / sum(screened) as valid,
        sum(by_hand)::float / sum(screened) as hand, sum(by_import)::float / sum(screened) as sheet,
        sum(by_device)::float / sum(screened) as device
      from figure f join ${PLANS} on p.id = f.plan_id where f.level = 2 group by 1 order by 1`)
    for (const { plan, done, valid, hand, sheet, device } of rows) {
      expect(done, plan).toBeGreaterThan(plan === 'now' ? 0.75 : 0.97)
      expect(done, plan).toBeLessThan(plan === 'now' ? 0.95 : 0.995)
      expect(valid, plan).toBeGreaterThan(0.97)
      expect(valid, plan).toBeLessThan(0.99)
      for (const part of [hand, sheet, device]) expect(part, plan).toBeGreaterThan(0.1)
    }
    const reasons = await read<{ reason: number; share: number }>(`
      select least(absence, 3)::int as reason, count(*)::float / sum(count(*)) over () as share
      from screening_record r join ${PLANS} on p.id = r.plan_id where p.plan <> 'now' and state = 0
      group by 1 order by 1`)
    expect(reasons.map(({ reason }) => reason)).toEqual([1, 2, 3])
    for (const [index, expected] of [0.6, 0.15, 0.25].entries())
      expect(Math.abs((reasons[index]?.share ?? 0) - expected)).toBeLessThan(0.05)
  })
})

describe('records', () => {
  test('are counted as a recount counts them', async () => {
    const wrong = await read(`
      with counted as (
        select r.plan_id, t.school_org_id as place, c.stage, r.sex, sum(k.expected)::int as expected,
          sum(k.screened)::int as screened, sum(k.rated)::int as rated, sum(k.myopia)::int as myopia,
          sum(k.poor)::int as poor, sum(k.by_device)::int as by_device, sum(k.naked_left_sum)::int as naked_left_sum
        from screening_record r join task t on t.id = r.task_id
          join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
          cross join lateral record_counts(r, c.stage, c.grade_no) k
        group by 1, 2, 3, 4)
      select * from counted full join (select * from figure where level = 2) f
        on f.plan_id = counted.plan_id and f.place_id = counted.place and f.stage = counted.stage
          and f.sex = counted.sex
      where (f.expected, f.screened, f.rated, f.myopia, f.poor, f.by_device, f.naked_left_sum) is distinct from
        (counted.expected, counted.screened, counted.rated, counted.myopia, counted.poor, counted.by_device,
          counted.naked_left_sum)`)
    expect(wrong).toEqual([])
  })

  test('belong to where the student was then, in the grade of then', async () => {
    const wrong = await read(`
      select r.id from screening_record r join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
        join plan p on p.id = r.plan_id
      where not exists (select from enrolment e where e.student_id = r.student_id and e.class_id = r.class_id
          and e.from_on <= p.starts_on and coalesce(e.to_on, 'infinity') > p.starts_on)
        or not exists (select from class_period d join grade g on g.id = d.grade_id
          where d.class_id = r.class_id and d.grade_id = c.grade_id and d.school_year = p.school_year
            and g.grade_no = c.grade_no and g.stage = c.stage)`)
    expect(wrong).toEqual([])
    expect(
      await one(`select count(distinct r.student_id)::int from screening_record r
        join student s on s.id = r.student_id where s.left_as is not null`),
    ).toBeGreaterThan(3_000)
    expect(
      await one(`select count(*)::int from screening_record r join student s on s.id = r.student_id
        join task t on t.id = r.task_id where s.org_id <> t.school_org_id`),
    ).toBeGreaterThan(10)
  })

  test('could have been entered by somebody', async () => {
    const { db } = database.current
    const records = await db
      .selectFrom('screeningRecord as r')
      .innerJoin('plan', 'plan.id', 'r.planId')
      .selectAll('r')
      .select(['plan.startsOn', 'plan.endsOn', 'plan.items'])
      .where(sql<boolean>`r.id % 11 = 0`)
      .execute()
    const faults = records.flatMap((record) => {
      const fields = fieldsOf(record)
      const fault = faultOfFields(EMPTY_FIELDS, fields, { ...record, today })
      const refused = ReadingFields.safeParse(fromStored(fields)).error?.issues[0]?.message
      return fault || refused ? [{ id: record.id, fault, refused }] : []
    })
    expect(faults).toEqual([])
    expect(records.length).toBeGreaterThan(5_000)
  })

  test('tell of eyes that change slowly', async () => {
    type Change = { stage: number; still: number; change: number; jumped: number; newly: number }
    const rows = await read<Change>(`
      with seen as (
        select r.student_id, p.plan, c.stage, r.myopia, least(r.se_right, r.se_left) / 1000.0 as se
        from screening_record r join ${PLANS} on p.id = r.plan_id
          join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
        where r.state = 2 and r.se_right is not null)
      select a.stage, avg(b.myopia::int) filter (where a.myopia)::float as still,
        avg(b.se - a.se) filter (where a.myopia)::float as change,
        avg((abs(b.se - a.se) > 1.5)::int)::float as jumped,
        avg(b.myopia::int) filter (where not a.myopia)::float as newly
      from seen a join seen b on b.student_id = a.student_id and b.plan = 'before'
      where a.plan = 'then' and a.stage in (2, 3, 4) group by 1 order by 1`)
    for (const { stage, still, change, jumped, newly } of rows) {
      // Some are found before the limit again.
      expect(still, `stage ${stage}`).toBeGreaterThan(0.97)
      expect(still, `stage ${stage}`).toBeLessThan(0.997)
      expect(change, `stage ${stage}`).toBeLessThan(-0.02)
      expect(change, `stage ${stage}`).toBeGreaterThan(-0.5)
      expect(jumped, `stage ${stage}`).toBeLessThan(0.02)
      expect(newly, `stage ${stage}`).toBeLessThan(0.15)
    }
    expect(rows[0]?.change).toBeLessThan(-0.2)
    expect(rows[0]?.newly).toBeGreaterThan(0.04)
  })

  test('have a day, a source and a state together, or none of them', async () => {
    const odd = await read(`select id from screening_record
      where num_nulls(checked_on, source, entered_at) <> case state when 0 then 3 else 0 end`)
    expect(odd).toEqual([])
  })

  test('set the day of the last screening', async () => {
    const wrong = await read(`
      select s.id from student s left join (select student_id, max(checked_on) as day from screening_record
        where state <> 0 group by 1) r on r.student_id = s.id where
        (select last_on from student_screened l where l.student_id = s.id) is distinct from r.day`)
    expect(wrong).toEqual([])
  })
})

describe('around the records', () => {
  test('one of twenty was examined twice, and nearly the same', async () => {
    const rows = await read<{ plan: string; share: number; inside: number; done: number; short: number }>(`
      select p.plan, sum(r.drawn)::float / sum(f.valid) as share, 1 - sum(r.errors)::float / sum(r.items) as inside,
        sum(r.done)::float / sum(r.drawn) as done,
        count(*) filter (where t.status = 2 and r.done < ceil(f.valid * 0.05))::int as short
      from task t join ${PLANS} on p.id = t.plan_id
        join (select place_id, sum(valid) as valid from figure where level = 5 group by 1) f on f.place_id = t.id
        join (select task_id, count(*) as drawn, count(entered_at) as done, sum(items) as items,
          sum(errors) as errors from retest group by 1) r on r.task_id = t.id
      group by 1 order by 1`)
    expect(rows.map(({ plan }) => plan)).toEqual(['before', 'now', 'then'])
    for (const { plan, share, inside, done, short } of rows) {
      expect(share, plan).toBeGreaterThanOrEqual(0.05)
      expect(inside, plan).toBeGreaterThan(0.95)
      expect(inside, plan).toBeLessThan(0.975)
      expect(short, plan).toBe(0)
      if (plan === 'now') expect(done).toBeLessThan(0.95)
      else expect(done, plan).toBe(1)
    }
  })

  test('devices are in order, due and overdue; their keys are sealed', async () => {
    const { db, secrets } = database.current
    const devices = await db.selectFrom('device').selectAll().execute()
    expect(devices.length).toBeGreaterThanOrEqual(6)
    expect(devices.length).toBeLessThanOrEqual(10)
    for (const { keyEnc } of devices) expect(secrets.decrypt(keyEnc).length).toBeGreaterThan(30)
    const due = await read<{ state: string }>(`
      select distinct case when calibrated_on is null then 'unknown'
        when calibrated_on + calibration_months * interval '1 month' < '${today}' then 'overdue'
        when calibrated_on + calibration_months * interval '1 month' < '${today}'::date + 30 then 'due' else 'ok' end
        as state from device order by 1`)
    expect(due.map(({ state }) => state)).toEqual(['due', 'ok', 'overdue', 'unknown'])
    expect(await one('select bool_and(last_seen_at is not null) from device where reading_count > 0')).toBe(
      true,
    )
    expect(await one('select sum(reading_count)::int from device')).toBe(
      await one('select count(*)::int from screening_record where device_id is not null'),
    )
  })

  test('some readings contradict others, some corrections wait for the district', async () => {
    const open = await one<number>(`select count(*)::int from reading_conflict c
      join task t on t.plan_id = c.plan_id and t.school_org_id = c.school_org_id where resolved_at is null
        and t.status = 1`)
    expect(open).toBeGreaterThanOrEqual(6)
    const corrections = await read(`
      select a.region_id, count(*)::int as n from approval a join record_correction c on c.id = a.correction_id
        join screening_record r on r.id = c.record_id join task t on t.id = r.task_id
        join plan p on p.id = t.plan_id
      where a.kind = 'correction' and a.status = 0 and t.status = 2 and p.status < 4
        and (c.changes->'nakedRight'->>0)::numeric * 10 = r.naked_right
      group by 1 order by 1`)
    expect(corrections).toEqual([
      { region_id: '330106', n: 2 },
      { region_id: '330110', n: 1 },
      { region_id: '330203', n: 1 },
    ])
  })

  test('loaded again nothing is added', async () => {
    const { db, secrets } = database.current
    const count = () => one<number>('select count(*)::int from screening_record')
    const before = await count()
    expect(await loadDemo(db, secrets)).toBe(false)
    expect(await count()).toBe(before)
  })
})
