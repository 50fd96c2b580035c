import { sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'

/** A message is refused by its time long before its nonce is forgotten. */
const KEPT = sql`interval '1 day'`

export async function removeOldNonces(db: Db): Promise<void> {
  await sql`delete from device_nonce where at < now() - ${KEPT}`.execute(db)
}
