import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { AUDIT_DAYS_DEFAULT, type AuditWhole } from '#contract/audit/schemas.ts'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import type { Db } from '../core/db/connect.ts'
import { ORG_COLUMNS, type ScopeColumns, withinScope } from '../core/db/scope.ts'
import type { CoreTables } from '../core/db/tables.ts'
import { likePattern } from '../core/db/text.ts'
import type { Scope } from '../core/scope.ts'
import { entriesOfStudent, namesClass, namesStanding } from './student-entries-queries.ts'

/** A filter whose words are resolved: which accounts, which acts. */
export type EntryFilter = {
  startDay?: string
  endDay?: string
  userIds?: number[]
  orgId?: number
  actions?: AuditAction[]
  success?: boolean
  studentId?: number
}

/** More accounts than these are no answer to a name that was typed. */
const ACCOUNTS_MAX = 500

export async function selectActors(db: Db, scope: Scope, keyword: string): Promise<number[]> {
  const pattern = likePattern(keyword)
  const rows = await db
    .selectFrom('appUser as u')
    .innerJoin('org', 'org.id', 'u.orgId')
    .where(withinScope(scope, ORG_COLUMNS))
    .where((eb) => eb.or([eb('u.account', 'ilike', pattern), eb('u.realName', 'like', pattern)]))
    .select('u.id')
    .limit(ACCOUNTS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

const ACTOR_COLUMNS: ScopeColumns = { ...ORG_COLUMNS, org: 'a.orgId' }

/** Who acted belongs to an organisation of the range; an entry without an organisation is nobody's. */
function actorWithin(scope: Scope): RawBuilder<SqlBool> {
  const within = withinScope(scope, ACTOR_COLUMNS)
  if (scope.kind === 'org' || scope.kind === 'nothing') return within
  return sql<SqlBool>`a.org_id in (select org.id from org where ${within})`
}

const dayBegins = (day: RawBuilder<unknown>) => sql<Date>`(${day})::timestamp at time zone 'Asia/Shanghai'`
const today = sql`(now() at time zone 'Asia/Shanghai')::date`

const anyOf = (ids: number[]) => sql<number>`any(${ids}::bigint[])`

function entriesMatching(db: Db, scope: Scope, filter: EntryFilter & { after?: Position }) {
  const { startDay, endDay, userIds, orgId, actions, success, after } = filter
  const first = startDay ? sql`${startDay}::date` : sql`${today} - ${AUDIT_DAYS_DEFAULT - 1}::int`
  let entries = db
    .selectFrom('auditLog as a')
    .where(actorWithin(scope))
    // A last day without a first one is meant as the end of all that was before.
    .$if(startDay !== undefined || endDay === undefined, (query) =>
      query.where('a.at', '>=', dayBegins(first)),
    )
  if (endDay) entries = entries.where('a.at', '<', dayBegins(sql`${endDay}::date + 1`))
  // Those of one account come from the index in their order; those of several have to be sorted.
  if (userIds)
    entries = entries.where(
      'a.userId',
      '=',
      userIds.length === 1 ? sql<number>`${userIds[0]}` : anyOf(userIds),
    )
  if (orgId !== undefined) entries = entries.where('a.orgId', '=', orgId)
  if (actions) entries = entries.where('a.action', 'in', actions)
  // Written out, so that the index of refusals is seen to hold them.
  if (success !== undefined)
    entries = entries.where(success ? sql<SqlBool>`a.success` : sql<SqlBool>`not a.success`)
  if (after)
    entries = entries.where(
      sql<SqlBool>`(a.at, a.id) < (${after.position}::timestamptz, ${after.auditId}::bigint)`,
    )
  return entries
}

type Position = { position: string; auditId: number }
type Part = { offset: number; limit: number }
type Found = Selectable<CoreTables['auditLog']> & { whole: AuditWhole | null }

/** A part of the entries, with the width of an act on many that one child was asked for. */
function foundEntries(
  db: Db,
  scope: Scope,
  filter: EntryFilter & { after?: Position },
  { offset, limit }: Part,
  counted = false,
): RawBuilder<Found> {
  const entries = newestFirst(entriesMatching(db, scope, filter))
  // Sorted for each of the things that stood for a child: what is only counted is sorted without its details.
  const matching = counted ? entries.select(['a.at', 'a.id']) : entries.selectAll('a')
  if (filter.studentId === undefined) {
    const whole = sql<null>`null::text`.as('whole')
    return sql<Found>`(${matching.select(whole).limit(limit).offset(offset)})`
  }
  const newest = matching.limit(offset + limit)
  const byObject = sql`${newest.where(namesStanding)}`
  const byClass = sql`${newest.where(namesClass)}`
  return sql<Found>`(${entriesOfStudent(filter.studentId, byObject, byClass, { offset, limit })})`
}

/** Newest first; two of one moment in the order in which they were written. */
const newestFirst = (entries: ReturnType<typeof entriesMatching>) =>
  entries.orderBy('a.at', 'desc').orderBy('a.id', 'desc')

/** Who acted is looked up for the entries that are shown, not for those that are passed over. */
function withActors(db: Db, entries: RawBuilder<Found>) {
  return (
    db
      .selectFrom(entries.as('e'))
      .leftJoin('appUser as u', 'u.id', 'e.userId')
      .leftJoin('org', 'org.id', 'e.orgId')
      .select(['e.id as auditId', 'e.at', 'e.account', 'u.realName', 'org.name as orgName'])
      .select([
        'e.action',
        'e.objectType',
        'e.objectId',
        'e.detail',
        'e.success',
        'e.code',
        'e.ip',
        'e.whole',
      ])
      // The database's clock is finer than ours: the place in the list must not lose its last digits.
      .select(sql<string>`e.at::text`.as('position'))
      .orderBy('e.at', 'desc')
      .orderBy('e.id', 'desc')
  )
}

export const selectEntries = (db: Db, scope: Scope, filter: EntryFilter, part: Part) =>
  withActors(db, foundEntries(db, scope, filter, part)).execute()
export type Entry = Awaited<ReturnType<typeof selectEntries>>[number]

/** At most `most`: counting ten million would take longer than anybody waits. */
export async function countEntries(db: Db, scope: Scope, filter: EntryFilter, most: number): Promise<number> {
  const { total } = await db
    .selectFrom(foundEntries(db, scope, filter, { offset: 0, limit: most }, true).as('counted'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The next ones after an entry, for a file. */
export const selectEntriesAfter = (
  db: Db,
  scope: Scope,
  filter: EntryFilter,
  after: Position | undefined,
  limit: number,
) =>
  withActors(
    db,
    foundEntries(db, scope, { ...filter, ...(after && { after }) }, { offset: 0, limit }),
  ).execute()
