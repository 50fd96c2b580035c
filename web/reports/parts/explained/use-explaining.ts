import { useMemo } from 'react'
import type { PermissionName } from '#contract/core/permissions.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { isFixedKind } from '../report-kinds.ts'
import type { Explaining } from './explained-cell.tsx'

const FigureExplanation = lazyPart(
  async () => (await import('#web/widgets/figure/figure-explanation.tsx')).FigureExplanation,
)
const READERS = eyesightEndpoints.explainFigure.access as readonly PermissionName[]

/** Explains the numbers of a report that is computed now: those of a frozen one may be others by now. */
export function useExplaining({ kind, plan, unit, frozen }: Report) {
  const dialog = useDialog(FigureExplanation)
  const may = useAllowed(READERS) && frozen === null && kind === unit.level && isFixedKind(unit.level)
  const { show } = dialog
  const explaining = useMemo<Explaining | undefined>(
    () => (may ? { planId: plan.planId, unit, show: (asked) => show({ asked }) } : undefined),
    [may, plan.planId, unit, show],
  )
  return { explaining, drawer: dialog.element }
}
