import { sql } from 'kysely'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import type { Db } from '../server/core/db/connect.ts'
import { compareSizes, IN_TURNS } from './compare-sizes.ts'
import { type Call, type MeasuredApp, measuredApp } from './measured-app.ts'
import type { Row, Table } from './table.ts'

/** Enough that reading them all would show; ten million were measured once (docs/decisions.md). */
const ENTRIES = 1_000_000
const BAR = 3

const READERS = { 省级: 'province01', 区县: 'region01', 学校: 'school01' }
const QUESTIONS = {
  打开: '',
  只看越权: '?kind=denied',
  按账号: '?keyword=region01',
}
const OF_CHILD = '按学生'

/** The audit log of an empty trail and of a full one, in turns within one run. */
export async function measureAudit({ entries = ENTRIES }: { entries?: number }): Promise<Table> {
  const empty = await measuredApp()
  let seconds = 0
  const full = await measuredApp({
    async prepare(db) {
      const started = performance.now()
      await fill(db, entries)
      seconds = (performance.now() - started) / 1000
    },
  })
  try {
    const rows: Row[] = [
      { what: `生成 ${entries.toLocaleString('en')} 条记录`, value: `${seconds.toFixed(0)} 秒` },
    ]
    for (const [title, account] of Object.entries(READERS)) {
      const calls = await Promise.all([empty, full].map((app) => callsOf(app, account)))
      for (const name of [...Object.keys(QUESTIONS), OF_CHILD])
        rows.push(
          await compareSizes(`${title} ${name}`, BAR, [empty, calls[0]?.[name]], [full, calls[1]?.[name]]),
        )
    }
    return {
      title: '审计日志：空与满',
      note: `${IN_TURNS}打开本身也留记录，所以“空”的库里是测量自己的几百条。`,
      rows,
    }
  } finally {
    await empty.close()
    await full.close()
  }
}

async function callsOf(app: MeasuredApp, account: string): Promise<Record<string, Call>> {
  const token = await app.login(account)
  const { path } = auditEndpoints.auditPageList
  const questions = { ...QUESTIONS, [OF_CHILD]: `?studentId=${await findChild(app.services.db)}` }
  return Object.fromEntries(
    Object.entries(questions).map(([name, query]) => [name, { path: `${path}${query}`, token }]),
  )
}

/** A child of the school, with records: acts on the class, the task and the school are found as well. */
async function findChild(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select s.id from student s join app_user u on u.org_id = s.org_id
    where u.account = ${READERS.学校} and s.class_id is not null
    order by exists (select from screening_record r where r.student_id = s.id) desc, s.id limit 1`.execute(db)
  const [child] = rows
  if (!child) throw new Error('the school has no student')
  return child.id
}

/**
 * Half a year of everybody's visits, evenly; one in a hundred is refused, three in ten are on a whole class, one in a
 * hundred is a file of an organisation. The indexes are made afterwards, which takes a tenth of the time.
 */
async function fill(db: Db, entries: number): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`.execute(db)
  // Constants, so that the joins are by hash.
  const { rows: counted } = await sql<{ users: number; classes: number }>`
    select (select count(*)::int from app_user where org_id is not null) as users,
      (select count(*)::int from task_class) as classes`.execute(db)
  const { users = 1, classes = 1 } = counted[0] ?? {}
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  await sql`insert into audit_log (at, user_id, account, org_id, ip, action, object_type, object_id, success, code, detail, request_id)
    select now() - (n * interval '180 days' / ${entries}), u.id, u.account, u.org_id, '10.0.0.1',
      case when n % 100 = 0 then 'access.denied' when n % 100 = 9 then 'export.results' when n % 10 = 6 then 'record.view'
        when n % 10 = 7 then 'record.list' when n % 10 = 8 then 'letter.list' else 'student.view' end,
      case when n % 100 = 9 then 'export' when n % 10 = 6 then 'task' when n % 10 = 7 then 'plan'
        when n % 10 = 8 then 'class' else 'student' end,
      case when n % 100 = 9 then 'org:' || u.org_id when n % 10 = 6 then c.task_id::text
        when n % 10 = 7 then c.plan_id::text when n % 10 = 8 then c.class_id::text else (n % 20000 + 1)::text end,
      n % 100 <> 0, case when n % 100 = 0 then 616 else 200 end,
      case when n % 100 = 9 then jsonb_build_object('item', 'results', 'planId', c.plan_id)
        when n % 10 in (6, 7) then jsonb_build_object('classId', c.class_id) end, ''
    from generate_series(1, ${entries}::int) n
    join (select *, row_number() over (order by id) - 1 as place from app_user where org_id is not null) u
      on u.place = n % ${users}::int
    join (select *, row_number() over (order by task_id, class_id) - 1 as place from task_class) c
      on c.place = n / 10 % ${classes}::int`.execute(db)
  for (const { made } of indexes) await sql.raw(made).execute(db)
  await sql`analyze audit_log`.execute(db)
}
