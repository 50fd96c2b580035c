import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** What is wrong in the whole database with counters, enrolments and places; empty where all is well. */
export async function faults(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'class ' || c.id || ' counts ' || c.student_count || '/' || c.male_count as fault from class c
      left join (select class_id, count(*) n, count(*) filter (where sex = 1) m from student group by 1) s
        on s.class_id = c.id
      where c.student_count <> coalesce(s.n, 0) or c.male_count <> coalesce(s.m, 0)
    union all
    select 'stage ' || s.stage || ' of ' || s.org_id from school_stage s
      left join (select org_id, stage, count(*) filter (where closed_on is null) n, sum(student_count) k,
        sum(male_count) m from class group by 1, 2) c on c.org_id = s.org_id and c.stage = s.stage
      where (s.class_count, s.student_count, s.male_count)
        <> (coalesce(c.n, 0), coalesce(c.k, 0), coalesce(c.m, 0))
    union all
    select 'student ' || s.id || ' is not where its enrolment is' from student s
      left join enrolment e on e.student_id = s.id and e.to_on is null
      where s.class_id is distinct from e.class_id or (e.id is not null and e.org_id <> s.org_id)
    union all
    select 'student ' || s.id || ' is in a class of another school or of none' from student s
      join class c on c.id = s.class_id where c.org_id <> s.org_id or c.closed_on is not null
    union all
    select 'student ' || s.id || ' has left without a record' from student s
      where s.class_id is null and not exists (select 1 from enrolment e where e.student_id = s.id
        and e.history_type = s.left_as and e.to_on = s.left_on and e.recovered_at is null)
    union all
    select 'class ' || c.id || ' is not where its period is' from class c
      left join class_period p on p.class_id = c.id and p.to_on is null
      where (c.closed_on is null) <> (p.class_id is not null) or p.grade_id <> c.grade_id
    union all
    select 'class ' || c.id || ' has another stage than its grade' from class c join grade g on g.id = c.grade_id
      where g.stage <> c.stage or g.org_id <> c.org_id`.execute(app.db)
  return rows.map(({ fault }) => fault)
}

/** Everything that a promotion may change, without versions and times. */
export async function snapshotOf(app: TestApp, orgId: number) {
  const { rows } = await sql<{ of: string; row: object }>`
    select 'student' as of, to_jsonb(s) - 'version' - 'updated_at' as row from student s where org_id = ${orgId}
    union all select 'class', to_jsonb(c) - 'version' - 'updated_at' from class c where org_id = ${orgId}
    union all select 'period', to_jsonb(p) from class_period p join class c on c.id = p.class_id
      where c.org_id = ${orgId}
    union all select 'enrolment', to_jsonb(e) - 'updated_at' from enrolment e where org_id = ${orgId}
    union all select 'grade', to_jsonb(g) from grade g where org_id = ${orgId}
    union all select 'counter', to_jsonb(t) from school_stage t
      where org_id = ${orgId} and (class_count, student_count, male_count) <> (0, 0, 0)
    order by 1, 2`.execute(app.db)
  return rows
}

export async function enrolmentsOf(app: TestApp, studentId: number) {
  const rows = app.db.selectFrom('enrolment').selectAll().where('studentId', '=', studentId)
  return rows.orderBy('id').execute()
}

export async function studentPlace(app: TestApp, studentId: number) {
  const row = app.db.selectFrom('student').select(['orgId', 'classId', 'leftAs', 'leftOn'])
  return row.where('id', '=', studentId).executeTakeFirst()
}
