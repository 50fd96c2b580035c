// What a form is made from, and who may print it.
import type { PermissionName } from '../core/permissions.ts'
import type { PaperFormCode } from './paper-filter.ts'

/** Names alone, the files of children, results of children, numbers of a plan, or one task. */
type Needs = 'roster' | 'files' | 'results' | 'plan' | 'task'

const NEEDS: Record<PaperFormCode, Needs> = {
  registration: 'roster',
  'result-record': 'results',
  'retest-record': 'task',
  survey: 'results',
  monitor: 'results',
  child: 'files',
  'student-report': 'files',
  summary: 'plan',
}

const SCREENING = ['classDetail', 'classDetailTakingPart'] as const
/** Permissions of which one is needed for any form. */
export const PAPER_PRINTERS = [...SCREENING, 'students'] as const

export type PaperOccasion = { planId?: unknown; taskId?: unknown; studentIds?: unknown }

/** What is missing for this form, or too much; null where it can be made. */
export function misfitOf(form: PaperFormCode, { planId, taskId, studentIds }: PaperOccasion): string | null {
  const needs = NEEDS[form]
  if (needs === 'task' && taskId === undefined) return '请选择一项筛查任务'
  if (needs === 'plan' && planId === undefined) return '请选择筛查计划'
  const isWhole = needs === 'task' || needs === 'plan'
  return isWhole && studentIds !== undefined ? '该表不能按选择的学生打印' : null
}

/** Forms of a plan need the permission to open its classes; those of the roster the permission to list students. */
export function mayPrint(
  form: PaperFormCode,
  { planId }: PaperOccasion,
  holds: (name: PermissionName) => boolean,
): boolean {
  const needs = NEEDS[form]
  if (planId === undefined && needs === 'files') return holds('studentView')
  if (planId === undefined && needs === 'roster') return holds('students')
  return SCREENING.some(holds)
}
