// What of a report is laid out: the same on the screen, in Word, Excel and PDF.
import type { Report, ReportBlock, ReportChart, ReportSection, ReportTable } from './report.ts'

/** The rules behind the figures, after everything else. */
export const NOTES = { id: 'notes', title: '编制说明' } as const

const isDrawable = ({ series }: ReportChart): boolean =>
  series.some(({ values }) => values.some((value) => value !== null))

/** Without sections that only say why there is nothing, and without charts and tables that have nothing in them. */
export const shownSections = ({ sections }: Pick<Report, 'sections'>): ReportSection[] =>
  sections
    .filter(({ isEmpty }) => !isEmpty)
    .map((section) => ({
      ...section,
      charts: section.charts.filter(isDrawable),
      tables: section.tables.filter(({ rows }) => rows.length > 0),
    }))
    .filter(
      ({ paragraphs, blocks = [], charts, tables }) =>
        paragraphs.length + blocks.length + charts.length + tables.length > 0,
    )

/** The heading of a text; one that another organisation wrote than the one that answers for the report says so. */
export const blockTitle = ({ title, orgName }: ReportBlock, maker: string): string =>
  orgName === maker ? title : `${title}（${orgName}填写）`

/** The list of students in the report of a class. */
export const ROSTER_TABLE = 'roster-student'
/** A list of students: many columns for each, so it lies across the page. */
export const isRoster = ({ columns }: Pick<ReportTable, 'columns'>): boolean =>
  columns.some(({ key }) => key === 'studentNo')

/** One table alone, without the text around it and without the rules; undefined where the report has no such table. */
export function tableOnly(report: Report, tableId: string): Report | undefined {
  const section = report.sections.find(({ tables }) => tables.some(({ id }) => id === tableId))
  const table = section?.tables.find(({ id }) => id === tableId)
  if (!section || !table) return undefined
  const paragraphs = isRoster(table) ? section.paragraphs : []
  return {
    ...report,
    title: isRoster(table) ? report.title.replace(/报告$/, '结果名单') : report.title,
    sections: [{ ...section, paragraphs, charts: [], tables: [table] }],
    notes: [],
  }
}
