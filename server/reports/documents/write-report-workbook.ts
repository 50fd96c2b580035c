import { buffer } from 'node:stream/consumers'
import { HIDDEN_WHY } from '#contract/eyesight/figures/figure-small-cells.ts'
import { wrapText } from '#contract/reports/chart/wrap-text.ts'
import {
  HIDDEN_VALUE,
  NO_VALUE,
  type ReportFormat,
  type ReportSection,
  type ReportTable,
  type ReportValue,
} from '#contract/reports/report/report.ts'
import { blockTitle, NOTES, shownSections } from '#contract/reports/report/report-layout.ts'
import { inChinaTime } from '../../core/china-time.ts'
import type { OutColumn, OutFormat, OutMark } from '../../core/sheets/write/write-model.ts'
import { textWidth } from '../../core/sheets/write/write-text.ts'
import {
  type OutCell,
  type OutRow,
  type OutSheet,
  writeWorkbook,
} from '../../core/sheets/write/write-workbook.ts'
import { type DocumentReader, readerWords } from './document-reader.ts'
import type { LaidOutReport } from './laid-out-report.ts'
import { dateOf, headLines, makerOf, numbered, SIGNED_BY } from './report-words.ts'

const FORMATS: Record<ReportFormat, OutFormat> = {
  text: 'text',
  count: 'thousands',
  percent: 'percent',
  points: 'signed',
  vision: 'tenths',
  dioptre: 'signed',
  equivalent: 'thousandths',
  score: 'decimal',
}
const TEXT_WIDTH = 100
const LEAST_NAME = 16
const MOST_NAME = 60
const INDENT = '　'

/** One sheet of sentences, one for every table with figures that can be reckoned with, one that says where it comes from. */
export function writeReportWorkbook(
  report: LaidOutReport,
  { reader }: { reader: DocumentReader },
): Promise<Buffer> {
  const sections = shownSections(report)
  const tables = sections.flatMap(({ tables: own }) => own)
  const sheets = [
    ...(sections.some(hasText) ? [textSheet(report, sections, reader)] : []),
    ...tables.map((table) => tableSheet(table)),
    aboutSheet(report, reader),
  ]
  const creator = [reader.realName, reader.orgName].filter(Boolean).join(' ')
  return buffer(writeWorkbook(sheets, { creator, title: report.title }))
}

const hasText = ({ paragraphs, blocks = [] }: ReportSection): boolean => paragraphs.length + blocks.length > 0

const blockLines = (blocks: ReportSection['blocks'] = [], maker: string): string[] =>
  blocks.flatMap((block, nth) => [numbered(nth, blockTitle(block, maker)), ...block.paragraphs])

function textSheet(
  report: LaidOutReport,
  sections: readonly ReportSection[],
  reader: DocumentReader,
): OutSheet {
  return {
    name: '报告正文',
    title: report.title,
    plain: true,
    columns: [{ title: '', width: TEXT_WIDTH + 2, format: 'text' }],
    rows: [
      ...headLines(report, reader),
      ...sections
        .filter(hasText)
        .flatMap(({ title, paragraphs, blocks }) => [
          '',
          title,
          ...paragraphs,
          ...blockLines(blocks, makerOf(report, reader)),
        ]),
      '',
      makerOf(report, reader),
      dateOf(report),
      SIGNED_BY.map((who) => `${who}：`).join(' '.repeat(20)),
    ]
      // Not every program makes a row as high as its text.
      .flatMap((line) => wrapText(line, TEXT_WIDTH, textWidth))
      .map((line) => [line]),
  }
}

function tableSheet(table: ReportTable): OutSheet {
  const { title, rowTitle, columns, rows, notes } = table
  const hasNotes = rows.some(({ note }) => note !== null)
  return {
    name: title,
    title,
    columns: [
      { title: rowTitle, width: widthFor(rows.map(({ name }) => name)), format: 'text' },
      ...columns.map(
        ({ title: own, group, format }, index): OutColumn => ({
          title: format === 'points' ? `${own}（百分点）` : own,
          group,
          width:
            format === 'text' ? widthFor(rows.map(({ values }) => String(values[index] ?? ''))) : undefined,
          format: FORMATS[format],
          align: format === 'text' ? 'left' : 'right',
        }),
      ),
      ...(hasNotes
        ? [
            {
              title: '备注',
              width: widthFor(rows.map(({ note }) => note ?? '')),
              format: 'text',
            } satisfies OutColumn,
          ]
        : []),
    ],
    rows: [
      ...rows.map(({ name, indent, values, note, isTotal }): OutRow => {
        const mark = isTotal ? 'total' : undefined
        return [
          { value: INDENT.repeat(indent) + name, mark },
          ...columns.map(({ format }, index) => outCell(values[index] ?? null, format, mark)),
          note,
        ]
      }),
      ...notes.map((note) => [`注：${note}`]),
    ],
  }
}

function widthFor(texts: readonly string[]): number {
  const widest = texts.reduce((most, text) => Math.max(most, textWidth(text)), LEAST_NAME)
  return Math.min(widest + 4, MOST_NAME)
}

/** A number as it is; everything else is muted, so that nobody takes it for a number. */
function outCell(value: ReportValue, format: ReportFormat, mark: OutMark | undefined): OutCell {
  if (value === null) return { value: NO_VALUE, mark: 'muted' }
  if (value === HIDDEN_VALUE) return { value, mark: 'muted' }
  return { value: typeof value === 'number' && format === 'percent' ? value / 100 : value, mark }
}

function aboutSheet(report: LaidOutReport, reader: DocumentReader): OutSheet {
  const { frozen, notes } = report
  const lines: [string, string][] = [
    ['报告', report.title],
    ['范围', report.unit.name],
    [report.labels?.plan ?? '筛查计划', report.plan.planName],
    ...(report.lastPlan ? [['对比计划', report.lastPlan.planName] satisfies [string, string]] : []),
    ['数据截至', inChinaTime(report.at)],
    ...(frozen ? [['报告编号', frozen.reportNo] satisfies [string, string]] : []),
    ...(frozen?.withdrawn ? [['已作废', frozen.withdrawn.reason] satisfies [string, string]] : []),
    ['导出', readerWords(reader)],
    ['符号', `${NO_VALUE} 无统计对象；${HIDDEN_VALUE} ${HIDDEN_WHY}`],
    ...notes.map((note): [string, string] => ['口径', note]),
    ['说明', '本文件导出已登记，请勿外传，用毕请删除。'],
  ]
  return {
    name: NOTES.title,
    columns: [
      { title: '项目', width: 16 },
      { title: '内容', width: 100, format: 'text' },
    ],
    rows: lines,
  }
}
