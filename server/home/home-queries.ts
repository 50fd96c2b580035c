import { type RawBuilder, sql } from 'kysely'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { type AccountLine, withinLine } from '../core/db/line-of-command.ts'
import { ORG_COLUMNS, withinRoster, withinScope } from '../core/db/scope.ts'
import type { Scope } from '../core/scope.ts'

const { government, school, hospital, social } = codeLiterals(OrgType)
const { passed } = codeLiterals(ApprovalStatus)

/** The sign-in before this one, and what failed since. */
export async function findSignInHistory(db: Db, userId: number) {
  const lastTwo = await db
    .selectFrom('auditLog')
    .select(['at', 'ip'])
    .where('userId', '=', userId)
    .where('action', 'in', ['session.login', 'session.loginBySms'])
    .where('success', '=', true)
    .orderBy('at', 'desc')
    .limit(2)
    .execute()
  const previous = lastTwo[1]
  const failed = await db
    .selectFrom('auditLog')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .where('action', 'in', ['session.login', 'session.loginBySms'])
    .where('success', '=', false)
    .where('at', '>', previous?.at ?? sql<Date>`now() - interval '90 days'`)
    .executeTakeFirstOrThrow()
  return { previous, failed: Number(failed.count) }
}

export async function countOrgs(db: Db, scope: Scope) {
  const of = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})::int`
  return db
    .selectFrom('org')
    .where(withinScope(scope, ORG_COLUMNS))
    .select([
      of(sql`org_type = ${government} and status = ${passed}`).as('government'),
      of(sql`org_type = ${school} and status = ${passed}`).as('school'),
      of(sql`org_type = ${hospital} and status = ${passed}`).as('hospital'),
      of(sql`org_type = ${social} and status = ${passed}`).as('social'),
    ])
    .executeTakeFirstOrThrow()
}

/** Open classes in range and who is in them; teachers count their own. */
export async function countRoster(db: Db, scope: Scope) {
  const own = scope.kind === 'org' && scope.only !== undefined
  const rows = own
    ? sql`select 1 as class_count, class.student_count from class join org on org.id = class.org_id
        where class.closed_on is null and ${withinRoster(scope)}`
    : sql`select s.class_count, s.student_count from school_stage s join org on org.id = s.org_id
        where ${withinScope(scope, ORG_COLUMNS)}`
  const { rows: counted } = await sql<{ students: number; classes: number }>`
    select coalesce(sum(student_count), 0)::int as students, coalesce(sum(class_count), 0)::int as classes
    from (${rows}) as counted`.execute(db)
  return counted[0] ?? { students: 0, classes: 0 }
}

/** As the list of accounts has them. */
export async function countAccounts(db: Db, scope: Scope, line: AccountLine) {
  return db
    .selectFrom('appUser as u')
    .innerJoin('org', 'org.id', 'u.orgId')
    .where(withinScope(scope, ORG_COLUMNS))
    .where(withinLine(line))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where not u.enabled)::int`.as('disabled'),
      sql<number>`count(*) filter (where u.last_login_at is null)::int`.as('neverSignedIn'),
      sql<number>`count(*) filter (where exists (select 1 from login_lock l
        where l.account_key = u.account_key and l.locked_until > now()))::int`.as('locked'),
    ])
    .executeTakeFirstOrThrow()
}

export async function findDaysUntil(db: Db, day: string | null): Promise<number | null> {
  if (!day) return null
  const { days } = await db
    .selectNoFrom(sql<number>`${day}::date - (now() at time zone 'Asia/Shanghai')::date`.as('days'))
    .executeTakeFirstOrThrow()
  return days
}
