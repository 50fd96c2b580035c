// The sections of a contrast, whatever is compared.
import { Sex } from '#contract/core/codes.ts'
import { WARNING_LEGEND, WARNING_WORDS } from '#contract/eyesight/warning-words.ts'
import {
  CORRECTION_COLUMNS,
  MYOPIA_BY_SEX_COLUMNS,
  WARNING_COLUMNS,
  WITH_GLASSES,
} from '#contract/reports/report/column-sets.ts'
import { count, type MeasuredColumn, pair, percent } from '#contract/reports/report/measure.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import { type ContrastLine, wholeLine } from '../lines/contrast-lines.ts'
import {
  acrossTable,
  CONTRAST_COLUMNS,
  contrastTable,
  gapTable,
  partsAcross,
  partsChart,
  type Retested,
  ratesChart,
  withRetests,
} from '../lines/contrast-tables.ts'
import { chartOf } from '../lines/report-chart.ts'
import type { Line } from '../lines/report-table.ts'
import { sectionOf } from '../sections/finding-sections.ts'
import {
  emptySentence,
  gapSentence,
  highestSentence,
  stagesSentence,
} from '../sentences/contrast-sentences.ts'
import { HIGH_RATE, MYOPIA_RATE, POOR_RATE, sexesSentence } from '../sentences/finding-sentences.ts'

export type Contrast = {
  by: 'plans' | 'units'
  /** 次计划, 区县, 学校 …: what follows 各. */
  kind: string
  rowTitle: string
  /** How each is named inside a sentence. */
  sentenceNames: readonly string[]
  lines: readonly ContrastLine[]
  retested: readonly Retested[]
  about: string
  warnings: readonly string[]
}

const COMPLETION = percent('screened', '完成率')
const REFERRAL_RATE = percent('referral', '建议就诊率')
const GLASSES_RATE = percent(WITH_GLASSES, '戴镜率')
const GAPS = [COMPLETION, MYOPIA_RATE, HIGH_RATE, POOR_RATE, REFERRAL_RATE, GLASSES_RATE]
const SMALL_SAMPLE_NOTE = '有效人数少于30人的，比率波动较大，比较仅供参考。'

/** As sentences name them, and the table rows they come from. */
type Side = Omit<Contrast, 'sentenceNames'> & {
  rows: Line[]
  sentenceLines: Line[]
  whole: Line | null
  names: string[]
}

export function contrastSections(contrast: Contrast): ReportSection[] {
  const rows = contrast.lines.map(({ line }) => line)
  const side: Side = {
    ...contrast,
    rows,
    sentenceLines: rows.map((line, nth) => ({ ...line, name: contrast.sentenceNames[nth] ?? line.name })),
    // Plans have the same pupils, units have not.
    whole: contrast.by === 'units' ? wholeLine(rows) : null,
    names: rows.map(({ name }) => name),
  }
  return [overview(side), indicators(side), stages(side), sexes(side), correction(side)]
}

const ONLY_OF_TWO = '同一学生变化和比率变化的分解只在比较两次计划时给出。'

/** For two subjects one difference says everything. */
const highest = ({ kind, sentenceLines }: Side, columns: readonly MeasuredColumn[]): string[] =>
  columns.map((column) =>
    sentenceLines.length > 2
      ? highestSentence(column.title, kind, column, sentenceLines)
      : gapSentence(column, sentenceLines),
  )
const againstFirst = ({ sentenceLines }: Side, columns: readonly MeasuredColumn[]): string[] =>
  sentenceLines.length > 2 ? columns.map((column) => gapSentence(column, sentenceLines)) : []

function overview(side: Side): ReportSection {
  const { sentenceLines, about, warnings } = side
  return sectionOf({
    id: 'overview',
    title: '概述',
    paragraphs: [
      about,
      ...warnings,
      emptySentence(sentenceLines),
      ...highest(side, [COMPLETION, MYOPIA_RATE, POOR_RATE, REFERRAL_RATE]),
      ...againstFirst(side, [MYOPIA_RATE, POOR_RATE]),
      side.by === 'plans' && sentenceLines.length > 2 ? ONLY_OF_TWO : '',
    ],
    tables: [],
  })
}

