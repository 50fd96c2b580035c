// The forms with their pages.
import type { CodeOf } from '../core/enums.ts'
import type { Page } from './drawing.ts'
import { REGISTRATION_COLUMNS } from './forms/registration.ts'
import { RESULT_RECORD_COLUMNS } from './forms/result-record.ts'
import { RETEST_RECORD_COLUMNS } from './forms/retest-record.ts'
import { SUMMARY_COLUMNS } from './forms/summary.ts'
import { PaperForm, type PaperSheet } from './paper-schemas.ts'
import { sheetPages } from './sheet-layout.ts'
import type { PaperColumn } from './table-layout.ts'

export type PaperFormCode = CodeOf<typeof PaperForm>

const COLUMNS: Record<PaperFormCode, readonly PaperColumn[]> = {
  registration: REGISTRATION_COLUMNS,
  'result-record': RESULT_RECORD_COLUMNS,
  'retest-record': RETEST_RECORD_COLUMNS,
  summary: SUMMARY_COLUMNS,
}

/** The pages of a sheet; those of one sheet are counted by themselves. */
export const pagesOf = (form: PaperFormCode, sheet: PaperSheet): Page[] =>
  sheetPages({ title: PaperForm.label(form), columns: COLUMNS[form], landscape: true }, sheet)
