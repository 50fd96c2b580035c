import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'

/** A thing that an entry names by its id; of a child the name is still in full. */
export type NamedObject = { type: string; id: string; name: string; place: string | null; child: boolean }

const none = sql`null`
const no = sql`false`

type Source = (ids: RawBuilder<number[]>) => RawBuilder<unknown>
const named =
  (
    type: string,
    columns: {
      id: RawBuilder<unknown>
      name: RawBuilder<unknown>
      place?: RawBuilder<unknown>
      child?: RawBuilder<unknown>
    },
    from: RawBuilder<unknown>,
  ): Source =>
  (ids) =>
    sql`select ${type}::text as type, ${columns.id}::text as id, ${columns.name} as name,
    ${columns.place ?? none}::text as place, ${columns.child ?? no} as child from ${from} where ${columns.id} = any(${ids})`

const ref = (name: string) => sql.ref(name)

/** One line for each type of thing that has a name. */
const SOURCES: Readonly<Record<string, Source>> = {
  student: named(
    'student',
    { id: ref('s.id'), name: ref('s.name'), place: ref('o.name'), child: sql`true` },
    sql`student s join org o on o.id = s.org_id`,
  ),
  record: named(
    'record',
    { id: ref('e.id'), name: ref('s.name'), place: ref('o.name'), child: sql`true` },
    sql`enrolment e join student s on s.id = e.student_id join org o on o.id = e.org_id`,
  ),
  area: named('area', { id: sql`ar.id::bigint`, name: ref('ar.name') }, sql`area ar`),
  org: named('org', { id: ref('o.id'), name: ref('o.name') }, sql`org o`),
  user: named(
    'user',
    { id: ref('u.id'), name: sql`u.real_name || ' ' || u.account`, place: ref('o.name') },
    sql`app_user u left join org o on o.id = u.org_id`,
  ),
  plan: named('plan', { id: ref('p.id'), name: ref('p.name') }, sql`plan p`),
  task: named(
    'task',
    { id: ref('t.id'), name: ref('o.name'), place: ref('p.name') },
    sql`task t join plan p on p.id = t.plan_id join org o on o.id = t.school_org_id`,
  ),
  class: named(
    'class',
    { id: ref('c.id'), name: ref('c.name'), place: ref('o.name') },
    sql`class c join org o on o.id = c.org_id`,
  ),
  grade: named('grade', { id: ref('g.id'), name: ref('o.name') }, sql`grade g join org o on o.id = g.org_id`),
  approval: named(
    'approval',
    {
      id: ref('a.id'),
      name: sql`coalesce(o.name, s.name, '')`,
      child: sql`o.id is null and s.id is not null`,
    },
    sql`approval a left join org o on o.id = a.org_id left join student s on s.id = a.student_id`,
  ),
  device: named(
    'device',
    { id: ref('d.id'), name: ref('d.name'), place: ref('o.name') },
    sql`device d join org o on o.id = d.org_id`,
  ),
  import: named(
    'import',
    { id: ref('i.id'), name: ref('i.file_name'), place: ref('o.name') },
    sql`import_task i join org o on o.id = i.org_id`,
  ),
  message: named('message', { id: ref('m.id'), name: ref('m.title') }, sql`message m`),
  reportDesign: named('reportDesign', { id: ref('r.id'), name: ref('r.name') }, sql`report_design r`),
}
export const hasNames = (type: string): boolean => type in SOURCES

/** The names of all things that some entries are about, by one statement. */
export async function selectObjects(
  db: Db,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<NamedObject[]> {
  const parts = [...wanted].flatMap(([type, ids]) => {
    const source = SOURCES[type]
    return source && ids.size > 0 ? [source(sql`${[...ids]}::bigint[]`)] : []
  })
  if (parts.length === 0) return []
  const { rows } = await sql<NamedObject>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
