// Tables and charts of the cohort.
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { isSmallCell, percentOf } from '#contract/eyesight/figures/rates.ts'
import {
  HIDDEN_VALUE,
  type ReportChart,
  type ReportColumn,
  type ReportFormat,
  type ReportRow,
  type ReportTable,
} from '#contract/reports/report/report.ts'
import { BANDS, type CohortCounts, yearlyOf } from './cohort.ts'

/** A place with the counts of its cohort. */
export type CohortLine = { name: string; unit: Unit | null; counts: CohortCounts; parts: CohortLine[] }

type Read = (counts: CohortCounts) => number | null
/** `finding`: a result about eyes rather than a number of students. */
type CohortColumn = ReportColumn & { read: Read; finding: boolean }

const column = (
  key: string,
  title: string,
  format: ReportFormat,
  read: Read,
  { group = null, finding = true }: { group?: string | null; finding?: boolean } = {},
): CohortColumn => ({ key, title, group, format, read, finding })

type Counter = Exclude<keyof CohortCounts, 'bands'>
/** Frozen reports are compared by their column keys, so these stay as they were first stored. */
const STORED_KEYS: Partial<Record<Counter, string>> = {
  cohort: 'followed',
  atRisk: 'clear',
  incident: 'fresh',
}
const keyOf = (name: Counter): string => STORED_KEYS[name] ?? name
const share = (part: Counter, whole: Counter, title: string, group: string | null = null, finding = true) =>
  column(
    `${keyOf(part)}/${keyOf(whole)}`,
    title,
    'percent',
    (counts) => percentOf(counts[part], counts[whole]),
    {
      group,
      finding,
    },
  )
const count = (name: Counter, title: string, group: string | null = null, finding = true) =>
  column(keyOf(name), title, 'count', (counts) => counts[name], { group, finding })

const YEARLY = '等效球镜年变化（D）'
const FAST = '进展较快'
const INCIDENCE = '新发近视'
const COLUMNS: readonly CohortColumn[] = [
  count('valid', '本次有效', null, false),
  count('cohort', '追踪人数', null, false),
  share('cohort', 'valid', '追踪率', null, false),
  count('compared', '可比人数', YEARLY, false),
  column('yearly:right', '右眼', 'dioptre', (counts) => yearlyOf(counts, 'right'), { group: YEARLY }),
  column('yearly:left', '左眼', 'dioptre', (counts) => yearlyOf(counts, 'left'), { group: YEARLY }),
  count('fast', '人数', FAST),
  share('fast', 'compared', '占可比', FAST),
  count('atRisk', '上次未近视', INCIDENCE),
  count('incident', '新发人数', INCIDENCE),
  share('incident', 'atRisk', '新发近视率', INCIDENCE),
  count('reversed', '近视转非近视'),
]
const BAND_COLUMNS: readonly CohortColumn[] = [
  count('compared', '可比人数', null, false),
  ...BANDS.flatMap((group, nth) => {
    const people: Read = ({ bands }) => bands[nth] ?? 0
    const key = `band${nth}`
    return [
      column(key, '人数', 'count', people, { group }),
      column(
        `${key}/compared`,
        '占比',
        'percent',
        (counts) => percentOf(people(counts) ?? 0, counts.compared),
        {
          group,
        },
      ),
    ]
  }),
]

/**
 * Suppression is all or nothing: a small cell could be derived from the other rows and the whole, and so could the
 * findings of the few who are outside the cohort, or were myopic before.
 */
export const hasSmallCells = ({ counts, parts }: CohortLine): boolean =>
  [
    counts.cohort,
    counts.compared,
    counts.atRisk,
    counts.rightEyes,
    counts.leftEyes,
    counts.valid - counts.cohort,
    counts.cohort - counts.atRisk,
  ].some(isSmallCell) || parts.some(hasSmallCells)

type CohortPart = { id: string; kind: string; line: CohortLine; hidden: boolean }

const rowMaker =
  (columns: readonly CohortColumn[], hidden: boolean) =>
  ({ name, unit, counts, parts }: CohortLine, indent: number): ReportRow => ({
    name,
    unit,
    isTotal: parts.length > 0,
    indent,
    values: columns.map(({ read, finding }) => {
      const value = read(counts)
      return hidden && finding && value !== null ? HIDDEN_VALUE : value
    }),
    note: null,
  })

function tableOf(
  columns: readonly CohortColumn[],
  name: string,
  title: string,
  part: CohortPart,
  notes: string[],
) {
  const row = rowMaker(columns, part.hidden)
  const rowsOf = (line: CohortLine, indent: number): ReportRow[] => [
    row(line, indent),
    ...line.parts.flatMap((part) => rowsOf(part, indent + 1)),
  ]
  const { line } = part
  return {
    id: `${name}-${part.id}`,
    title,
    rowTitle: part.kind,
    columns: columns.map(({ read: _read, finding: _finding, ...shown }) => shown),
    rows: [...line.parts.flatMap((part) => rowsOf(part, 0)), { ...row(line, 0), isTotal: true }],
    notes,
  } satisfies ReportTable
}

const titleOf = ({ kind, line }: CohortPart, title: string): string =>
  line.parts.length > 0 ? `各${kind}${title}` : title

export const cohortTable = (part: CohortPart, notes: string[]): ReportTable =>
  tableOf(COLUMNS, 'followed', titleOf(part, '同一学生变化'), part, notes)

export const bandsTable = (part: CohortPart, notes: string[]): ReportTable =>
  tableOf(BAND_COLUMNS, 'followed-bands', titleOf(part, '等效球镜年变化分布'), part, notes)

/** Distribution of yearly change, and incidence by part; none where the cohort is suppressed. */
export function cohortCharts(part: CohortPart): ReportChart[] {
  const { id, hidden, line } = part
  if (hidden || line.counts.compared === 0) return []
  const drawn = [...line.parts, line].filter(({ counts }) => counts.compared > 0)
  const lines = drawn.length === 2 ? drawn.slice(0, 1) : drawn
  const atRisk = line.parts.filter(({ counts }) => counts.atRisk > 0)
  return [
    {
      id: `followed-bands-${id}-chart`,
      title: titleOf(part, '等效球镜年变化分布'),
      kind: 'stacked',
      format: 'percent',
      unit: '%',
      categories: lines.map(({ name }) => name),
      series: BANDS.map((name, nth) => ({
        name,
        values: lines.map(({ counts }) => percentOf(counts.bands[nth] ?? 0, counts.compared)),
      })),
    },
    ...(atRisk.length < 2 ? [] : [incidenceChart(part, atRisk)]),
  ]
}

const incidenceChart = (part: CohortPart, lines: readonly CohortLine[]): ReportChart => ({
  id: `followed-${part.id}-chart`,
  title: titleOf(part, '新发近视率'),
  kind: 'bars',
  format: 'percent',
  unit: '%',
  categories: lines.map(({ name }) => name),
  series: [
    { name: '新发近视率', values: lines.map(({ counts }) => percentOf(counts.incident, counts.atRisk)) },
  ],
})
