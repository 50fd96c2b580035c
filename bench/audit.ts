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
      for (const name of Object.keys(QUESTIONS))
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
  return Object.fromEntries(
    Object.entries(QUESTIONS).map(([name, query]) => [name, { path: `${path}${query}`, token }]),
  )
}

/** Half a year of everybody's visits, evenly; one in a hundred is refused. */
async function fill(db: Db, entries: number): Promise<void> {
  await sql`insert into audit_log (at, user_id, account, org_id, ip, action, object_type, object_id, success, code, request_id)
    select now() - (n * interval '180 days' / ${entries}), u.id, u.account, u.org_id, '10.0.0.1',
      case when n % 100 = 0 then 'access.denied' else 'student.view' end, 'student', (n % 20000 + 1)::text,
      n % 100 <> 0, case when n % 100 = 0 then 616 else 200 end, ''
    from generate_series(1, ${entries}::int) n
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as places
      from app_user where org_id is not null) u on u.place = n % u.places`.execute(db)
  await sql`analyze audit_log`.execute(db)
}
