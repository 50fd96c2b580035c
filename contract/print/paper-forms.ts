// The forms with their pages.
import type { CodeOf } from '../core/enums.ts'
import type { Page } from './drawing.ts'
import { monitorColumns } from './forms/monitor.ts'
import { REGISTRATION_COLUMNS } from './forms/registration.ts'
import { RESULT_RECORD_COLUMNS } from './forms/result-record.ts'
import { RETEST_RECORD_COLUMNS } from './forms/retest-record.ts'
import { SUMMARY_COLUMNS } from './forms/summary.ts'
import { surveyColumns } from './forms/survey.ts'
import { PaperForm, type PaperSheet } from './paper-schemas.ts'
import { sheetPages } from './sheet-layout.ts'
import type { PaperColumn } from './table-layout.ts'

export type PaperFormCode = CodeOf<typeof PaperForm>

/** The sheet's own settings fill cells; its titles are the same whatever they are. */
const ANY_SETTINGS = { lowVision: 0 }

type Columns = (sheet: PaperSheet) => readonly PaperColumn[]
const COLUMNS: Record<PaperFormCode, Columns> = {
  registration: () => REGISTRATION_COLUMNS,
  'result-record': () => RESULT_RECORD_COLUMNS,
  'retest-record': () => RETEST_RECORD_COLUMNS,
  survey: ({ variant = 'school' }) => surveyColumns(variant),
  monitor: () => monitorColumns(ANY_SETTINGS),
  summary: () => SUMMARY_COLUMNS,
}

export const columnsOf = (form: PaperFormCode, sheet: PaperSheet): readonly PaperColumn[] =>
  COLUMNS[form](sheet)

/** The pages of a sheet; those of one sheet are counted by themselves. */
export const pagesOf = (form: PaperFormCode, sheet: PaperSheet): Page[] =>
  sheetPages({ title: PaperForm.label(form), columns: columnsOf(form, sheet), landscape: true }, sheet)
