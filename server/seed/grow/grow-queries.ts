import { sql } from 'kysely'
import { AreaTier } from '#contract/areas/schemas.ts'
import { Sex } from '#contract/core/codes.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'

const { male } = codeLiterals(Sex)
const areaTier = codeLiterals(AreaTier)

export type Dropped = { restore: string[] }

/** Students in school, by the counters. */
export async function countAllStudents(db: Db): Promise<number> {
  const { rows } = await sql<{
    students: number
  }>`select coalesce(sum(student_count), 0)::int as students from school_stage`.execute(db)
  return rows[0]?.students ?? 0
}

/** Whether this connection may change the tables, not only their rows. */
export async function ownsTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'student'::regclass`.execute(db)
  return rows[0]?.owns ?? false
}

type BulkTable = 'student' | 'enrolment' | 'screening_record' | 'retest' | 'letter'

/**
 * What a large load does faster afterwards, all at once: foreign keys and indexes. Part of the transaction, so that a
 * load that ends in the middle leaves everything in place. Gives the statements that bring them back.
 */
export async function dropForBulk(db: Tx, tables: readonly BulkTable[]): Promise<Dropped> {
  const { rows } = await sql<{ remove: string; restore: string }>`
    with loaded as (select name::regclass as id from unnest(${tables}::text[]) as name)
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint
    where conrelid in (select id from loaded) and contype = 'f'
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index
    where indrelid in (select id from loaded)
      and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    -- what comes as it shall stay needs no room to grow
    select format('alter table %s set (fillfactor = 95)', oid::regclass),
      format('alter table %s set (%s)', oid::regclass, array_to_string(reloptions, ', '))
    from pg_class
    where oid in (select id from loaded) and reloptions is not null
  `.execute(db)
  for (const { remove } of rows) await sql.raw(remove).execute(db)
  return { restore: rows.map(({ restore }) => restore) }
}

export async function restoreAfterBulk(db: Tx, { restore }: Dropped): Promise<void> {
  await sql`select set_config('maintenance_work_mem', '256MB', true)`.execute(db)
  // Indexes first: the checks of the foreign keys look things up in them.
  for (const statement of restore.toReversed()) await sql.raw(statement).execute(db)
}

/** Loads without the counters of the roster and counts these classes in the end. */
export async function countingAfterwards(
  db: Tx,
  classIds: number[],
  load: () => Promise<void>,
): Promise<void> {
  await sql`alter table student disable trigger user`.execute(db)
  await load()
  await recountClasses(db, classIds)
  await sql`alter table student enable trigger user`.execute(db)
}

/** Counts the students of these classes anew; the schools' figures follow by the trigger of the classes. */
async function recountClasses(db: Tx, classIds: number[]): Promise<void> {
  await sql`
    update class set student_count = counted.students, male_count = counted.males
    from (
      select class_id, count(*)::int as students, (count(*) filter (where sex = ${male}))::int as males
      from student where class_id = any(${classIds}::bigint[]) group by class_id
    ) as counted
    where class.id = counted.class_id`.execute(db)
}

export type District = { id: string; name: string; cityId: string; towns: string[] }

/** The districts of a province in the order of their codes, with their towns. */
export async function selectDistrictsOf(db: Db, provinceId: string): Promise<District[]> {
  const { rows } = await sql<District>`
    select district.id, district.name, city.id as city_id,
      coalesce((select array_agg(town.name order by town.id) from area as town
        where town.parent_id = district.id and town.name ~ '(街道|镇|乡)$'), array[district.name]) as towns
    from area as district join area as city on city.id = district.parent_id
    where city.parent_id = ${provinceId} and district.level = ${areaTier.region}
    order by district.id`.execute(db)
  return rows
}

/** Names of organisations that are taken, each with its district. */
export async function selectOrgNames(db: Db, provinceId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('org')
    .select(['name', 'regionId'])
    .where('provinceId', '=', provinceId)
    .execute()
  return new Set(rows.map(({ name, regionId }) => `${name} ${regionId}`))
}

export async function findPermissionGroup(db: Db, code: string): Promise<number> {
  const { id } = await db
    .selectFrom('permissionGroup')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return id
}

/** What the first queries afterwards need: figures about the rows, and which pages need no second look. */
export async function settleAfterLoad(db: Db): Promise<void> {
  await sql`vacuum (analyze) student, student_screened, enrolment, class, class_period, grade, org, school, school_stage, plan, task,
    task_class, screening_record, retest, figure, figure_day, figure_move, late_count, figure_retest, refraction,
    refraction_grade, refraction_move, class_feed, class_feed_move`.execute(db)
}

export type NewSchool = {
  orgId: number
  stage: number
  schoolType: number
  cityProperty: number
  areaGrade: number
}

/** Schools of one stage each. */
export async function insertSchoolRows(db: Tx, schools: readonly NewSchool[]): Promise<void> {
  const column = (key: keyof NewSchool) => schools.map((school) => school[key])
  await sql`
    insert into school (org_id, stages, school_type, school_level, city_property, area_grade)
    select org_id, array[stage], school_type, 10, city_property, area_grade
    from unnest(${column('orgId')}::bigint[], ${column('stage')}::smallint[], ${column('schoolType')}::smallint[],
      ${column('cityProperty')}::smallint[], ${column('areaGrade')}::smallint[])
      as new (org_id, stage, school_type, city_property, area_grade)`.execute(db)
}