function indicators(side: Side): ReportSection {
  const { kind, rowTitle, rows, sentenceLines, whole, names, retested } = side
  const [first] = sentenceLines
  const main = { id: 'contrast-main', title: `各${kind}主要指标`, rowTitle, notes: [SMALL_SAMPLE_NOTE] }
  const base = first?.name ?? ''
  // Plans: the first minus each other, as a change over time; units: each minus the first.
  const from = side.by === 'plans' ? 'others' : 'first'
  const gap = {
    id: 'contrast-gap',
    title: from === 'others' ? `${base}与各次计划的比率之差` : `各项比率与${base}之差`,
    rowTitle,
    notes: [
      from === 'others'
        ? `差值 = ${base}的比率 − 该行计划的比率，负值表示${base}较低。`
        : `差值 = 该行的比率 − ${base}的比率，正值表示高于${base}。`,
    ],
  }
  const columns = [COMPLETION, MYOPIA_RATE, POOR_RATE, REFERRAL_RATE, GLASSES_RATE]
  return sectionOf({
    id: 'indicators',
    title: '主要指标对比',
    paragraphs: againstFirst(side, [COMPLETION, REFERRAL_RATE]),
    charts: [ratesChart({ id: 'contrast-main-chart', title: '主要比率对比', names }, columns, rows)],
    tables: [
      withRetests(contrastTable(main, CONTRAST_COLUMNS, rows, whole), retested),
      gapTable(gap, GAPS, rows, from),
    ],
  })
}

const BY_STAGE = [
  {
    id: 'myopia',
    rate: MYOPIA_RATE,
    columns: [count('rated', { title: '统计人数' }), ...pair('myopia', '近视')],
  },
  { id: 'poor', rate: POOR_RATE, columns: [count('valid', { title: '有效' }), ...pair('poor', '视力不良')] },
]

function stages({ lines, names, sentenceLines }: Side): ReportSection {
  const trees = lines.map(({ stages: tree }) => tree)
  const parts = partsAcross(trees)
  const namedParts = parts.map((part) => ({ name: part[0]?.name ?? '', lines: part }))
  const sentences = BY_STAGE.map(({ rate }) =>
    stagesSentence(
      rate,
      sentenceLines.map(({ name }) => name),
      namedParts,
    ),
  )
  return sectionOf({
    id: 'stages',
    title: '分学段对比',
    paragraphs: parts.length === 0 ? ['没有可以分学段比较的结果。'] : sentences,
    charts: BY_STAGE.filter(() => parts.length > 0).map(({ id, rate }) =>
      partsChart({ id: `contrast-stage-${id}-chart`, title: `各学段${rate.title}对比`, names }, rate, trees),
    ),
    tables: BY_STAGE.map(({ id, rate, columns }) =>
      acrossTable(
        { id: `contrast-stage-${id}`, title: `各学段${rate.title}`, rowTitle: '学段' },
        columns,
        names,
        trees,
      ),
    ),
  })
}

const SEXES = [
  { name: '男生', column: percent('myopia', '近视率', { sex: Sex.code.male }) },
  { name: '女生', column: percent('myopia', '近视率', { sex: Sex.code.female }) },
]

function sexes({ rowTitle, rows, sentenceLines, whole }: Side): ReportSection {
  const table = { id: 'contrast-sex', title: '男生、女生近视情况对比', rowTitle }
  return sectionOf({
    id: 'sexes',
    title: '分性别对比',
    paragraphs: sentenceLines.map((line) => {
      const sentence = sexesSentence(line)
      return sentence === '' ? '' : `${line.name}：${sentence}`
    }),
    charts: [
      chartOf({
        id: 'contrast-sex-chart',
        title: '男生、女生近视率对比',
        kind: 'bars',
        lines: rows,
        series: SEXES,
      }),
    ],
    tables: [contrastTable(table, MYOPIA_BY_SEX_COLUMNS, rows, whole)],
  })
}

const stacked = (id: string, title: string, rows: readonly Line[], columns: readonly MeasuredColumn[]) =>
  chartOf({
    id: `contrast-${id}-chart`,
    title,
    kind: 'stacked',
    lines: rows,
    series: columns.map((column) => ({ name: column.title, column })),
  })

const CORRECTED = [
  percent('uncorrected', '未矫'),
  percent('underCorrected', '欠矫'),
  percent('fullyCorrected', '足矫'),
]
const WARNED = ([0, 1, 2, 3] as const).map((level) => percent(`warning${level}`, WARNING_WORDS[level]))

function correction(side: Side): ReportSection {
  const { rowTitle, rows, whole } = side
  const table = (id: string, title: string, columns: readonly MeasuredColumn[], notes: string[] = []) =>
    contrastTable({ id: `contrast-${id}`, title, rowTitle, notes }, columns, rows, whole)
  return sectionOf({
    id: 'correction',
    title: '矫正与预警对比',
    paragraphs: highest(side, [
      GLASSES_RATE,
      percent('uncorrected', '未矫率'),
      percent('warning3', `${WARNING_WORDS[3]}预警占比`),
    ]),
    charts: [
      stacked('correction', '矫正情况对比', rows, CORRECTED),
      stacked('warning', '预警级别对比', rows, WARNED),
    ],
    tables: [
      table('correction', '戴镜与矫正情况对比', CORRECTION_COLUMNS),
      table('warning', '建议就诊与预警对比', WARNING_COLUMNS, [WARNING_LEGEND]),
    ],
  })
}
