import { Link } from 'react-router'
import { useAllowed } from '#web/core/allowed.tsx'

/** A plan's name; those who may open the plan get there by it. */
export function PlanLink({ planId, planName }: { planId: number; planName: string }) {
  const mayOpen = useAllowed(['planDetail', 'planDetailTakingPart'])
  return mayOpen ? <Link to={`/eyesight/schedule-details?planId=${planId}`}>{planName}</Link> : planName
}
