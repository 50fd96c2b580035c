import type { Db } from '../../core/db/connect.ts'

/** The newest version; undefined where nobody has ever set one. */
export function selectPolicy(db: Db) {
  return db
    .selectFrom('secondStepPolicy')
    .select(['version', 'rules'])
    .orderBy('version', 'desc')
    .executeTakeFirst()
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
