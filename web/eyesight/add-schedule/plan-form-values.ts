import type { z } from 'zod'
import { SchoolStage, YesNo } from '#contract/core/codes.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import {
  DEFAULT_ITEMS,
  type PlanDetail,
  type PlanForm,
  PlanKind,
  Season,
} from '#contract/eyesight/plan-schemas.ts'
import { schoolYearOf } from '#contract/schools/grades.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { areaIdPath } from '#web/widgets/area/area-range.ts'
import { schoolYearLabel, shanghaiDay } from '../plans/school-years.ts'

export type PlanFormValues = z.input<typeof PlanForm>

const { spring, autumn } = Season.code
const { primary, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code
const DAYS = 30
const DAY_MS = 86_400_000

/** The plan most people want next: this season, a month from today, everything usual. */
export function blankPlan(range: AreaRange, now = new Date()): PlanFormValues {
  const today = shanghaiDay(now)
  const month = Number(today.slice(5, 7))
  const season = month >= 2 && month <= 8 ? spring : autumn
  const schoolYear = schoolYearOf(today)
  return {
    planName: `${schoolYearLabel(schoolYear)}${Season.label(season)}学生视力筛查`,
    schoolYear,
    season,
    kind: PlanKind.code.routine,
    startsOn: today,
    endsOn: shanghaiDay(new Date(now.getTime() + DAYS * DAY_MS)),
    areaIds: areaIdPath(range).slice(-1),
    includeDirect: YesNo.code.yes,
    stages: [primary, juniorHigh, seniorHigh, vocationalHigh],
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
