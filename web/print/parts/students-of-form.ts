import { SchoolStage } from '#contract/core/codes.ts'
import { NATIONAL_STAGES } from '#contract/exports/national-return.ts'
import type { PaperFormCode } from '#contract/exports/paper-filter.ts'
import type { ChosenCount } from '#contract/print/paper-schemas.ts'

/** Stages that a form is made for; the others are for all. */
const STAGES: Partial<Record<PaperFormCode, readonly number[]>> = {
  child: [SchoolStage.code.kindergarten],
  monitor: NATIONAL_STAGES,
}

export const hasStages = (form: PaperFormCode): boolean => STAGES[form] !== undefined

/** How many of the chosen students a form is made for. */
export function studentsOf(form: PaperFormCode, { students, stages }: ChosenCount): number {
  const wanted = STAGES[form]
  if (!wanted) return students
  return stages.reduce((sum, own) => sum + (wanted.includes(own.stage) ? own.students : 0), 0)
}
