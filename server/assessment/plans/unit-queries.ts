import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AssessObject } from '#contract/assessment/statuses.ts'
import { ApprovalStatus, OrgProperty, OrgType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'

const type = codeLiterals(OrgType)
const { passed } = codeLiterals(ApprovalStatus)
const { educationBureau, healthCommission } = codeLiterals(OrgProperty)

/** The area of the body that assesses. */
export type AssessArea = { provinceId: string; cityId: string | null; regionId: string | null }
type Body = AssessArea & { orgId: number; property: number }

export type CandidateRow = {
  orgId: number
  orgName: string
  orgType: CodeOf<typeof OrgType>
  areaName: string
}

const SHOWN = sql`org.id as org_id, org.name as org_name, org.org_type, coalesce(area.name, '') as area_name`
const AREA_OF_ORG = sql`left join area on area.id = coalesce(org.region_id, org.city_id, org.province_id)`

/**
 * For each area directly below, the body that applies for it: of the same kind as the one that assesses, where there is
 * none the other.
 */
const bodiesBelow = (
  { orgId, property }: Body,
  inside: RawBuilder<SqlBool>,
  area: RawBuilder<unknown>,
) => sql`
  select distinct on (${area}) ${SHOWN}
  from org ${AREA_OF_ORG}
  where org.org_type = ${type.government} and org.status = ${passed} and org.enabled and org.id <> ${orgId}
    and org.property in (${educationBureau}, ${healthCommission}) and ${inside}
  order by ${area}, org.property <> ${property}, org.id`

/** What a body can assess of a kind: areas directly below it, or schools and organisations that no body stands between. */
export async function selectCandidates(
  db: Db,
  object: CodeOf<typeof AssessObject>,
  body: Body,
): Promise<CandidateRow[]> {
  const { provinceId, cityId, regionId } = body
  const { city, region, school } = AssessObject.code
  const own = sql<SqlBool>`org.province_id = ${provinceId} and org.city_id is not distinct from ${cityId}
    and org.region_id is not distinct from ${regionId}`
  const ofTypes =
    object === school
      ? sql`org.org_type = ${type.school}`
      : sql`org.org_type in (${type.hospital}, ${type.social})`
  const query =
    object === city
      ? bodiesBelow(
          body,
          sql<SqlBool>`org.province_id = ${provinceId} and org.city_id is not null and org.region_id is null`,
          sql`org.city_id`,
        )
      : object === region
        ? bodiesBelow(
            body,
            sql<SqlBool>`org.city_id = ${cityId} and org.region_id is not null`,
            sql`org.region_id`,
          )
        : sql`select ${SHOWN} from org ${AREA_OF_ORG}
            where ${ofTypes} and org.status = ${passed} and org.enabled and ${own} order by org.id`
  const { rows } = await sql<CandidateRow>`${query}`.execute(db)
  return rows
}

/** The other bodies of the same area, who may review as well. */
export async function selectBodiesOfArea(db: Db, body: Body): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from org where org_type = ${type.government} and status = ${passed} and enabled and id <> ${body.orgId}
      and province_id = ${body.provinceId} and city_id is not distinct from ${body.cityId}
      and region_id is not distinct from ${body.regionId} order by id`.execute(db)
  return rows
}
