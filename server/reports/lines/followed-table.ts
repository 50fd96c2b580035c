// The same children as tables and charts.
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
import { BANDS, type FollowedCounts, yearlyOf } from './followed.ts'

/** A place with those of its children who are followed. */
export type FollowedLine = { name: string; unit: Unit | null; counts: FollowedCounts; parts: FollowedLine[] }

type Tell = (counts: FollowedCounts) => number | null
/** `finding`: tells about eyes, and not only of how many there is something to tell. */
type FollowedColumn = ReportColumn & { tell: Tell; finding: boolean }

const column = (
  key: string,
  title: string,
  format: ReportFormat,
  tell: Tell,
  { group = null, finding = true }: { group?: string | null; finding?: boolean } = {},
): FollowedColumn => ({ key, title, group, format, tell, finding })

type Counter = Exclude<keyof FollowedCounts, 'bands'>
const share = (part: Counter, whole: Counter, title: string, group: string | null = null, finding = true) =>
  column(`${part}/${whole}`, title, 'percent', (counts) => percentOf(counts[part], counts[whole]), {
    group,
    finding,
  })
const count = (name: Counter, title: string, group: string | null = null, finding = true) =>
  column(name, title, 'count', (counts) => counts[name], { group, finding })

const YEARLY = '等效球镜年变化（D）'
const FAST = '进展较快'
const FRESH = '新发近视'
const COLUMNS: readonly FollowedColumn[] = [
  count('valid', '本次有效', null, false),
  count('followed', '追踪人数', null, false),
  share('followed', 'valid', '追踪率', null, false),
  count('compared', '可比人数', YEARLY, false),
  column('yearly:right', '右眼', 'dioptre', (counts) => yearlyOf(counts, 'right'), { group: YEARLY }),
  column('yearly:left', '左眼', 'dioptre', (counts) => yearlyOf(counts, 'left'), { group: YEARLY }),
  count('fast', '人数', FAST),
  share('fast', 'compared', '占可比', FAST),
  count('clear', '上次未近视', FRESH),
  count('fresh', '新发人数', FRESH),
  share('fresh', 'clear', '新发近视率', FRESH),
  count('reversed', '近视转非近视'),
]
const BAND_COLUMNS: readonly FollowedColumn[] = [
  count('compared', '可比人数', null, false),
  ...BANDS.flatMap((group, nth) => {
    const people: Tell = ({ bands }) => bands[nth] ?? 0
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
 * Told whole or not at all: what is small in one row could be worked out from the others and the whole, and so could the
 * findings of the few who are not among the followed, or were myopic before.
 */
export const hasSmallCells = ({ counts, parts }: FollowedLine): boolean =>
  [
    counts.followed,
    counts.compared,
    counts.clear,
    counts.rightEyes,
    counts.leftEyes,
    counts.valid - counts.followed,
    counts.followed - counts.clear,
  ].some(isSmallCell) || parts.some(hasSmallCells)

type Told = { id: string; kind: string; line: FollowedLine; hidden: boolean }

const rowMaker =
  (columns: readonly FollowedColumn[], hidden: boolean) =>
  ({ name, unit, counts, parts }: FollowedLine, indent: number): ReportRow => ({
    name,
    unit,
    isTotal: parts.length > 0,
    indent,
    values: columns.map(({ tell, finding }) => {
      const value = tell(counts)
      return hidden && finding && value !== null ? HIDDEN_VALUE : value
    }),
    note: null,
  })

function tableOf(
  columns: readonly FollowedColumn[],
  name: string,
  title: string,
  told: Told,
  notes: string[],
) {
  const row = rowMaker(columns, told.hidden)
  const rowsOf = (line: FollowedLine, indent: number): ReportRow[] => [
    row(line, indent),
    ...line.parts.flatMap((part) => rowsOf(part, indent + 1)),
  ]
  const { line } = told
  return {
    id: `${name}-${told.id}`,
    title,
    rowTitle: told.kind,
    columns: columns.map(({ tell: _tell, finding: _finding, ...shown }) => shown),
    rows: [...line.parts.flatMap((part) => rowsOf(part, 0)), { ...row(line, 0), isTotal: true }],
    notes,
  } satisfies ReportTable
}

const titleOf = ({ kind, line }: Told, title: string): string =>
  line.parts.length > 0 ? `各${kind}${title}` : title

export const followedTable = (told: Told, notes: string[]): ReportTable =>
  tableOf(COLUMNS, 'followed', titleOf(told, '同一学生变化'), told, notes)

export const bandsTable = (told: Told, notes: string[]): ReportTable =>
  tableOf(BAND_COLUMNS, 'followed-bands', titleOf(told, '等效球镜年变化分布'), told, notes)

/** Where it is told: how the paces are spread, and where most became myopic. */
export function followedCharts(told: Told): ReportChart[] {
  const { id, hidden, line } = told
  if (hidden || line.counts.compared === 0) return []
  const drawn = [...line.parts, line].filter(({ counts }) => counts.compared > 0)
  const lines = drawn.length === 2 ? drawn.slice(0, 1) : drawn
  const clear = line.parts.filter(({ counts }) => counts.clear > 0)
  return [
    {
      id: `followed-bands-${id}-chart`,
      title: titleOf(told, '等效球镜年变化分布'),
      kind: 'stacked',
      format: 'percent',
      unit: '%',
      categories: lines.map(({ name }) => name),
      series: BANDS.map((name, nth) => ({
        name,
        values: lines.map(({ counts }) => percentOf(counts.bands[nth] ?? 0, counts.compared)),
      })),
    },
    ...(clear.length < 2 ? [] : [freshChart(told, clear)]),
  ]
}

const freshChart = (told: Told, lines: readonly FollowedLine[]): ReportChart => ({
  id: `followed-${told.id}-chart`,
  title: titleOf(told, '新发近视率'),
  kind: 'bars',
  format: 'percent',
  unit: '%',
  categories: lines.map(({ name }) => name),
  series: [{ name: '新发近视率', values: lines.map(({ counts }) => percentOf(counts.fresh, counts.clear)) }],
})
