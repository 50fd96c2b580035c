// What can be done with warnings, one or many, and what comes next.
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { WarningScope } from '#contract/warning/rules.ts'
import { type WarningRow, WarningStatus } from '#contract/warning/warning-schemas.ts'

export type StepName = 'notify' | 'remind' | 'act' | 'close' | 'reopen'
export type Warning = Pick<WarningRow, 'warningId' | 'version' | 'scope' | 'status' | 'ended' | 'className'>

const { student, class: klass } = WarningScope.code
const { waiting, closed } = WarningStatus.code

const isOpen = ({ status, ended }: Warning): boolean => status !== closed && ended === null

/** The server leaves others alone. */
const POSSIBLE: Record<StepName, (warning: Warning) => boolean> = {
  notify: (warning) => isOpen(warning) && warning.scope === student,
  remind: (warning) => isOpen(warning) && (warning.scope === student || warning.scope === klass),
  act: isOpen,
  close: isOpen,
  reopen: ({ status, ended }) => status === closed && ended === null,
}

export const isPossible = (step: StepName, warning: Warning): boolean => POSSIBLE[step](warning)

export const STEP_WORDS: Record<StepName, string> = {
  notify: '登记已通知',
  remind: '提醒班主任',
  act: '登记干预',
  close: '关闭',
  reopen: '重新打开',
}

export const STEPS: readonly StepName[] = ['notify', 'act', 'remind', 'close', 'reopen']

/** The step that leads on from where a warning stands. */
export function nextStep(warning: Warning): StepName | undefined {
  if (warning.ended !== null) return undefined
  if (warning.status === closed) return 'reopen'
  if (warning.status === waiting && warning.scope === student) return 'notify'
  return warning.status === WarningStatus.code.acted ? 'close' : 'act'
}

/** How the calls of the steps name warnings. */
export const chosenOf = (warnings: readonly Warning[]) =>
  warnings.map(({ warningId, version }) => ({ warningId, version }))

/** What is read again after a step; how it went is said by the caller. */
export const STEP_REFRESHES = {
  refreshes: [warningEndpoints.warningPage, warningEndpoints.warningSummary, warningEndpoints.warningDetail],
  success: false as const,
}
