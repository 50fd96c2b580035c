// A larger demo: added once, to the very number, by those who may; and nothing at all when it is stopped.
import { beforeAll, describe, expect, test } from 'vitest'
import { type ScratchDatabase, useDatabase } from '../../testing/scratch-database.ts'
import { loadDemo } from '../demo.ts'
import { growDemo } from './grow-demo.ts'

const owned = useDatabase('vision_owner')
const run = useDatabase('vision_app')
const FIRST = 400
const GROWN = 2_000
const LAST = 2_400

beforeAll(async () => {
  for (const { current } of [owned, run])
    await loadDemo(current.db, current.secrets, { students: FIRST, screening: true })
})

const silent = { say: () => undefined }
const grow = ({ db, secrets }: ScratchDatabase, students: number, signal?: AbortSignal) =>
  growDemo(db, secrets, { ...silent, students, signal })
const read = async ({ pool }: ScratchDatabase, query: string) => (await pool.query(query)).rows

/** Indexes, constraints and triggers of the tables that a large load takes apart. */
const structureOf = (database: ScratchDatabase, one = 'student', other = 'enrolment') =>
  read(
    database,
    `select indexdef as what from pg_indexes where tablename in ('${one}', '${other}')
     union all select concat_ws(' ', conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
       where conrelid in ('${one}'::regclass, '${other}'::regclass)
     union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
     order by 1`,
  )
const peopleOf = (database: ScratchDatabase) =>
  read(
    database,
    `select s.id, s.name, s.sex, s.birth_date, s.student_type, s.id_card_mask, encode(s.id_card_hash, 'hex') as hash, s.student_no_mask,
       s.passport_mask, s.nation, s.native_place, s.parent_name, s.parent_phone_mask, s.class_id, o.name as org,
       c.name as class, g.grade_no, g.stage, e.from_on
     from student s join org o on o.id = s.org_id left join class c on c.id = s.class_id
       left join grade g on g.id = c.grade_id left join enrolment e on e.student_id = s.id and e.to_on is null
     order by s.id`,
  )
const inSchool = async (database: ScratchDatabase) =>
  (await read(database, 'select count(*)::int as n from student where class_id is not null'))[0].n

describe('growing', () => {
  test('adds nothing where there are enough', async () => {
    expect(await grow(owned.current, FIRST)).toEqual({ added: 0 })
    expect(await grow(owned.current, 10)).toEqual({ added: 0 })
  })

  test('that is stopped leaves everything as it was', async () => {
    const before = [await structureOf(owned.current), await peopleOf(owned.current)]
    const stopped = new Error('stopped')
    await expect(grow(owned.current, GROWN, AbortSignal.abort(stopped))).rejects.toBe(stopped)
    expect([await structureOf(owned.current), await peopleOf(owned.current)]).toEqual(before)
  })

  test('reaches the number exactly, once, and leaves indexes, keys and triggers in place', async () => {
    const structures = async () => [
      await structureOf(owned.current),
      await structureOf(owned.current, 'screening_record', 'retest'),
    ]
    const before = await structures()
    expect(await grow(owned.current, GROWN)).toEqual({ added: GROWN - FIRST })
    expect(await inSchool(owned.current)).toBe(GROWN)
    expect(await structures()).toEqual(before)
    expect(await grow(owned.current, GROWN)).toEqual({ added: 0 })
  })

  test('makes the same people for who only runs the product', async () => {
    await grow(run.current, GROWN)
    const withoutIds = (rows: { id: number; class_id: number }[]) =>
      rows.map(({ id: _, class_id: __, ...rest }) => rest)
    expect(withoutIds(await peopleOf(run.current))).toEqual(withoutIds(await peopleOf(owned.current)))
  })

  test('goes on where it ended', async () => {
    const before = await peopleOf(owned.current)
    expect(await grow(owned.current, LAST)).toEqual({ added: LAST - GROWN })
    const after = await peopleOf(owned.current)
    expect(await inSchool(owned.current)).toBe(LAST)
    expect(after.slice(0, before.length)).toEqual(before)
  })

  test('keeps counters, enrolments and people in order', async () => {
    const wrong = await read(
      owned.current,
      `select c.id from class c left join student s on s.class_id = c.id group by c.id
       having c.student_count <> count(s.id) or c.male_count <> count(s.id) filter (where s.sex = 1)
       union all
       select st.org_id from school_stage st left join class c on c.org_id = st.org_id and c.stage = st.stage
       group by st.org_id, st.stage
       having st.class_count <> count(c.id) filter (where c.closed_on is null)
         or st.student_count <> coalesce(sum(c.student_count), 0) or st.male_count <> coalesce(sum(c.male_count), 0)
       union all
       select s.id from student s left join enrolment e on e.student_id = s.id and e.to_on is null group by s.id
       having count(e.id) <> (s.class_id is not null)::int or bool_or(e.class_id <> s.class_id)
       union all
       select c.id from class c where c.org_id > 84 and c.closed_on is null and (c.student_count = 0
         or not exists (select 1 from class_period p where p.class_id = c.id and p.to_on is null))`,
    )
    expect(wrong).toEqual([])
  })

  test('adds schools of several stages in districts of the whole province, approved and in their area', async () => {
    const added = await read(
      owned.current,
      `select o.name, o.region_id, o.status, s.stages, area.full_id,
         concat_ws('-', o.province_id, o.city_id, o.region_id) as place
       from org o join school s on s.org_id = o.id join area on area.id = o.region_id
       where o.id > 84 order by o.id`,
    )
    expect(added.length).toBeGreaterThan(4)
    expect(new Set(added.map(({ region_id }) => region_id)).size).toBe(added.length)
    expect(new Set(added.flatMap(({ stages }) => stages)).size).toBeGreaterThan(2)
    for (const { place, full_id, status } of added)
      expect({ place, status }).toEqual({ place: full_id, status: 1 })
  })
})

