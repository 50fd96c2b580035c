// The sections on what was found, cut by stage, grade, class or sex.
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import {
  CORRECTION_COLUMNS,
  KINDERGARTEN_COLUMNS,
  MYOPIA_BY_SEX_COLUMNS,
  MYOPIA_COLUMNS,
  refractionColumns,
  VISION_COLUMNS,
  WARNING_COLUMNS,
  WITH_GLASSES,
} from '#contract/reports/report/column-sets.ts'
import { type MeasuredColumn, percent } from '#contract/reports/report/measure.ts'
import type { ReportChart, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { chartOf } from '../lines/report-chart.ts'
import { type Line, leafLines, tableOf } from '../lines/report-table.ts'
import {
  correctionSentence,
  kindergartenSentence,
  MYOPIA_RATE,
  myopiaSentence,
  POOR_RATE,
  partsSentence,
  refractionSentence,
  sexesSentence,
  visionSentence,
  warningSentence,
} from '../sentences/finding-sentences.ts'

/** The unit by its stages, grades, classes or sexes: rows of a table, bars of a chart, what a sentence compares. */
export type Cut = {
  id: string
  kind: string
  line: Line
  compared: Line[]
  drawn: Line[]
  /** Where it is not 各 and the kind. */
  heading?: string
  rowTitle?: string
}

export function cutOf(
  id: string,
  kind: string,
  line: Line,
  words: Pick<Cut, 'heading' | 'rowTitle'> = {},
): Cut {
  const parts = line.parts.length === 0 ? [] : leafLines(line)
  return { id, kind, line, compared: parts, drawn: parts, ...words }
}

type SectionOf = {
  id: string
  title: string
  paragraphs: readonly string[]
  charts?: ReportChart[]
  tables: ReportTable[]
}
export const sectionOf = ({ paragraphs, charts = [], ...section }: SectionOf): ReportSection => ({
  ...section,
  paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
  charts,
})

/** 各学段近视情况. */
export const tableOfCut = (
  cut: Cut,
  name: string,
  title: string,
  columns: readonly MeasuredColumn[],
  notes: string[] = [],
): ReportTable =>
  tableOf({
    id: `${name}-${cut.id}`,
    title: `${cut.heading ?? `各${cut.kind}`}${title}`,
    rowTitle: cut.rowTitle ?? cut.kind,
    columns,
    line: cut.line,
    notes,
  })

const BY_SEX = [
  { name: '合计', column: MYOPIA_RATE },
  { name: '男生', column: percent('myopia', '近视率', { sex: 1 }) },
  { name: '女生', column: percent('myopia', '近视率', { sex: 2 }) },
]

/** Cuts that tell boys from girls have a table of its own for that. */
export function myopiaSection(
  cuts: readonly (Cut & { sexes: boolean; note?: string })[],
  targets: string,
): ReportSection {
  const [first] = cuts
  return sectionOf({
    id: 'myopia',
    title: '近视情况',
    paragraphs: [
      first ? myopiaSentence(first.line) : '',
      first ? sexesSentence(first.line) : '',
      ...cuts.map(({ compared, kind }) => partsSentence(compared, MYOPIA_RATE, kind)),
      targets,
    ],
    charts: cuts
      .filter(({ drawn }) => drawn.length > 1)
      .map((cut) =>
        chartOf({
          id: `myopia-${cut.id}-chart`,
          title: `各${cut.kind}近视率`,
          kind: cut.id === 'age' || cut.id === 'grade' ? 'lines' : 'bars',
          lines: cut.drawn,
          series: cut.sexes ? BY_SEX : BY_SEX.slice(0, 1),
        }),
      ),
    tables: cuts.flatMap((cut) => [
      tableOfCut(cut, 'myopia', '近视情况', MYOPIA_COLUMNS, cut.note ? [cut.note] : []),
      ...(cut.sexes ? [tableOfCut(cut, 'myopia-by-sex', '男生、女生近视情况', MYOPIA_BY_SEX_COLUMNS)] : []),
    ]),
  })
}

const stacked = (
  { id, kind, drawn }: Cut,
  name: string,
  title: string,
  series: readonly (readonly [CounterName, string])[],
): ReportChart[] =>
  drawn.length < 2
    ? []
    : [
        chartOf({
          id: `${name}-${id}-chart`,
          title: `各${kind}${title}`,
          kind: 'stacked',
          lines: drawn,
          series: series.map(([counters, label]) => ({ name: label, column: percent(counters, label) })),
        }),
      ]

const MEANS = VISION_COLUMNS.filter(({ measure }) => measure.of === 'mean')

export function visionSection(cuts: readonly Cut[]): ReportSection {
  const [first] = cuts
  return sectionOf({
    id: 'vision',
    title: '视力情况',
    paragraphs: first
      ? [visionSentence(first.line, MEANS), partsSentence(first.compared, POOR_RATE, first.kind)]
      : [],
    charts: first
      ? stacked(first, 'vision', '视力不良程度', [
          ['poorLight', '轻度'],
          ['poorMid', '中度'],
          ['poorHeavy', '重度'],
        ])
      : [],
    tables: cuts.map((cut) => tableOfCut(cut, 'vision', '视力情况', VISION_COLUMNS)),
  })
}

const DEGREES_OF_MYOPIA = {
  2: [
    ['myopiaLow', '低度'],
    ['myopiaHigh', '高度'],
  ],
  3: [
    ['myopiaLow', '低度'],
    ['myopiaMid', '中度'],
    ['myopiaHigh', '高度'],
  ],
} as const

/** With `kindergarten` its grades: of the small ones there is no myopia rate. */
export function refractionSection(
  cuts: readonly Cut[],
  degrees: 2 | 3,
  kindergarten: Cut | null,
): ReportSection {
  const [first] = cuts
  return sectionOf({
    id: 'refraction',
    title: '屈光情况',
    paragraphs: [
      first ? refractionSentence(first.line, degrees) : '',
      kindergarten ? kindergartenSentence(kindergarten.line) : '',
    ],
    charts: first ? stacked(first, 'refraction', '近视程度', DEGREES_OF_MYOPIA[degrees]) : [],
    tables: [
      ...cuts.map((cut) => tableOfCut(cut, 'refraction', '屈光情况', refractionColumns(degrees))),
      ...(kindergarten
        ? [tableOfCut(kindergarten, 'kindergarten', '视力低常与远视储备', KINDERGARTEN_COLUMNS)]
        : []),
    ],
  })
}

export function correctionSection(cuts: readonly Cut[]): ReportSection {
  const [first] = cuts
  return sectionOf({
    id: 'correction',
    title: '视力矫正情况',
    paragraphs: first
      ? [
          correctionSentence(first.line, WITH_GLASSES),
          partsSentence(first.compared, percent('uncorrected', '未矫率'), first.kind),
        ]
      : [],
    charts: first
      ? stacked(first, 'correction', '矫正情况', [
          ['uncorrected', '未矫'],
          ['underCorrected', '欠矫'],
          ['fullyCorrected', '足矫'],
        ])
      : [],
    tables: cuts.map((cut) => tableOfCut(cut, 'correction', '戴镜与矫正情况', CORRECTION_COLUMNS)),
  })
}

export function warningSection(cuts: readonly Cut[]): ReportSection {
  const [first] = cuts
  return sectionOf({
    id: 'warning',
    title: '建议就诊与预警情况',
    paragraphs: first
      ? [
          warningSentence(first.line),
          partsSentence(first.compared, percent('referral', '建议就诊率'), first.kind),
        ]
      : [],
    charts: first
      ? stacked(first, 'warning', '预警级别', [
          ['warning0', '0级'],
          ['warning1', '1级'],
          ['warning2', '2级'],
          ['warning3', '3级'],
        ])
      : [],
    tables: cuts.map((cut) => tableOfCut(cut, 'warning', '建议就诊与预警', WARNING_COLUMNS)),
  })
}
