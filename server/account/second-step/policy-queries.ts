import { sql } from 'kysely'
import type { Db } from '../../core/db/connect.ts'
import { ORG_COLUMNS, withinScope } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'

/** The newest version; undefined where nobody has ever set one. */
export function selectPolicy(db: Db) {
  return db
    .selectFrom('secondStepPolicy')
    .select(['version', 'rules'])
    .orderBy('version', 'desc')
    .executeTakeFirst()
}

/** Newest first, with who saved them. */
export function selectPolicyVersions(db: Db, limit: number) {
  return db
    .selectFrom('secondStepPolicy as p')
    .leftJoin('appUser as u', 'u.id', 'p.changedBy')
    .select(['p.version', 'p.rules', 'p.changedAt', 'u.account', 'u.realName'])
    .orderBy('p.version', 'desc')
    .limit(limit)
    .execute()
}

/** Enabled accounts by what rules can name, and how many of them have an authenticator or only a phone. */
export function countPolicyAccounts(db: Db, scope: Scope) {
  return db
    .selectFrom('appUser as u')
    .innerJoin('org', 'org.id', 'u.orgId')
    .leftJoin('totp', 'totp.userId', 'u.id')
    .where(withinScope(scope, ORG_COLUMNS))
    .where('u.enabled', '=', true)
    .groupBy(['org.orgType', 'org.property', 'u.roleType'])
    .select(['org.orgType', 'org.property', 'u.roleType'])
    .select([
      sql<number>`count(*)`.as('accounts'),
      sql<number>`count(totp.user_id)`.as('withTotp'),
      sql<number>`count(u.phone_enc) filter (where totp.user_id is null)`.as('withPhoneOnly'),
    ])
    .execute()
}

/** Those of the accounts that exist in the range, as they are spelled. */
export async function selectKnownAccounts(db: Db, scope: Scope, keys: readonly string[]) {
  return db
    .selectFrom('appUser as u')
    .innerJoin('org', 'org.id', 'u.orgId')
    .select(['u.account', 'u.accountKey'])
    .where(withinScope(scope, ORG_COLUMNS))
    .where('u.accountKey', '=', sql<string>`any (${[...keys]}::text[])`)
    .execute()
}

/** False where somebody else has saved this version. */
export async function insertPolicy(
  db: Db,
  policy: { version: number; rules: readonly object[]; changedBy: number | null },
): Promise<boolean> {
  const result = await db
    .insertInto('secondStepPolicy')
    .values({ ...policy, rules: JSON.stringify(policy.rules) })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
