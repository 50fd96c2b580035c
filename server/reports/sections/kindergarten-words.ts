// A kindergarten has its own word for poor vision; in a report of nothing else it is the only one.
import type { ReportSection } from '#contract/reports/report/report.ts'

export const inWordsOfKindergarten = (text: string): string => text.replaceAll('视力不良', '视力低常')

export const sectionOfKindergarten = (section: ReportSection): ReportSection => ({
  ...section,
  title: inWordsOfKindergarten(section.title),
  paragraphs: section.paragraphs.map(inWordsOfKindergarten),
  charts: section.charts.map((chart) => ({
    ...chart,
    title: inWordsOfKindergarten(chart.title),
    series: chart.series.map((series) => ({ ...series, name: inWordsOfKindergarten(series.name) })),
  })),
  tables: section.tables.map((table) => ({
    ...table,
    title: inWordsOfKindergarten(table.title),
    columns: table.columns.map((column) => ({
      ...column,
      title: inWordsOfKindergarten(column.title),
      group: column.group && inWordsOfKindergarten(column.group),
    })),
    notes: table.notes.map(inWordsOfKindergarten),
  })),
})
