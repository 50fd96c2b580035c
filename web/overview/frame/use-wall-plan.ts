import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { siteConfig } from '#web/core/site.ts'
import { defaultPlan } from '#web/widgets/default-plan.ts'

type Kind = PlanChoice['kind']

/** The plans of a kind, and the one that is meant: that of the address, the preset one, or the nearest under way. */
export function useWallPlan(planId: number | undefined, kind: Kind | null) {
  const { user } = useSession()
  const { data, error } = useCall(eyesightEndpoints.planChoices, {})
  const plans = (data ?? []).filter((plan) => kind === null || plan.kind === kind)
  const preset = plans.find((plan) => plan.planId === siteConfig().overviewPlanId)
  const meant = preset ?? defaultPlan(plans, user?.dataRangeType)
  return { plans, planId: planId ?? meant?.planId, isRead: data !== undefined, error }
}
