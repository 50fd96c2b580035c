import type { z } from 'zod'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS, type PlanDetail, type PlanForm, PlanKind } from '#contract/eyesight/plan-schemas.ts'
import { schoolYearOf } from '#contract/schools/grades.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { areaIdPath } from '#web/widgets/area/area-range.ts'
import { schoolYearLabel, shanghaiDay } from '../plans/school-years.ts'

export type PlanFormValues = z.input<typeof PlanForm>

const SPRING = 1
const AUTUMN = 2
const DAYS = 30
const DAY_MS = 86_400_000

/** The plan most people want next: this season, a month from today, everything usual. */
export function blankPlan(range: AreaRange, now = new Date()): PlanFormValues {
  const today = shanghaiDay(now)
  const month = Number(today.slice(5, 7))
  const season = month >= 2 && month <= 8 ? SPRING : AUTUMN
  const schoolYear = schoolYearOf(today)
  return {
    planName: `${schoolYearLabel(schoolYear)}${season === SPRING ? '春季' : '秋季'}学生视力筛查`,
    schoolYear,
    season,
    kind: PlanKind.code.routine,
    startsOn: today,
    endsOn: shanghaiDay(new Date(now.getTime() + DAYS * DAY_MS)),
    areaIds: areaIdPath(range).slice(-1),
    includeDirect: 1,
    stages: [2, 3, 4, 5],
    items: DEFAULT_ITEMS,
    profile: DEFAULT_PROFILE,
    lastPlanId: null,
    retestRatio: 5,
    errorCap: 5,
    targetRate: 95,
    schoolMayAdd: false,
    remark: null,
  }
}

export function planToForm(plan: PlanDetail): PlanFormValues {
  const { planName, schoolYear, season, kind, startsOn, endsOn, areaIds, includeDirect, stages, items } = plan
  const { profile, lastPlanId, retestRatio, errorCap, targetRate, schoolMayAdd, remark } = plan
  return {
    ...{ planName, schoolYear, season, kind, startsOn, endsOn, areaIds, includeDirect, stages, items },
    ...{ profile, lastPlanId, retestRatio, errorCap, targetRate, schoolMayAdd, remark },
  }
}
