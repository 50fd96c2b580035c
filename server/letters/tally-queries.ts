import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'
import { areaBelow, inAreaOf } from '../eyesight/figures/figure-queries.ts'
import type { AreaLevel } from '../eyesight/figures/unit.ts'

/** Result letters that were printed and not withdrawn. */
export type LetterTally = { letters: number; opened: number; acknowledged: number }
/** Of an area below, or of a school. */
export type PlacedTally = { areaId: string | null; orgId: number | null } & LetterTally

export type TallyPlace = { level: AreaLevel; areaId: string } | { level: 'school'; orgId: number }

/** `areas`: by the areas right below, and by the schools that stand in none of them; `schools`: by all schools. */
export async function selectLetterTallies(
  db: Db,
  place: TallyPlace,
  planId: number,
  below: 'areas' | 'schools',
): Promise<PlacedTally[]> {
  const isArea = 'areaId' in place
  const area: RawBuilder<unknown> = isArea && below === 'areas' ? areaBelow(place.level) : sql`null::text`
  const here = isArea ? inAreaOf(place) : sql`f.school_org_id = ${place.orgId}`
  const { rows } = await sql<PlacedTally>`
    select ${area} as area_id, case when ${area} is null then f.school_org_id end as org_id,
      sum(f.letters)::int as letters, sum(f.opened)::int as opened, sum(f.acknowledged)::int as acknowledged
    from letter_tally as f where f.plan_id = ${planId} and ${here}
    group by 1, 2 having sum(f.letters) > 0 order by 1 nulls last, 2`.execute(db)
  return rows
}
