import type { Db } from './db/connect.ts'

export async function findSetting(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function saveSetting(db: Db, key: string, value: object | string): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}

/** The first node to come decides; every node then reads the same value. */
export async function settleSetting(db: Db, key: string, value: object | string): Promise<unknown> {
  await db
    .insertInto('setting')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return findSetting(db, key)
}
