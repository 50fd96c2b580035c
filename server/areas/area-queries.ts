import { sql } from 'kysely'
import { AreaTier } from '#contract/areas/schemas.ts'
import type { Db } from '../core/db/connect.ts'
import { withinScope } from '../core/db/scope.ts'
import type { Scope } from '../core/scope.ts'

/** Provinces, cities and districts; parents before children. */
export function selectDistricts(db: Db) {
  return db
    .selectFrom('area')
    .select(['id', 'parentId', 'name', 'level', 'fullName', 'fullId'])
    .select(sql<boolean>`exists (select 1 from area below where below.parent_id = area.id)`.as('hasChildren'))
    .where('level', '<=', AreaTier.code.region)
    .orderBy('level')
    .orderBy('id')
    .execute()
}

export function selectChildren(db: Db, parentId: string) {
  return db
    .selectFrom('area')
    .select(['id', 'name', 'level'])
    .select(sql<boolean>`exists (select 1 from area below where below.parent_id = area.id)`.as('hasChildren'))
    .where('parentId', '=', parentId)
    .orderBy('id')
    .execute()
}

/** An area belongs to itself and to those above it: its id path says which. */
export function selectInScope(db: Db, scope: Scope, orgAreaId: string | null) {
  return db
    .selectFrom('area')
    .select(['fullName as areaName', 'fullId as id'])
    .where('level', '<=', AreaTier.code.region)
    .where(
      scope.kind === 'org'
        ? sql<boolean>`area.id = ${orgAreaId}`
        : withinScope(scope, {
            province: 'pathProvince',
            city: 'pathCity',
            region: 'pathRegion',
            org: 'area.id',
          }),
    )
    .innerJoinLateral(
      sql<{ pathProvince: string; pathCity: string; pathRegion: string }>`(
        select split_part(area.full_id, '-', 1) as path_province,
               split_part(area.full_id, '-', 2) as path_city,
               split_part(area.full_id, '-', 3) as path_region)`.as('path'),
      (join) => join.onTrue(),
    )
    .orderBy('area.id')
    .execute()
}

export async function findAreaPath(db: Db, id: string | null) {
  if (!id) return undefined
  return db.selectFrom('area').select(['fullName', 'fullId']).where('id', '=', id).executeTakeFirst()
}
