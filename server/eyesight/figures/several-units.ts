// Several places at once, each inside the caller's range: one that is foreign refuses them all.
import { OrgType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { findAreaNames } from '../../areas/area.ts'
import type { UserCtx } from '../../core/context.ts'
import { scopeCoversOrg } from '../../core/scope.ts'
import { screeningScope } from '../plans/access.ts'
import type { ScreeningScope } from '../plans/access-queries.ts'
import { selectAreas } from '../plans/plan-life-queries.ts'
import { areaPath, isArea, type Place, type ResolvedUnit, rangeOf, unitInSchool } from './unit.ts'
import {
  type PlacedOrg,
  selectClassPlaces,
  selectSchoolPlaces,
  selectSchoolsOfTasks,
} from './unit-queries.ts'

const ONE_LEVEL = '请选择同一级别的单位'

/** As `resolveUnit` for several of one kind, in the order asked for, by as many statements as for one. */
export async function resolveUnits(
  ctx: UserCtx,
  planId: number,
  keys: readonly UnitKey[],
): Promise<ResolvedUnit[]> {
  const who = screeningScope(ctx)
  const range = await rangeOf(ctx, who)
  const asked = { ctx, who, range, planId }
  if (keys.every(({ areaId }) => areaId !== undefined)) return resolveAreas(asked, keys)
  if (keys.every(({ classId }) => classId !== undefined)) return resolveClasses(asked, keys)
  if (keys.every(({ orgId }) => orgId !== undefined)) return resolveSchools(asked, keys)
  throw new BizError(700, ONE_LEVEL)
}

type Asked = {
  ctx: UserCtx
  who: ScreeningScope
  range: Awaited<ReturnType<typeof rangeOf>>
  planId: number
}

const AREA_LEVELS = ['province', 'city', 'region'] as const

async function resolveAreas({ ctx, who, range }: Asked, keys: readonly UnitKey[]): Promise<ResolvedUnit[]> {
  if (!isArea(range.place)) throw new BizError(616)
  const areas = await selectAreas(
    ctx.db,
    keys.flatMap(({ areaId }) => areaId ?? []),
  )
  const names = await findAreaNames(ctx)
  const resolved = keys.map(({ areaId = '' }): ResolvedUnit => {
    const area = areas.find((each) => each.areaId === areaId)
    const ids = area ? [area.provinceId, area.cityId, area.regionId].filter((id) => id !== null) : []
    const path = areaPath(range, ids, names)
    const unit = path.at(-1)
    const level = AREA_LEVELS[ids.length - 1]
    if (!unit || !level) throw new BizError(616)
    return { who, place: { level, areaId }, unit, path }
  })
  if (new Set(resolved.map(({ place }) => place.level)).size > 1) throw new BizError(700, ONE_LEVEL)
  return resolved
}

/** Schools, and grades of schools. */
async function resolveSchools(asked: Asked, keys: readonly UnitKey[]): Promise<ResolvedUnit[]> {
  const schools = await requireSchools(
    asked,
    keys.flatMap(({ orgId }) => orgId ?? []),
  )
  return Promise.all(
    keys.map(({ orgId = 0, prefix, gradeNo }) => {
      const place: Place =
        prefix === undefined || gradeNo === undefined
          ? { level: 'school', orgId }
          : { level: 'grade', orgId, stage: prefix, gradeNo }
      return locate(asked, schools, place)
    }),
  )
}

async function resolveClasses(asked: Asked, keys: readonly UnitKey[]): Promise<ResolvedUnit[]> {
  const { ctx, who, planId } = asked
  const classIds = keys.flatMap(({ classId }) => classId ?? [])
  const places = await selectClassPlaces(ctx.db, who, planId, classIds)
  if (places.length < classIds.length) throw new BizError(650)
  const schools = await selectSchoolPlaces(ctx.db, [...new Set(places.map(({ orgId }) => orgId))])
  return Promise.all(
    classIds.map((classId) => {
      const found = places.find((place) => place.classId === classId)
      if (!found) throw new BizError(650)
      return locate(asked, schools, { level: 'class', ...found })
    }),
  )
}

type PlaceInSchool = Extract<Place, { orgId: number }> & { className?: string }

async function locate(
  { ctx, who, range }: Asked,
  schools: readonly PlacedOrg[],
  place: PlaceInSchool,
): Promise<ResolvedUnit> {
  const school = schools.find(({ id }) => id === place.orgId)
  if (!school) throw new BizError(651)
  return { who, ...(await unitInSchool(ctx, range, school, place)) }
}

/** The range of a screening organisation is the schools of its tasks; that of all others their own area or school. */
async function requireSchools({ ctx, who, planId }: Asked, orgIds: readonly number[]): Promise<PlacedOrg[]> {
  const wanted = [...new Set(orgIds)]
  const found = await selectSchoolPlaces(ctx.db, wanted)
  if (found.length < wanted.length) throw new BizError(616)
  if (who.carriesOut === null) {
    const foreign = found.some((org) => ctx.caller.orgId !== org.id && !scopeCoversOrg(ctx.scope, org))
    if (foreign) throw new BizError(616)
  }
  if (who.carriesOut !== null) {
    const own = await selectSchoolsOfTasks(ctx.db, who, planId, wanted)
    if (own.length < wanted.length) throw new BizError(616)
  }
  if (found.some(({ orgType }) => orgType !== OrgType.code.school)) throw new BizError(651)
  return found
}
