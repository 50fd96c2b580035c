// The sections of a contrast, whatever is compared.
import { Sex } from '#contract/core/codes.ts'
import { ROUNDING } from '#contract/eyesight/figures/rates.ts'
import { WARNING_LEGEND, WARNING_WORDS } from '#contract/eyesight/warning-words.ts'
import {
  CORRECTION_COLUMNS,
  MYOPIA_BY_SEX_COLUMNS,
  VISIT_COLUMNS,
  WARNING_COLUMNS,
  WITH_GLASSES,
} from '#contract/reports/report/column-sets.ts'
import { count, type MeasuredColumn, pair, percent } from '#contract/reports/report/measure.ts'
import type { ReportSection, ReportTable } from '#contract/reports/report/report.ts'
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
import { sectionOf, VISIT_NOTES } from '../sections/finding-sections.ts'
import {
  commonSentence,
  crudeSentences,
  emptySentence,
  gapSentence,
  highestSentence,
  stagesSentence,
} from '../sentences/contrast-sentences.ts'
import {
  HIGH_RATE,
  isOfFindings,
  MYOPIA_RATE,
  POOR_RATE,
  sexesSentence,
} from '../sentences/finding-sentences.ts'

/** The first plan and another one at the places with results in both; `name` says which these are. */
export type CommonPair = { name: string; key: string; lines: readonly [ContrastLine, ContrastLine] }

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
  /** Whether all have the same single stage: of others the one with the older students would be the highest. */
  sameStage: boolean
  /** Of plans: whether one has results of other places than the first, and both at those they share. */
  incomparable: boolean
  common: readonly CommonPair[]
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

/** For two subjects one difference says everything. Findings of units with several stages are compared stage by stage. */
function highest({ kind, sentenceLines, sameStage }: Side, columns: readonly MeasuredColumn[]): string[] {
  if (sentenceLines.length < 3) return [gapSentence(columns, sentenceLines)]
  return columns
    .filter((column) => sameStage || !isOfFindings(column))
    .map((column) => highestSentence(column.title, kind, column, sentenceLines))
}
const againstFirst = ({ sentenceLines }: Side, columns: readonly MeasuredColumn[]): string[] =>
  sentenceLines.length > 2 ? [gapSentence(columns, sentenceLines)] : []

/** What can be compared first, what all have together after it. */
const rateSentences = (
  side: Side,
  columns: readonly MeasuredColumn[],
  crude: readonly string[],
): string[] => [
  ...side.common.map(({ name, lines }) =>
    commonSentence(
      name,
      columns,
      lines.map(({ line }) => line),
    ),
  ),
  ...crudeSentences(crude, side.incomparable),
]

function overview(side: Side): ReportSection {
  const { sentenceLines, about, warnings } = side
  const rates = [MYOPIA_RATE, POOR_RATE, REFERRAL_RATE]
  return sectionOf({
    id: 'overview',
    title: '概述',
    paragraphs: [
      about,
      ...warnings,
      emptySentence(sentenceLines),
      ...highest(side, [COMPLETION]),
      ...rateSentences(side, rates, [
        ...highest(side, rates),
        ...againstFirst(side, [MYOPIA_RATE, POOR_RATE]),
      ]),
      side.by === 'plans' && sentenceLines.length > 2 ? ONLY_OF_TWO : '',
    ],
    tables: [],
  })
}

const COMMON_COLUMNS = [
  count('valid', { title: '有效' }),
  count('rated', { title: '近视统计人数' }),
  ...pair('myopia', '近视'),
  ...pair('poor', '视力不良'),
  ...pair('referral', '建议就诊'),
]
const COMMON_TITLE = '两次都参加的单位主要指标'

/** The lines of the pairs, each named with the places it is of. */
const commonTables = ({ common, rowTitle }: Side): ReportTable[] =>
  common.length === 0
    ? []
    : [
        contrastTable(
          { id: 'contrast-common', title: COMMON_TITLE, rowTitle, notes: [SMALL_SAMPLE_NOTE] },
          COMMON_COLUMNS,
          common.flatMap(({ name, lines }) =>
            lines.map(({ line }) => ({ ...line, name: `${line.name}（${name}）` })),
          ),
          null,
        ),
      ]