describe('growing the screenings', () => {
  /** What is counted against what there is, by school and by day. */
  const miscounted = (database: ScratchDatabase) =>
    read(
      database,
      `with counted as (select r.plan_id, t.school_org_id as place, count(*)::int as n,
           count(*) filter (where r.state <> 0)::int as done, count(*) filter (where r.state = 2 and r.poor_vision)::int as poor
         from screening_record r join task t on t.id = r.task_id group by 1, 2),
       kept as (select plan_id, place_id as place, sum(expected)::int as n, sum(screened)::int as done,
         sum(poor)::int as poor from figure where level = 2 group by 1, 2)
       select * from counted full join kept using (plan_id, place)
       where (counted.n, counted.done, counted.poor) is distinct from (kept.n, kept.done, kept.poor)`,
    )

  test('gives the new schools records in every plan, counted at once', async () => {
    for (const { current } of [owned, run]) {
      const plans = await read(
        current,
        `select p.status, count(*)::int as schools, sum(f.n)::int as listed from plan p
           join task t on t.plan_id = p.id join org o on o.id = t.school_org_id and o.id > 84
           join (select place_id, sum(expected)::int as n from figure where level = 5 group by 1) f on f.place_id = t.id
         group by 1 order by 1`,
      )
      expect(plans.map(({ status }) => status)).toEqual([2, 3, 4])
      for (const { schools, listed } of plans) {
        expect(schools).toBeGreaterThan(2)
        expect(listed).toBeGreaterThan(1_000)
      }
      expect(await miscounted(current)).toEqual([])
    }
  })

  test('knows when everybody was examined last, also those who have left since', async () => {
    const wrong = await read(
      owned.current,
      `select s.id from student s left join (select student_id, max(checked_on) as day from screening_record
         where state <> 0 group by 1) r on r.student_id = s.id 
       where (select last_on from student_screened l where l.student_id = s.id) is distinct from r.day`,
    )
    expect(wrong).toEqual([])
    const [gone] = await read(
      owned.current,
      `select count(*)::int as n from student s join org o on o.id = s.org_id and o.id > 84
         join student_screened l on l.student_id = s.id where s.left_as = 20`,
    )
    expect(gone.n).toBeGreaterThan(100)
  })

  test('adds an older plan for everybody, once, and compares by season from then on', async () => {
    const { db, secrets } = owned.current
    const grown = { ...silent, students: LAST, plans: 4 }
    await growDemo(db, secrets, grown)
    await growDemo(db, secrets, grown)
    const plans = await read(
      owned.current,
      `select p.season = last.season as same, count(t.id)::int as tasks from plan p
         left join plan last on last.id = p.last_plan_id join task t on t.plan_id = p.id
       group by p.id, last.season order by p.starts_on`,
    )
    expect(plans.map(({ same }) => same)).toEqual([null, false, true, true])
    expect(plans[0].tasks).toBeGreaterThan(45)
    expect(await miscounted(owned.current)).toEqual([])
  })
})
