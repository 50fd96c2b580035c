// The forms with their pages.
import { PaperForm, type PaperFormCode } from '../exports/paper-filter.ts'
import { childPages } from './child-layout.ts'
import type { Page } from './drawing.ts'
import { monitorColumns } from './forms/monitor.ts'
import { REGISTRATION_COLUMNS } from './forms/registration.ts'
import { RESULT_RECORD_COLUMNS } from './forms/result-record.ts'
import { RETEST_RECORD_COLUMNS } from './forms/retest-record.ts'
import { STUDENT_REPORT_COLUMNS } from './forms/student-report.ts'
import { SUMMARY_COLUMNS } from './forms/summary.ts'
import { surveyColumns } from './forms/survey.ts'
import type { PaperSheet } from './paper-schemas.ts'
import { reportPages } from './report-layout.ts'
import { sheetPages } from './sheet-layout.ts'
import type { PaperColumn } from './table-layout.ts'

/** Settings fill cells; the titles are the same with any. */
const ANY_SETTINGS = { lowVision: 0 }

const COLUMNS: Record<PaperFormCode, (sheet: PaperSheet) => readonly PaperColumn[]> = {
  registration: () => REGISTRATION_COLUMNS,
  'result-record': () => RESULT_RECORD_COLUMNS,
  'retest-record': () => RETEST_RECORD_COLUMNS,
  survey: ({ variant = 'school' }) => surveyColumns(variant),
  monitor: () => monitorColumns(ANY_SETTINGS),
  // Its visits are not rows of a table.
  child: () => [],
  'student-report': () => STUDENT_REPORT_COLUMNS,
  summary: () => SUMMARY_COLUMNS,
}

export const columnsOf = (form: PaperFormCode, sheet: PaperSheet): readonly PaperColumn[] =>
  COLUMNS[form](sheet)

/** The pages of a sheet; those of one sheet are counted by themselves. */
export function pagesOf(form: PaperFormCode, sheet: PaperSheet): Page[] {
  const title = PaperForm.label(form)
  const columns = columnsOf(form, sheet)
  if (form === 'child') return childPages(title, sheet)
  if (form === 'student-report') return reportPages(title, columns, sheet)
  return sheetPages({ title, columns, landscape: true }, sheet)
}

/** As the contents of a file list it. */
export const bookmarkOf = ({ bookmark, person }: PaperSheet): string =>
  person === undefined ? bookmark : `${bookmark} ${person}`