const commonGap = ({ key, name, lines: [first, other] }: CommonPair) => ({
  key,
  first: first.line,
  other: { ...other.line, name: `${other.line.name}（${name}）` },
})

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
      ROUNDING,
    ],
  }
  const columns = [COMPLETION, MYOPIA_RATE, POOR_RATE, REFERRAL_RATE, GLASSES_RATE]
  return sectionOf({
    id: 'indicators',
    title: '主要指标对比',
    paragraphs: [
      ...againstFirst(side, [COMPLETION]),
      ...crudeSentences(againstFirst(side, [REFERRAL_RATE]), side.incomparable),
    ],
    charts: [ratesChart({ id: 'contrast-main-chart', title: '主要比率对比', names }, columns, rows)],
    tables: [
      withRetests(contrastTable(main, CONTRAST_COLUMNS, rows, whole), retested),
      ...commonTables(side),
      gapTable(gap, GAPS, rows, { from, common: side.common.map(commonGap) }),
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

const stageSentences = (trees: readonly Line[], names: readonly string[]): string[] => {
  const parts = partsAcross(trees).map((part) => ({ name: part[0]?.name ?? '', lines: part }))
  return BY_STAGE.map(({ rate }) => stagesSentence(rate, names, parts))
}

function stages({ lines, names, sentenceLines, incomparable, ...side }: Side): ReportSection {
  const trees = lines.map(({ stages: tree }) => tree)
  const parts = partsAcross(trees)
  const sentenceNames = sentenceLines.map(({ name }) => name)
  // Of more than two plans each pair would need tables of its own.
  const [common] = lines.length === 2 ? side.common : []
  const commonTrees = common?.lines.map(({ stages: tree }) => tree) ?? []
  const sentences = [
    ...stageSentences(commonTrees, sentenceNames).map((sentence) =>
      sentence === '' ? '' : `${common?.name}中，${sentence}`,
    ),
    ...crudeSentences(stageSentences(trees, sentenceNames), incomparable),
  ]
  const tablesOf = (id: string, words: string, across: readonly Line[]) =>
    BY_STAGE.map((by) =>
      acrossTable(
        { id: `${id}-${by.id}`, title: `各学段${by.rate.title}${words}`, rowTitle: '学段' },
        by.columns,
        names,
        across,
      ),
    )
  return sectionOf({
    id: 'stages',
    title: '分学段对比',
    paragraphs: parts.length === 0 ? ['没有可以分学段比较的结果。'] : sentences,
    charts: BY_STAGE.filter(() => parts.length > 0).map(({ id, rate }) =>
      partsChart({ id: `contrast-stage-${id}-chart`, title: `各学段${rate.title}对比`, names }, rate, trees),
    ),
    tables: [
      ...(common ? tablesOf('contrast-common-stage', `（${common.name}）`, commonTrees) : []),
      ...tablesOf('contrast-stage', '', trees),
    ],
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
const CORRECTION_RATES = [
  GLASSES_RATE,
  percent('uncorrected', '未矫率'),
  percent('warning3', `${WARNING_WORDS[3]}预警占比`),
]
const WARNED = ([0, 1, 2, 3] as const).map((level) => percent(`warning${level}`, WARNING_WORDS[level]))

function correction(side: Side): ReportSection {
  const { rowTitle, rows, whole } = side
  const table = (id: string, title: string, columns: readonly MeasuredColumn[], notes: string[] = []) =>
    contrastTable({ id: `contrast-${id}`, title, rowTitle, notes }, columns, rows, whole)
  return sectionOf({
    id: 'correction',
    title: '矫正与预警对比',
    paragraphs: rateSentences(side, CORRECTION_RATES, highest(side, CORRECTION_RATES)),
    charts: [
      stacked('correction', '矫正情况对比', rows, CORRECTED),
      stacked('warning', '预警级别对比', rows, WARNED),
    ],
    tables: [
      table('correction', '戴镜与矫正情况对比', CORRECTION_COLUMNS),
      table('warning', '建议就诊与预警对比', WARNING_COLUMNS, [WARNING_LEGEND]),
      table('visits', '转诊复查对比', VISIT_COLUMNS, VISIT_NOTES),
    ],
  })
}
