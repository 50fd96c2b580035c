// The whole demo: schools of all stages with classes as large as real ones and children who fit into them.
import { beforeAll, describe, expect, test } from 'vitest'
import { parseIdCard } from '#contract/core/id-card.ts'
import { gradeName, yearsOf } from '#contract/schools/grades.ts'
import { ageOn, isDocument, readIdentity } from '#contract/students/identity.ts'
import { selectToday } from '../core/db/today.ts'
import { useWholeDemo } from '../testing/scratch-database.ts'
import { SURNAMES } from './demo-names.ts'

const database = useWholeDemo()
let today = ''

beforeAll(async () => {
  today = await selectToday(database.current.db)
})

const read = async <T extends object>(query: string): Promise<T[]> =>
  (await database.current.pool.query(query)).rows as T[]
const one = async <T>(query: string): Promise<T> => Object.values((await read(query))[0] ?? {})[0] as T

/** By hand: the year that began on the last 1 September. */
const schoolYear = () => Number(today.slice(0, 4)) - (today.slice(5) < '09-01' ? 1 : 0)
type ClassYears = { entered: number; now: number; closed: boolean; stage: number; system: 63 | 54 }

describe('classes', () => {
  test('hold twenty thousand in all, in every stage', async () => {
    expect(await one('select sum(student_count)::int from school_stage')).toBe(20_000)
    expect(await one('select count(*)::int from student where class_id is not null')).toBe(20_000)
    const stages = await read<{ stage: number }>(
      'select stage from school_stage where student_count > 0 group by stage order by stage',
    )
    expect(stages.map(({ stage }) => stage)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('are as large as in real schools', async () => {
    const sizes = await read<{ stage: number; least: number; most: number; mean: number }>(
      `select stage, min(student_count) as least, max(student_count) as most, avg(student_count)::float as mean
       from class where closed_on is null group by stage order by stage`,
    )
    // What is allowed; kindergartens have up to 25, 30 and 35.
    const caps = [35, 45, 50, 50, 50, 60, 60]
    for (const { stage, least, most, mean } of sizes) {
      expect(most, `stage ${stage}`).toBeLessThanOrEqual(caps[stage - 1] ?? 0)
      expect(least, `stage ${stage}`).toBeGreaterThanOrEqual(mean - 7)
      expect(mean, `stage ${stage}`).toBeGreaterThan(20)
    }
  })

  test('are counted as a recount counts them', async () => {
    const wrong = await read(`
      select c.id from class c left join student s on s.class_id = c.id group by c.id
      having c.student_count <> count(s.id) or c.male_count <> count(s.id) filter (where s.sex = 1)
      union all
      select st.org_id from school_stage st left join class c on c.org_id = st.org_id and c.stage = st.stage
      group by st.org_id, st.stage
      having st.class_count <> count(c.id) filter (where c.closed_on is null)
        or st.student_count <> coalesce(sum(c.student_count), 0) or st.male_count <> coalesce(sum(c.male_count), 0)`)
    expect(wrong).toEqual([])
  })

  test('went through the grades year by year, up to the one they are in', async () => {
    const rows = await read<ClassYears>(`
      select c.entry_year as entered, g.grade_no as now, c.closed_on is not null as closed, c.stage,
        s.school_system as system, count(p.*)::int as periods, min(p.school_year) as first, max(p.school_year) as last,
        bool_and(pg.grade_no = p.school_year - c.entry_year + 1 and pg.org_id = c.org_id and pg.stage = c.stage) as fit,
        count(*) filter (where p.to_on is null)::int as open
      from class c join grade g on g.id = c.grade_id join school s on s.org_id = c.org_id
        join class_period p on p.class_id = c.id join grade pg on pg.id = p.grade_id
      group by c.id, g.grade_no, s.school_system`)
    for (const { entered, now, closed, stage, system, ...years } of rows) {
      const last = closed ? schoolYear() - 1 : schoolYear()
      expect(years).toEqual({ periods: now, first: entered, last, fit: true, open: closed ? 0 : 1 })
      expect(gradeName(stage, now, system)).not.toBe('')
      if (closed) expect(now).toBe(yearsOf(stage, system))
    }
  })
})

describe('students', () => {
  test('have numbers that are valid, fit sex and birth date, belong to no real county and to one person', async () => {
    const { db, secrets } = database.current
    const students = await db.selectFrom('student').selectAll().execute()
    const faults: object[] = []
    const seen = new Set<string>()
    for (const student of students) {
      const unsealed = (sealed: Buffer | null) => sealed && secrets.decrypt(sealed)
      const idCard = unsealed(student.idCardEnc)
      const passportNo = unsealed(student.passportEnc)
      const studentNo = unsealed(student.studentNoEnc)
      const { identity } = readIdentity({ ...student, idCard, passportNo }, today)
      const numbers = [idCard, passportNo, studentNo].filter((number) => number !== null)
      const isRight =
        identity?.sex === student.sex &&
        identity.birthDate === student.birthDate &&
        numbers.every((number) => !seen.has(number)) &&
        (!idCard || parseIdCard(idCard)?.areaCode.slice(4) === '00') &&
        (!passportNo || isDocument(passportNo)) &&
        (!studentNo || (idCard ? studentNo === `G${idCard}` : /^J\d{17}[\dX]$/.test(studentNo))) &&
        student.idCardMask === (idCard && `${idCard.slice(0, 6)}************`)
      for (const number of numbers) seen.add(number)
      if (!isRight) faults.push(student)
    }
    expect(faults).toEqual([])
    expect(students.length).toBeGreaterThan(20_000)
  })

  test('are of the age of their grade', async () => {
    const rows = await read<{ stage: number; grade_no: number; system: number; birth_date: string }>(`
      select g.stage, g.grade_no, s.school_system as system, st.birth_date
      from student st join class c on c.id = st.class_id join grade g on g.id = c.grade_id
        join school s on s.org_id = c.org_id`)
    const entry = { 1: 3, 2: 6, 3: 12, 4: 15, 5: 15, 6: 18, 7: 18 } as Record<number, number>
    const lateness = new Set<number>()
    let older = 0
    for (const { stage, grade_no, system, birth_date } of rows) {
      const earlier = system === 54 && stage === 3 ? 1 : 0
      const late = ageOn(birth_date, `${schoolYear()}-08-31`) - ((entry[stage] ?? 0) + grade_no - 1 - earlier)
      lateness.add(late)
      older += late
    }
    expect([...lateness].sort()).toEqual([0, 1])
    expect(older / rows.length).toBeLessThan(0.05)
  })

  test('come in the shares of the country’s papers, nations and sexes', async () => {
    const share = (condition: string) =>
      one<number>(`select avg((${condition})::int)::float from student where class_id is not null`)
    expect(await share('student_type = 1')).toBeCloseTo(0.975, 2)
    expect(await share('student_type = 2')).toBeCloseTo(0.015, 2)
    expect(await share("nation = '01'")).toBeCloseTo(0.975, 2)
    expect(await share('sex = 2')).toBeCloseTo(0.47, 1)
    expect(await share('status = 10')).toBeCloseTo(0.99, 2)
    expect(new Set(SURNAMES).size).toBeGreaterThanOrEqual(100)
    // A few namesakes, as there are.
    expect(await one('select count(distinct name)::int from student')).toBeGreaterThan(20_000)
    expect(
      await one('select max(n)::int from (select count(*) n from student group by name) x'),
    ).toBeLessThan(8)
  })

  test('are enrolled once, where they are; who left is not', async () => {
    const wrong = await read(`
      select s.id from student s left join enrolment e on e.student_id = s.id and e.to_on is null
      group by s.id
      having count(e.id) <> (s.class_id is not null)::int
        or bool_or(e.class_id <> s.class_id or e.org_id <> s.org_id)
      union all
      select s.id from student s join class c on c.id = s.class_id
      where c.closed_on is not null or c.org_id <> s.org_id
      union all
      select e.student_id from enrolment e join class c on c.id = e.class_id
      where e.org_id <> c.org_id or e.to_on < e.from_on
      union all
      select s.id from student s join enrolment e on e.student_id = s.id
      where s.class_id is null and (s.left_on <> e.to_on or s.left_as <> e.history_type)`)
    expect(wrong).toEqual([])
  })

  test('have nothing still to come', async () => {
    const latest = await one<string>(`
      select greatest((select max(birth_date) from student), (select max(left_on) from student),
        (select max(from_on) from enrolment), (select max(to_on) from enrolment),
        (select max(closed_on) from class), (select max(from_on) from class_period))`)
    expect(latest <= today).toBe(true)
  })

  test('left behind a history: leavers of last year in every school, and some who went elsewhere', async () => {
    const schools = await one<number>(
      'select count(distinct org_id)::int from enrolment where history_type = 20',
    )
    expect(schools).toBe(48)
    const history = await read<{ type: number; n: number; kept: number }>(`
      select history_type as type, count(*)::int as n,
        count(*) filter (where grade_id in (select grade_id from class_period p where p.class_id = e.class_id
          and p.from_on <= e.to_on and coalesce(p.to_on, 'infinity') >= e.to_on))::int as kept
      from enrolment e where history_type is not null group by 1 order by 1`)
    expect(history.map(({ type }) => type)).toEqual([10, 20])
    for (const { n, kept } of history) {
      expect(n).toBeGreaterThan(100)
      expect(kept).toBe(n)
    }
    expect(
      await one('select count(*)::int from enrolment where moved_to_org_id is not null'),
    ).toBeGreaterThan(30)
  })
})

describe('around the roster', () => {
  test('every teacher has classes of the own school, the grade head a grade', async () => {
    const classes = await read<{ account: string; n: number; own: boolean }>(`
      select u.account, count(c.id)::int as n, bool_and(c.org_id = u.org_id and c.closed_on is null) as own
      from app_user u left join user_class uc on uc.user_id = u.id left join class c on c.id = uc.class_id
      where u.role_type = 45 group by u.id order by u.id`)
    expect(classes[0]).toEqual({ account: 'teacher01', n: 2, own: true })
    for (const { n, own } of classes.slice(1)) expect({ n, own }).toEqual({ n: 1, own: true })
    const grades =
      await read(`select u.account, g.grade_no from user_grade ug join app_user u on u.id = ug.user_id
      join grade g on g.id = ug.grade_id and g.org_id = u.org_id`)
    expect(grades).toEqual([{ account: 'grade01', grade_no: 4 }])
  })

  test('hospitals serve the schools of their district, social organisations some of their city', async () => {
    const bindings = await read<{ org_type: number; n: number; near: boolean }>(`
      select o.org_type, count(*)::int as n,
        bool_and(case when o.org_type = 20 then s.region_id = o.region_id else s.city_id = o.city_id end) as near
      from org_binding b join org o on o.id = b.org_id join org s on s.id = b.school_org_id
      group by 1 order by 1`)
    expect(bindings).toEqual([
      { org_type: 20, n: 48, near: true },
      { org_type: 40, n: 16, near: true },
    ])
  })

  test('a school waits for admission, three transfers for a decision of the district', async () => {
    const approvals = await read(`
      select a.kind, a.status, a.region_id, count(*)::int as n from approval a
      left join student s on s.id = a.student_id
      where a.kind = 'org' or (s.org_id = a.from_org_id and s.class_id is not null and a.to_class_id is not null)
      group by 1, 2, 3 order by 1, 2`)
    expect(approvals).toEqual([
      { kind: 'org', status: 0, region_id: '330106', n: 1 },
      { kind: 'transfer', status: 0, region_id: '330106', n: 3 },
      { kind: 'transfer', status: 2, region_id: '330106', n: 1 },
    ])
  })

  test('school and district have letters, read and unread', async () => {
    const letters = await read(`
      select u.account, count(*) filter (where r.read_at is null)::int as unread, count(*)::int as n
      from message_recipient r join app_user u on u.id = r.user_id group by 1 order by 1`)
    expect(letters).toEqual([
      { account: 'region01', unread: 2, n: 3 },
      { account: 'school01', unread: 2, n: 3 },
    ])
  })
})
