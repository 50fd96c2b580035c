// The place whose figures are asked for, inside the caller's range.
import { OrgType, SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { collegeGradeName } from '#contract/eyesight/figures/colleges.ts'
import type { Unit, UnitKey, UnitQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { findAreaNames } from '../../areas/area.ts'
import { findAreaPath } from '../../areas/area-queries.ts'
import type { UserCtx } from '../../core/context.ts'
import { requireOrg } from '../../orgs/org.ts'
import { selectOrg } from '../../orgs/org-queries.ts'
import { screeningScope } from '../plans/access.ts'
import type { ScreeningScope } from '../plans/access-queries.ts'
import { hasTaskAt, type SchoolPlace, selectClassPlace } from './unit-queries.ts'

type Stage = NonNullable<UnitKey['prefix']>
type System = 63 | 54
export type AreaLevel = 'province' | 'city' | 'region'

/** Where to count. What has no place of its own is the caller's range: the schools of its tasks, or the own classes. */
export type Place =
  | { level: AreaLevel; areaId: string }
  | { level: 'range'; of: 'school' | 'class' }
  | { level: 'school'; orgId: number }
  | { level: 'grade'; orgId: number; stage: Stage; gradeNo: number }
  | { level: 'class'; orgId: number; stage: Stage; gradeNo: number; classId: number }

export type ResolvedUnit = {
  who: ScreeningScope
  place: Place
  unit: Unit
  /** From the caller's range down to the unit, both included. */
  path: Unit[]
}

const CHILD_LEVELS = {
  province: 'city',
  city: 'region',
  region: 'school',
  school: 'grade',
  grade: 'class',
  class: null,
} as const
export const childLevelOf = (place: Place): Unit['level'] | null =>
  place.level === 'range' ? place.of : CHILD_LEVELS[place.level]

const AREA_LEVELS = ['province', 'city', 'region'] as const

export const areaUnit = (level: AreaLevel, areaId: string, names: ReadonlyMap<string, string>): Unit => ({
  level,
  key: { areaId },
  name: names.get(areaId)?.split('-').at(-1) ?? '',
})
export const schoolUnit = (orgId: number, name: string): Unit => ({ level: 'school', key: { orgId }, name })

type GradePlace = { orgId: number; stage: Stage; gradeNo: number }
const gradeText = (stage: GradePlace['stage'], gradeNo: number, system: System): string =>
  collegeGradeName(stage, gradeNo) || gradeName(stage, gradeNo, system)
export const gradeUnit = ({ orgId, stage, gradeNo }: GradePlace, system: System): Unit => ({
  level: 'grade',
  key: { orgId, prefix: stage, gradeNo },
  name: gradeText(stage, gradeNo, system) || SchoolStage.label(stage),
})
type ClassNamed = GradePlace & { classId: number; className: string }
export const classUnit = (named: ClassNamed, system: System): Unit => ({
  level: 'class',
  key: { orgId: named.orgId, prefix: named.stage, gradeNo: named.gradeNo, classId: named.classId },
  name: `${gradeText(named.stage, named.gradeNo, system)}${named.className}`,
})

/** An area outside the range, or an organisation, is a step over the boundary (616); a class is not there (650). */
export async function resolveUnit(ctx: UserCtx, query: UnitQuery): Promise<ResolvedUnit> {
  const who = screeningScope(ctx)
  const range = await rangeOf(ctx, who)
  const area = query.areaId === undefined ? undefined : await requireArea(ctx, range, query.areaId)
  const named = query.orgId === undefined ? undefined : await requireSchoolOf(ctx, who, query, query.orgId)
  const inside = query.classId !== undefined || query.prefix !== undefined || query.gradeNo !== undefined
  if (!named && !inside) return area ? { who, ...area } : { who, ...range }
  const place = await placeInSchool(ctx, who, query, named?.id ?? ownSchoolId(range))
  const school = named ?? (await selectOrg(ctx.db, place.orgId))
  if (!school || (query.areaId && !areasOf(school).includes(query.areaId))) throw new BizError(650)
  return { who, ...(await unitInSchool(ctx, range, school, place)) }
}

/** Where a unit of a path is counted. */
export function placeOf({ level, key }: Unit, { scope }: ScreeningScope): Place {
  const { areaId, orgId, prefix, gradeNo, classId } = key
  if (areaId !== undefined && AREA_LEVELS.some((each) => each === level)) {
    return { level: level as AreaLevel, areaId }
  }
  if (orgId === undefined) {
    return { level: 'range', of: scope.kind === 'org' && scope.only ? 'class' : 'school' }
  }
  if (prefix === undefined || gradeNo === undefined) return { level: 'school', orgId }
  const grade = { orgId, stage: prefix, gradeNo }
  return classId === undefined ? { level: 'grade', ...grade } : { level: 'class', ...grade, classId }
}

type Located = Omit<ResolvedUnit, 'who'>

/** The caller's range as a unit. */
export async function rangeOf(ctx: UserCtx, who: ScreeningScope): Promise<Located> {
  const { scope, caller } = ctx
  const at = (place: Place, unit: Unit): Located => ({ place, unit, path: [unit] })
  const area = areaOfScope(scope)
  if (area && who.carriesOut === null) {
    return at(area, areaUnit(area.level, area.areaId, await findAreaNames(ctx)))
  }
  const range = (of: 'school' | 'class', name: string) =>
    at({ level: 'range', of }, { level: 'range', key: {}, name })
  if (scope.kind === 'org' && scope.only) {
    return range('class', scope.only.by === 'class' ? '负责的班级' : '负责的年级')
  }
  if (caller.org?.orgType === OrgType.code.school && who.carriesOut === null) {
    return at({ level: 'school', orgId: caller.org.id }, schoolUnit(caller.org.id, caller.org.name))
  }
  return range('school', '承担的全部学校')
}

function areaOfScope(scope: UserCtx['scope']): { level: AreaLevel; areaId: string } | undefined {
  if (scope.kind === 'province') return { level: 'province', areaId: scope.provinceId }
  if (scope.kind === 'city') return { level: 'city', areaId: scope.cityId }
  return scope.kind === 'region' ? { level: 'region', areaId: scope.regionId } : undefined
}

const ownSchoolId = ({ place }: Located): number | undefined =>
  place.level === 'school' ? place.orgId : undefined

export const isArea = (place: Place): place is { level: AreaLevel; areaId: string } => 'areaId' in place

/** The chain of areas below the range down to one that is named. */
export function areaPath(range: Located, ids: readonly string[], names: ReadonlyMap<string, string>): Unit[] {
  const top = isArea(range.place) ? ids.indexOf(range.place.areaId) : -1
  if (top < 0) return []
  return ids.slice(top).map((id, index) => areaUnit(AREA_LEVELS[top + index] ?? 'region', id, names))
}

async function requireArea(ctx: UserCtx, range: Located, areaId: string): Promise<Located> {
  const found = await findAreaPath(ctx.db, areaId)
  const ids = found?.fullId.split('-') ?? []
  const path = ids.length <= AREA_LEVELS.length ? areaPath(range, ids, await findAreaNames(ctx)) : []
  const unit = path.at(-1)
  const level = AREA_LEVELS[ids.length - 1]
  if (!unit || !level) throw new BizError(616)
  return { place: { level, areaId }, unit, path }
}

const areasOf = (org: SchoolPlace): string[] =>
  [org.provinceId, org.cityId, org.regionId].filter((id) => id !== null)

/** The range of a screening organisation is the schools of its tasks; that of all others their own area or school. */
async function requireSchoolOf(ctx: UserCtx, who: ScreeningScope, query: UnitQuery, orgId: number) {
  const org = who.carriesOut === null ? await requireOrg(ctx, orgId) : await selectOrg(ctx.db, orgId)
  if (!org) throw new BizError(616)
  if (who.carriesOut !== null && !(await hasTaskAt(ctx.db, who, query.planId, orgId))) throw new BizError(616)
  if (org.orgType !== OrgType.code.school) throw new BizError(651)
  return org
}

type PlaceInSchool = Extract<Place, { orgId: number }>

async function placeInSchool(
  ctx: UserCtx,
  who: ScreeningScope,
  query: UnitQuery,
  orgId: number | undefined,
): Promise<PlaceInSchool & { className?: string }> {
  const { classId, prefix, gradeNo } = query
  if (classId !== undefined) {
    const found = await selectClassPlace(ctx.db, who, query.planId, classId)
    const differs = <T>(given: T | undefined, is: T) => given !== undefined && given !== is
    if (!found || differs(query.orgId, found.orgId)) throw new BizError(650)
    if (differs(prefix, found.stage) || differs(gradeNo, found.gradeNo)) throw new BizError(650)
    return { level: 'class', classId, ...found }
  }
  if (orgId === undefined) throw new BizError(650, '请选择学校')
  if (prefix === undefined && gradeNo === undefined) return { level: 'school', orgId }
  if (prefix === undefined || gradeNo === undefined) throw new BizError(650, '请选择学段和年级')
  return { level: 'grade', orgId, stage: prefix, gradeNo }
}

/** A teacher's classes are directly below the range, everything else is below its school. */
export async function unitInSchool(
  ctx: UserCtx,
  range: Located,
  school: SchoolPlace,
  { className = '', ...place }: PlaceInSchool & { className?: string },
): Promise<Located> {
  const system = school.schoolSystem ?? 63
  const units: Unit[] = [schoolUnit(school.id, school.name)]
  if (place.level !== 'school') units.push(gradeUnit(place, system))
  if (place.level === 'class') units.push(classUnit({ ...place, className }, system))
  const unit = units.at(-1) as Unit
  if (range.place.level === 'school') return { place, unit, path: units }
  if (range.place.level === 'range') {
    const direct = range.place.of === 'class' && place.level === 'class'
    return { place, unit, path: [range.unit, ...(direct ? [unit] : units)] }
  }
  return { place, unit, path: [...areaPath(range, areasOf(school), await findAreaNames(ctx)), ...units] }
}
