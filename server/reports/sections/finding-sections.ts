// The sections on findings, broken down by stage, grade, class or sex.
import { SchoolStage, Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { VISIT_RATE_RULES } from '#contract/eyesight/figures/rates.ts'
import { WARNING_LEGEND, WARNING_WORDS } from '#contract/eyesight/warning-words.ts'
import {
  CORRECTION_COLUMNS,
  type Degrees,
  KINDERGARTEN_COLUMNS,
  MYOPIA_BY_SEX_COLUMNS,
  MYOPIA_COLUMNS,
  myopiaDegreeColumns,
  REFRACTION_COLUMNS,
  VISIT_COLUMNS,
  visionColumns,
  WARNING_COLUMNS,
  WITH_GLASSES,
} from '#contract/reports/report/column-sets.ts'
import { count, type MeasuredColumn, percent } from '#contract/reports/report/measure.ts'
import type { ReportChart, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { gradeTracks } from '../lines/grade-tracks.ts'
import { chartOf, tracksChart } from '../lines/report-chart.ts'
import { type Line, leafLines, tableOf } from '../lines/report-table.ts'
import {
  correctionSentence,
  jumpSentence,
  kindergartenSentence,
  MYOPIA_RATE,
  myopiaSentence,
  NOBODY,
  NOBODY_RATED,
  POOR_RATE,
  partsSentence,
  refractionSentence,
  sexesSentence,
  valueIn,
  visionSentence,
  warningSentence,
} from '../sentences/finding-sentences.ts'

/** A unit broken down by stage, grade, class or sex: table rows, chart bars, and the lines a sentence compares. */
export type FindingBreakdown = {
  id: string
  kind: string
  line: Line
  compared: Line[]
  drawn: Line[]
  /** Replaces 各 and the kind in titles. */
  heading?: string
  rowTitle?: string
}

export function breakdownOf(
  id: string,
  kind: string,
  line: Line,
  words: Pick<FindingBreakdown, 'heading' | 'rowTitle'> = {},
): FindingBreakdown {
  const parts = line.parts.length === 0 ? [] : leafLines(line)
  return { id, kind, line, compared: parts, drawn: parts, ...words }
}

const hasResults = ({ now: { tally } }: Line): boolean => tally[0].valid > 0
const countsForMyopia = ({ now: { tally } }: Line): boolean => tally[0].rated + tally[0].collegeRated > 0

const withoutEmpty = (line: Line, counts: (part: Line) => boolean): Line => ({
  ...line,
  parts: line.parts.filter(counts).map((part) => withoutEmpty(part, counts)),
})

/** Without rows of nothing but zeros; how far the work is there stands in the overview. */
const counted = <Breakdown extends FindingBreakdown>(
  breakdown: Breakdown,
  counts: (part: Line) => boolean,
): Breakdown => ({
  ...breakdown,
  line: withoutEmpty(breakdown.line, counts),
  compared: breakdown.compared.filter(counts),
  drawn: breakdown.drawn.filter(counts),
})

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

/** A section that only says why there is nothing. */
export const emptySection = (section: { id: string; title: string }, why: string): ReportSection => ({
  ...section,
  paragraphs: [why],
  charts: [],
  tables: [],
  isEmpty: true,
})

/** 各学段近视情况. */
export const breakdownTable = (
  breakdown: FindingBreakdown,
  name: string,
  title: string,
  columns: readonly MeasuredColumn[],
  notes: string[] = [],
  otherWholes: readonly Line[] = [],
): ReportTable =>
  tableOf({
    id: `${name}-${breakdown.id}`,
    title: `${breakdown.heading ?? `各${breakdown.kind}`}${title}`,
    rowTitle: breakdown.rowTitle ?? breakdown.kind,
    columns,
    line: breakdown.line,
    otherWholes,
    notes,
  })

const BY_SEX = [
  { name: '合计', column: MYOPIA_RATE },
  { name: '男生', column: percent('myopia', '近视率', { sex: Sex.code.male }) },
  { name: '女生', column: percent('myopia', '近视率', { sex: Sex.code.female }) },
]

/** Breakdowns with `sexes` get a further table by sex. */
export function myopiaSection(
  all: readonly (FindingBreakdown & { sexes: boolean; note?: string; otherWholes?: Line[] })[],
  targets: string,
): ReportSection {
  const section = { id: 'myopia', title: '近视情况' }
  const breakdowns = all.map((breakdown) => counted(breakdown, countsForMyopia))
  const [first] = breakdowns
  if (!first || !countsForMyopia(first.line)) return emptySection(section, NOBODY_RATED)
  return sectionOf({
    ...section,
    paragraphs: [
      myopiaSentence(first.line),
      sexesSentence(first.line),
      ...breakdowns.map(myopiaOfParts),
      targets,
    ],
    charts: breakdowns.filter(({ drawn }) => drawn.length > 1).map(myopiaChart),
    tables: breakdowns.flatMap((breakdown) => [
      breakdownTable(
        breakdown,
        'myopia',
        '近视情况',
        MYOPIA_COLUMNS,
        breakdown.note ? [breakdown.note] : [],
        breakdown.otherWholes,
      ),
      ...(breakdown.sexes
        ? [breakdownTable(breakdown, 'myopia-by-sex', '男生、女生近视情况', MYOPIA_BY_SEX_COLUMNS)]
        : []),
    ]),
  })
}

function myopiaChart({ id, kind, drawn, sexes }: FindingBreakdown & { sexes: boolean }): ReportChart {
  const chart = { id: `myopia-${id}-chart`, title: `各${kind}近视率`, lines: drawn }
  const series = sexes ? BY_SEX : BY_SEX.slice(0, 1)
  if (id === 'age') return chartOf({ ...chart, kind: 'lines', series })
  if (id !== 'grade') return chartOf({ ...chart, kind: 'bars', series })
  const tracks = gradeTracks(drawn)
  if (tracks.length === 1) return chartOf({ ...chart, kind: 'lines', series })
  return sexes
    ? chartOf({ ...chart, kind: 'bars', series })
    : tracksChart({ ...chart, tracks, column: MYOPIA_RATE })
}

/** Older children have higher rates: of ages that is no news, of grades only where it jumps. */
function myopiaOfParts({ id, compared, kind }: FindingBreakdown): string {
  if (id === 'age') return ''
  return id === 'grade' ? jumpSentence(compared, MYOPIA_RATE) : partsSentence(compared, MYOPIA_RATE, kind)
}

const stacked = (
  { id, kind, drawn }: FindingBreakdown,
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

const MEAN_COLUMNS = visionColumns({ graded: false, ungraded: false }).filter(
  ({ measure }) => measure.of === 'mean',
)

/** Kindergartens know no degrees of poor vision; where others do as well, the degrees do not add up without them. */
const degreesOf = ({ now: { tally } }: Line): Degrees => {
  const { poor, poorUngraded } = tally[0]
  return { graded: poor === 0 || poorUngraded < poor, ungraded: poorUngraded > 0 }
}

type Finding = {
  id: string
  title: string
  sentencesOf: (first: FindingBreakdown) => string[]
  chartTitle: string
  series: readonly (readonly [CounterName, string])[]
  tableTitle: string
  columnsOf: (line: Line) => readonly MeasuredColumn[]
  /** Under each table. */
  notes?: string[]
  /** A second table for each breakdown. */
  also?: { id: string; title: string; columns: readonly MeasuredColumn[]; notes: string[] }
}

/** Sentences and chart are of the first breakdown, with a table for each. */
function findingSection(all: readonly FindingBreakdown[], finding: Finding): ReportSection {
  const { id, title, also } = finding
  const breakdowns = all.map((breakdown) => counted(breakdown, hasResults))
  const [first] = breakdowns
  if (!first || !hasResults(first.line)) return emptySection({ id, title }, NOBODY)
  return sectionOf({
    id,
    title,
    paragraphs: finding.sentencesOf(first),
    charts: stacked(first, id, finding.chartTitle, finding.series),
    tables: [
      ...breakdowns.map((breakdown) =>
        breakdownTable(breakdown, id, finding.tableTitle, finding.columnsOf(breakdown.line), finding.notes),
      ),
      ...(also
        ? breakdowns.map((each) => breakdownTable(each, also.id, also.title, also.columns, also.notes))
        : []),
    ],
  })
}

const UNGRADED_NOTE =
  '幼儿园按同龄标准统计视力低常，未满6周岁或仅因两眼相差两行及以上的不分轻、中、重度，列入“未分度”。'

/** `ofKindergarten`: nothing but a kindergarten, which tells no degrees of the few who are six. */
export function visionSection(
  breakdowns: readonly FindingBreakdown[],
  ofKindergarten = false,
): ReportSection {
  const degrees = (line: Line): Degrees =>
    ofKindergarten ? { graded: false, ungraded: false } : degreesOf(line)
  const ungraded = breakdowns.some(({ line }) => degrees(line).ungraded)
  return findingSection(breakdowns, {
    id: 'vision',
    title: '视力情况',
    sentencesOf: ({ line, compared, kind }) => [
      visionSentence(line, MEAN_COLUMNS, degrees(line)),
      partsSentence(compared, POOR_RATE, kind),
    ],
    ...(ofKindergarten
      ? { chartTitle: POOR_RATE.title, series: [['poor', '视力不良']] as const }
      : {
          chartTitle: '视力不良程度',
          series: [
            ['poorLight', '轻度'],
            ['poorMid', '中度'],
            ['poorHeavy', '重度'],
            ...(ungraded ? ([['poorUngraded', '未分度']] as const) : []),
          ] as const,
        }),
    notes: ungraded ? [UNGRADED_NOTE] : [],
    tableTitle: '视力情况',
    columnsOf: (line) => visionColumns(degrees(line)),
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

const hasUngraded = (line: Line): boolean => Number(valueIn(line, count('myopiaUngraded'))) > 0

/** `degrees`: null where nobody has any. `kindergarten`: its grades; the younger ones have no myopia rate. */
export function refractionSection(
  all: readonly FindingBreakdown[],
  degrees: 2 | 3 | null,
  allOfKindergarten: FindingBreakdown | null,
): ReportSection {
  const section = { id: 'refraction', title: '屈光情况' }
  const breakdowns = all.map((breakdown) => counted(breakdown, hasResults))
  const [first] = breakdowns
  if (!first || !hasResults(first.line)) return emptySection(section, NOBODY)
  const kindergarten =
    allOfKindergarten && hasResults(allOfKindergarten.line) ? counted(allOfKindergarten, hasResults) : null
  return sectionOf({
    ...section,
    paragraphs: [
      refractionSentence(first.line, degrees),
      kindergarten ? kindergartenSentence(kindergarten.line) : '',
    ],
    charts:
      degrees === null
        ? []
        : stacked(counted(first, countsForMyopia), 'refraction', '近视程度', DEGREES_OF_MYOPIA[degrees]),
    tables: [
      ...breakdowns.flatMap((breakdown) => [
        ...(degrees !== null && countsForMyopia(breakdown.line)
          ? [
              breakdownTable(
                counted(breakdown, countsForMyopia),
                'myopia-degree',
                '近视程度',
                myopiaDegreeColumns(degrees, hasUngraded(breakdown.line)),
              ),
            ]
          : []),
        breakdownTable(breakdown, 'refraction', '屈光情况', REFRACTION_COLUMNS),
      ]),
      ...(kindergarten
        ? [breakdownTable(kindergarten, 'kindergarten', '视力低常与远视储备', KINDERGARTEN_COLUMNS)]
        : []),
    ],
  })
}

export const correctionSection = (breakdowns: readonly FindingBreakdown[]): ReportSection =>
  findingSection(breakdowns, {
    id: 'correction',
    title: '视力矫正情况',
    sentencesOf: ({ line, compared, kind }) => [
      correctionSentence(line, WITH_GLASSES),
      partsSentence(compared, percent('uncorrected', '未矫率'), kind),
    ],
    chartTitle: '矫正情况',
    series: [
      ['uncorrected', '未矫'],
      ['underCorrected', '欠矫'],
      ['fullyCorrected', '足矫'],
    ],
    tableTitle: '戴镜与矫正情况',
    columnsOf: () => CORRECTION_COLUMNS,
  })

export const VISIT_NOTES = Object.values(VISIT_RATE_RULES).map((rule) => `${rule}。`)

export const warningSection = (breakdowns: readonly FindingBreakdown[]): ReportSection =>
  findingSection(breakdowns, {
    id: 'warning',
    title: '建议就诊与预警情况',
    sentencesOf: ({ line, compared, kind }) => [
      warningSentence(line),
      partsSentence(compared, percent('referral', '建议就诊率'), kind),
    ],
    chartTitle: '预警级别',
    series: ([0, 1, 2, 3] as const).map((level) => [`warning${level}`, WARNING_WORDS[level]] as const),
    tableTitle: '建议就诊与预警',
    columnsOf: () => WARNING_COLUMNS,
    notes: [WARNING_LEGEND],
    also: { id: 'visits', title: '转诊复查情况', columns: VISIT_COLUMNS, notes: VISIT_NOTES },
  })

/** What follows the myopia of a single class or grade. */
export const otherFindings = (
  breakdown: FindingBreakdown,
  degrees: 2 | 3,
  stage: CodeOf<typeof SchoolStage>,
): ReportSection[] => [
  visionSection([breakdown], stage === SchoolStage.code.kindergarten),
  correctionSection([breakdown]),
  stage === SchoolStage.code.kindergarten
    ? refractionSection([breakdown], null, breakdown)
    : refractionSection([breakdown], degrees, null),
  warningSection([breakdown]),
]
