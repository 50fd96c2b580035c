import { useState } from 'react'
import { RoleType } from '#contract/core/codes.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { remindedText } from '#contract/warning/reminder-words.ts'
import type { Acted, Reminded } from '#contract/warning/warning-schemas.ts'
import { type Sent, useSend } from '#web/core/api/use-send.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { notifySuccess, notifyWarning } from '#web/core/notice.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { chosenOf, isPossible, STEP_REFRESHES, STEPS, type StepName, type Warning } from './steps.ts'

const StepDialog = lazyPart(async () => (await import('./step-dialog.tsx')).StepDialog)

const CHANGED = '已被他人更改，请刷新查看'

/** Says what became of a step. */
export function announce({ done, skipped }: Acted): void {
  if (skipped === 0) notifySuccess(`已处理 ${done} 条`)
  else notifyWarning(`已处理 ${done} 条，${skipped} 条${CHANGED}`)
}

/** Says who was reminded. */
function announceReminder({ skipped, ...reminded }: Reminded): void {
  const text = [remindedText(reminded), skipped > 0 && `${skipped} 条${CHANGED}`].filter(Boolean).join('；')
  if (skipped === 0 && reminded.unreached === 0) notifySuccess(text)
  else notifyWarning(text)
}

/** Takes a step with those of the given warnings that it is possible with; all but a reminder ask for more first. */
export function useSteps(onDone?: () => void) {
  const remind = useSend(warningEndpoints.remindWarnings, STEP_REFRESHES)
  const isTeacher = useSession().user?.roleType === RoleType.code.classTeacher
  const [reminding, setReminding] = useState(false)
  const finish = (sent: Sent<Acted>): boolean => {
    if (!sent.ok) return false
    announce(sent.data)
    onDone?.()
    return true
  }
  const dialog = useDialog(StepDialog, { onSent: finish })
  const take = async (step: StepName, warnings: readonly Warning[]) => {
    const possible = warnings.filter((warning) => isPossible(step, warning))
    if (step !== 'remind') {
      dialog.show({ step, warnings: possible, left: warnings.length - possible.length })
      return
    }
    setReminding(true)
    const sent = await remind.send({ warnings: chosenOf(possible) })
    setReminding(false)
    if (!sent.ok) return
    announceReminder(sent.data)
    onDone?.()
  }
  // A class teacher would be the one who is reminded.
  const offered = STEPS.filter((step) => step !== 'remind' || !isTeacher)
  return { take, offered, reminding, element: dialog.element }
}
