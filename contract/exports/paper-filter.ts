// Which forms on paper are wanted, and whose.
import type { z } from 'zod'
import { type CodeOf, codeEnum } from '../core/enums.ts'
import { PlanId } from '../eyesight/plan-schemas.ts'
import { ScreeningFilter } from './screening-filter.ts'

/** The forms that are printed. */
export const PaperForm = codeEnum({
  registration: ['registration', '视力筛查登记表'],
  resultRecord: ['result-record', '视力筛查结果记录表'],
  retestRecord: ['retest-record', '视力筛查复测记录表'],
  survey: ['survey', '视力调查记录表'],
  monitor: ['monitor', '学生视力监测表'],
  child: ['child', '0~6岁儿童眼保健及视力检查记录表'],
  studentReport: ['student-report', '学生视力健康档案'],
  summary: ['summary', '视力筛查结果汇总表'],
})
export type PaperFormCode = CodeOf<typeof PaperForm>

/** Each child has pages of its own. */
export const isOfChildren = (form: PaperFormCode): boolean => form === 'child' || form === 'student-report'

/** Those of one sheet are made at once, however many children it counts. */
export const isOfClasses = (form: PaperFormCode): boolean => form !== 'retest-record' && form !== 'summary'

/** A form for a part of a plan, or without a plan of the roster. */
export const PaperFilter = ScreeningFilter.extend({ planId: PlanId.optional(), form: PaperForm.query })
export type PaperFilter = z.output<typeof PaperFilter>

/** More than a school has: children on forms of classes that are made at once. */
export const PAPER_MOST_ROWS = 6_000
/** Of forms with pages for each child: on the screen, and in a file. */
export const PAPER_MOST_FILES = 300
export const PAPER_MOST_FILES_WRITTEN = 2_000

/** Children on a file that is made at once; of more it is made in the background. */
export const mostAtOnce = (form: PaperFormCode): number =>
  isOfChildren(form) ? PAPER_MOST_FILES_WRITTEN : PAPER_MOST_ROWS
