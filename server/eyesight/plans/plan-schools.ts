import type { z } from 'zod'
import type {
  ExecutorQuery,
  PlanPreview,
  PlanRange,
  PlanSchoolQuery,
} from '#contract/eyesight/plan-schemas.ts'
import { findAreaNames } from '../../areas/area.ts'
import type { UserCtx } from '../../core/context.ts'
import { assertAreaFilter } from '../../orgs/area-filter.ts'
import { requireSchool } from '../../schools/roster.ts'
import { requirePlan } from './access.ts'
import { requireAreas } from './plan-range.ts'
import { selectExecutors, selectPlanSchools, selectPreview, selectReach } from './plan-schools-queries.ts'

export async function previewPlan(ctx: UserCtx, input: z.output<typeof PlanRange>): Promise<PlanPreview> {
  const areas = await requireAreas(ctx, input.areaIds)
  const rows = await selectPreview(ctx.db, ctx.scope, { ...input, areas })
  const names = await findAreaNames(ctx)
  const {
    schools = 0,
    classes = 0,
    students = 0,
  } = rows.find(({ stage, areaId }) => stage === null && areaId === null) ?? {}
  return {
    schools,
    classes,
    students,
    byStage: rows.flatMap(({ stage, ...counts }) =>
      stage === null ? [] : [{ ...counts, stage: stage as (typeof input.stages)[number] }],
    ),
    byArea: rows.flatMap(({ areaId, ...counts }) =>
      areaId === null ? [] : [{ ...counts, areaId, areaName: names.get(areaId) ?? areaId }],
    ),
  }
}

/** A bare id says by its zeros what it is (spec §1). */
export function areaFilterOf(id: string) {
  if (id.endsWith('0000')) return { provinceId: id }
  return id.endsWith('00') ? { cityId: id } : { regionId: id }
}

export async function listPlanSchools(ctx: UserCtx, query: z.output<typeof PlanSchoolQuery>) {
  const plan = await requirePlan(ctx, query.planId)
  if (query.areaId) assertAreaFilter(ctx, areaFilterOf(query.areaId))
  const page = await selectPlanSchools(ctx.db, ctx.scope, await selectReach(ctx.db, plan.id), query)
  const names = await findAreaNames(ctx)
  const list = page.list.map((row) => ({
    ...row,
    areaName: names.get(row.regionId ?? row.cityId ?? row.provinceId) ?? '',
  }))
  return { ...page, list }
}

/** A school chooses between itself and those bound to it. */
export async function listExecutors(ctx: UserCtx, query: z.output<typeof ExecutorQuery>) {
  const own = ctx.scope.kind === 'org' ? ctx.scope.orgId : undefined
  const schoolOrgId = query.schoolOrgId ?? own
  if (schoolOrgId !== undefined) await requireSchool(ctx, schoolOrgId)
  return selectExecutors(ctx.db, ctx.scope, schoolOrgId, query.keyword)
}
