import { sql } from 'kysely'
import { HistoryStatus } from '#contract/core/codes.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'

const { graduated } = codeLiterals(HistoryStatus)

export function selectLastAdvance(db: Db, orgId: number) {
  return db
    .selectFrom('advance')
    .leftJoin('appUser', 'appUser.id', 'advance.doneBy')
    .where('advance.orgId', '=', orgId)
    .where('advance.undoneAt', 'is', null)
    .select(['advance.id', 'advance.schoolYear', 'advance.doneAt', 'advance.promotedCount'])
    .select(['advance.graduatedCount', 'appUser.realName as doneBy'])
    .orderBy('advance.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
export type AdvanceRecord = NonNullable<Awaited<ReturnType<typeof selectLastAdvance>>>

export type ClassMove = { classId: number; fromGradeId: number; toGradeId: number | null }

/**
 * The moment a promotion happens at, read once the school is locked: after everything that was before it, whenever
 * that began. Everything it writes carries this moment. As text: a Date would lose the microseconds.
 */
export async function selectMoment(db: Tx): Promise<string> {
  const { at } = await db
    .selectNoFrom(sql<string>`clock_timestamp()::text`.as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** For which school year, on which day, at which moment, by whom. */
export type Occasion = { schoolYear: number; today: string; at: string; by: number }

export async function insertAdvance(
  db: Tx,
  advance: { orgId: number; promotedCount: number; graduatedCount: number },
  moves: ClassMove[],
  when: Occasion,
): Promise<number> {
  const { id } = await db
    .insertInto('advance')
    .values({ ...advance, schoolYear: when.schoolYear, doneBy: when.by, doneAt: when.at })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (moves.length > 0) {
    await db
      .insertInto('advanceClass')
      .values(moves.map((move) => ({ advanceId: id, ...move })))
      .execute()
  }
  return id
}

/** Grades by (stage, number), made where the school has none yet. */
export async function ensureGrades(
  db: Tx,
  orgId: number,
  wanted: { stage: number; gradeNo: number }[],
  { at }: Occasion,
) {
  if (wanted.length > 0) {
    await db
      .insertInto('grade')
      .values(wanted.map(({ stage, gradeNo }) => ({ orgId, stage: stage as 1, gradeNo, createdAt: at })))
      .onConflict((conflict) => conflict.columns(['orgId', 'stage', 'gradeNo']).doNothing())
      .execute()
  }
  return db.selectFrom('grade').select(['id', 'stage', 'gradeNo']).where('orgId', '=', orgId).execute()
}

/** All classes at once: names only clash while half of them have moved. */
export async function moveClasses(db: Tx, moves: { classId: number; toGradeId: number }[], when: Occasion) {
  if (moves.length === 0) return
  await sql`set constraints class_name_in_grade deferred`.execute(db)
  const classIds = moves.map(({ classId }) => classId)
  const gradeIds = moves.map(({ toGradeId }) => toGradeId)
  await sql`
    update class set grade_id = m.grade_id, stage = grade.stage, version = class.version + 1,
      updated_at = ${when.at}::timestamptz,
      entry_year = case when grade.stage = class.stage then class.entry_year else ${when.schoolYear}::int end
    from unnest(${classIds}::bigint[], ${gradeIds}::bigint[]) as m(class_id, grade_id)
      join grade on grade.id = m.grade_id
    where class.id = m.class_id`.execute(db)
  await sql`set constraints class_name_in_grade immediate`.execute(db)
  await endPeriods(db, classIds, when.today)
  await sql`
    insert into class_period (class_id, grade_id, school_year, from_on)
    select m.class_id, m.grade_id, ${when.schoolYear}::int, ${when.today}::date
    from unnest(${classIds}::bigint[], ${gradeIds}::bigint[]) as m(class_id, grade_id)`.execute(db)
}

async function endPeriods(db: Tx, classIds: number[], today: string) {
  await sql`update class_period set to_on = greatest(${today}::date, from_on)
    where class_id = any(${classIds}::bigint[]) and to_on is null`.execute(db)
}

const GRADUATED_BY_PROMOTION = '学年升级毕业'

/** Everybody in these classes leaves as a graduate, and the classes are closed. */
export async function graduateClasses(db: Tx, classIds: number[], when: Occasion): Promise<number> {
  if (classIds.length === 0) return 0
  await sql`
    update enrolment set to_on = greatest(${when.today}::date, from_on), grade_id = class.grade_id,
      history_type = ${graduated}, ended_by = ${when.by}, reason = ${GRADUATED_BY_PROMOTION}, updated_at = ${when.at}::timestamptz
    from class where class.id = enrolment.class_id and enrolment.to_on is null
      and enrolment.class_id = any(${classIds}::bigint[])`.execute(db)
  const { numAffectedRows } = await sql`
    update student set class_id = null, left_as = ${graduated}, left_on = ${when.today}::date, version = version + 1,
      updated_at = now()
    where class_id = any(${classIds}::bigint[])`.execute(db)
  await sql`update class set closed_on = ${when.today}::date, version = version + 1,
      updated_at = ${when.at}::timestamptz
    where id = any(${classIds}::bigint[])`.execute(db)
  await endPeriods(db, classIds, when.today)
  return Number(numAffectedRows ?? 0n)
}

export function selectMoves(db: Db, advanceId: number): Promise<ClassMove[]> {
  return db
    .selectFrom('advanceClass')
    .select(['classId', 'fromGradeId', 'toGradeId'])
    .where('advanceId', '=', advanceId)
    .execute()
}

/** Enrolments with which a promotion sent its graduates away. */
const GRADUATED = sql`from enrolment e, advance_class c, advance a
    where a.id = c.advance_id and c.to_grade_id is null and e.class_id = c.class_id
      and e.history_type = ${graduated} and e.updated_at = a.done_at`

/** Locked until the transaction ends: another school may be about to take one of them in. */
export async function lockGraduates(db: Tx, advanceId: number) {
  await sql`select 1 from student where id in (select e.student_id ${GRADUATED} and a.id = ${advanceId})
    order by id for update`.execute(db)
}

/**
 * What has happened in the school since: any of it stands on the new grades. Everything a promotion writes carries its
 * moment, so later means after it.
 */
export async function selectSince(db: Db, orgId: number, advanceId: number) {
  const { rows } = await sql<{ enrolments: boolean; classes: boolean; tasks: boolean; elsewhere: number }>`
    select
      exists (select 1 from task join task_class c on c.task_id = task.id where task.school_org_id = ${orgId}
        and task.synced_at > since.done_at) as tasks,
      exists (select 1 from class join enrolment e on e.class_id = class.id where class.org_id = ${orgId}
        and (e.created_at > since.done_at or e.updated_at > since.done_at)) as enrolments,
      exists (select 1 from class where org_id = ${orgId}
        and (created_at > since.done_at or updated_at > since.done_at)) as classes,
      (select count(*)::int from student s where s.id in (select e.student_id ${GRADUATED} and a.id = ${advanceId})
        and (s.class_id is not null or s.org_id <> ${orgId})) as elsewhere
    from advance since where since.id = ${advanceId}`.execute(db)
  return rows[0] ?? { enrolments: true, classes: false, tasks: false, elsewhere: 0 }
}

/** As if it had not happened: classes back in their grades, graduates back in their classes. */
export async function revertAdvance(db: Tx, orgId: number, advanceId: number, by: number) {
  await revertPeriods(db, advanceId)
  await revertClasses(db, advanceId)
  await sql`
    update student s set class_id = back.class_id, left_as = null, left_on = null, version = s.version + 1,
      updated_at = now()
    from (select e.student_id, e.class_id ${GRADUATED} and a.id = ${advanceId}) as back
    where s.id = back.student_id`.execute(db)
  await sql`
    update enrolment set to_on = null, grade_id = null, history_type = null, ended_by = null, reason = null,
      updated_at = now()
    where id in (select e.id ${GRADUATED} and a.id = ${advanceId})`.execute(db)
  await sql`delete from advance_class where advance_id = ${advanceId}`.execute(db)
  await removeNewGrades(db, orgId, advanceId)
  await db
    .updateTable('advance')
    .set({ undoneAt: sql<Date>`now()`, undoneBy: by })
    .where('id', '=', advanceId)
    .execute()
}

async function revertPeriods(db: Tx, advanceId: number) {
  await sql`delete from class_period p using advance_class c
    where c.advance_id = ${advanceId} and p.class_id = c.class_id
      and c.to_grade_id is not null and p.grade_id = c.to_grade_id and p.to_on is null`.execute(db)
  await sql`
    update class_period p set to_on = null from advance_class c
    where c.advance_id = ${advanceId} and p.class_id = c.class_id and p.grade_id = c.from_grade_id
      and p.from_on = (select max(from_on) from class_period q
        where q.class_id = p.class_id and q.grade_id = p.grade_id)`.execute(db)
}

/** Back in a stage, a class entered it when its first grade there says. */
async function revertClasses(db: Tx, advanceId: number) {
  await sql`set constraints class_name_in_grade deferred`.execute(db)
  await sql`
    update class set grade_id = c.from_grade_id, stage = grade.stage, closed_on = null, version = class.version + 1,
      updated_at = now(),
      entry_year = case when grade.stage = class.stage then class.entry_year
        else (select p.school_year - greatest(first.grade_no, 1) + 1
          from class_period p join grade first on first.id = p.grade_id
          where p.class_id = class.id and first.stage = grade.stage
          order by p.from_on, first.grade_no limit 1) end
    from advance_class c join grade on grade.id = c.from_grade_id
    where c.advance_id = ${advanceId} and class.id = c.class_id`.execute(db)
  await sql`set constraints class_name_in_grade immediate`.execute(db)
}

/** Grades that the promotion made and nobody has put to use. */
async function removeNewGrades(db: Tx, orgId: number, advanceId: number) {
  await sql`
    delete from grade g using advance a
    where a.id = ${advanceId} and g.org_id = ${orgId} and g.created_at = a.done_at
      and not exists (select 1 from class where grade_id = g.id)
      and not exists (select 1 from class_period where grade_id = g.id)
      and not exists (select 1 from enrolment join class on class.id = enrolment.class_id
        where class.org_id = ${orgId} and enrolment.grade_id = g.id)
      and not exists (select 1 from advance_class where g.id in (from_grade_id, to_grade_id))
      and not exists (select 1 from user_grade where grade_id = g.id)`.execute(db)
}
