import { sql } from 'kysely'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import type { Db } from '../core/db/connect.ts'

/** The province of an area or a school that is known to exist. */
export async function selectProvinceOf(db: Db, { areaId, orgId }: UnitKey): Promise<string> {
  const { rows } = await sql<{ provinceId: string }>`
    select coalesce((select org.province_id from org where org.id = ${orgId ?? null}::bigint),
      (select split_part(area.full_id, '-', 1) from area where area.id = ${areaId ?? null})) as province_id`.execute(
    db,
  )
  const [first] = rows
  if (!first?.provinceId) throw new Error('a place of a wall lies in a province')
  return first.provinceId
}
