// A kindergarten has its own word for poor vision; in a report of nothing else it is the only one.
import type { ReportSection } from '#contract/reports/report/report.ts'

const inWords = (text: string): string => text.replaceAll('视力不良', '视力低常')

export const inKindergartenWords = (section: ReportSection): ReportSection => ({
  ...section,
  title: inWords(section.title),
  paragraphs: section.paragraphs.map(inWords),
  charts: section.charts.map((chart) => ({
    ...chart,
    title: inWords(chart.title),
    series: chart.series.map((series) => ({ ...series, name: inWords(series.name) })),
  })),
  tables: section.tables.map((table) => ({
    ...table,
    title: inWords(table.title),
    columns: table.columns.map((column) => ({
      ...column,
      title: inWords(column.title),
      group: column.group && inWords(column.group),
    })),
    notes: table.notes.map(inWords),
  })),
})
