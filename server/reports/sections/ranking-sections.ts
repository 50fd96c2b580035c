// Places below an area one beside the other: only like with like is ranked.
import { RangePart } from '#contract/eyesight/figures/plan-range.ts'
import { RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import { SUMMARY_COLUMNS } from '#contract/reports/report/column-sets.ts'
import { count, pair } from '#contract/reports/report/measure.ts'
import type {
  ReportChart,
  ReportColumn,
  ReportSection,
  ReportTable,
  ReportValue,
} from '#contract/reports/report/report.ts'
import { addTallies } from '#contract/reports/report/tally.ts'
import type { AreaFigures } from '../area-figures.ts'
import type { Counted, SuppressionByKey } from '../lines/counted-tree.ts'
import { byValue, extremesSentence, ranksOf } from '../lines/extremes.ts'
import { rankingOf } from '../lines/report-chart.ts'
import { type Line, lineOf, listOf, withColumn } from '../lines/report-table.ts'
import {
  commonWeights,
  STANDARD_COLUMN,
  type StageTally,
  type StageWeight,
  stageColumns,
  stageValues,
  standardNote,
  standardRate,
  standardTitle,
  strataOf,
  weightsOf,
} from '../lines/standardised.ts'
import { isRankable, MYOPIA_RATE, POOR_RATE, partsSentence } from '../sentences/finding-sentences.ts'
import { breakdownOf, breakdownTable, emptySection, sectionOf } from './finding-sections.ts'

type Ranking = {
  figures: AreaFigures
  suppression: SuppressionByKey
  /** Rates by stage of each place disclose more than those of the place. */
  maySeeParts: boolean
}

const RANK: ReportColumn = { key: 'rank', title: '名次', group: null, format: 'text' }
const rankText = (rank: number | null): string | null => (rank === null ? null : String(rank))
const RANKED_NOTE = `有效人数不少于${RANKED_LEAST}人的单位参加排名。`

export function rankingSections(ranking: Ranking): ReportSection[] {
  const { units, unitKind } = ranking.figures
  const title = `各${unitKind}情况`
  if (units.parts.length === 0) {
    return [emptySection({ id: 'ranking', title }, `没有参加筛查的${unitKind}。`), propertySection(ranking)]
  }
  const areSchools = units.parts.every(({ unit }) => unit?.level === 'school')
  const section = !ranking.maySeeParts
    ? unranked(ranking, title)
    : areSchools
      ? rankedByStage(ranking, title)
      : rankedByStandard(ranking, title)
  return [section, propertySection(ranking)]
}

/** Of 合计 and 含大学; colleges are no part of it. */
const standardOfTotals = (stages: readonly StageTally[], weights: readonly StageWeight[]): ReportValue[] => [
  standardRate(stages, weights),
  '',
]

const mainTable = (ranking: Ranking, parts: Line[] | null, notes: string[]): ReportTable => {
  const { figures, suppression } = ranking
  const line = lineOf(figures.units, suppression)
  const noted = (part: Line): Line => ({
    ...part,
    note: RangePart.label(figures.notBegun.get(part.key)) || null,
  })
  const breakdown = breakdownOf('unit', figures.unitKind, {
    ...line,
    parts: (parts ?? line.parts).map(noted),
  })
  return breakdownTable(breakdown, 'ranking', '主要指标', SUMMARY_COLUMNS, notes)
}

const unranked = (ranking: Ranking, title: string): ReportSection =>
  sectionOf({ id: 'ranking', title, paragraphs: [], tables: [mainTable(ranking, null, [])] })

const stagesIn = ({ stagesOf }: AreaFigures, { key }: { key: string }): StageTally[] =>
  stagesOf.get(key) ?? []
const allStages = (figures: AreaFigures, { parts }: Counted): StageTally[] =>
  parts.flatMap((part) => stagesIn(figures, part))

/** Areas have schools of all stages, in other shares. */
function rankedByStandard(ranking: Ranking, title: string): ReportSection {
  const { figures, suppression } = ranking
  const { unitKind } = figures
  const weights = weightsOf(allStages(figures, figures.units), figures.planStages)
  const standard = (line: Line) => standardRate(stagesIn(figures, line), weights)
  const ranked = (line: Line) => (isRankable(line) ? standard(line) : null)
  const parts = byValue(lineOf(figures.units, suppression).parts, ranked)
  const ranks = ranksOf(parts.map(ranked))
  const named = parts.map((line) => ({ name: line.name, value: ranked(line) }))
  const withRate = named.filter(({ value }) => value !== null)
  const main = mainTable(ranking, parts, [RANKED_NOTE, standardNote(weights)])
  const stages = {
    id: 'ranking-stage',
    title: `各${unitKind}分学段近视率`,
    rowTitle: unitKind,
    columns: stageColumns(weights),
    rows: parts.map((line) => ({
      name: line.name,
      unit: line.unit,
      isTotal: false,
      indent: 0,
      values: stageValues(stagesIn(figures, line), weights),
      note: null,
    })),
    notes: [],
  }
  return sectionOf({
    id: 'ranking',
    title: withRate.length < 2 ? title : `${title}与排名`,
    paragraphs: [
      withRate.length < 2 ? '' : extremesSentence('标化近视率', unitKind, withRate),
      // With several stages the place with the older students would be the highest.
      weights.length === 1 ? partsSentence(parts, POOR_RATE, unitKind) : '',
    ],
    charts: withRate.length < 2 ? [] : [standardChart(`各${unitKind}标化近视率排名`, withRate)],
    tables: [
      withColumn(
        withColumn(main, STANDARD_COLUMN, [
          ...parts.map(standard),
          ...standardOfTotals(allStages(figures, figures.units), weights),
        ]),
        RANK,
        ranks.map(rankText),
      ),
      ...(weights.length > 1 ? [stages] : []),
    ],
  })
}

const standardChart = (
  title: string,
  named: readonly { name: string; value: number | null }[],
): ReportChart => ({
  id: 'ranking-unit-chart',
  title,
  kind: 'ranking',
  format: 'percent',
  unit: '%',
  categories: named.map(({ name }) => name),
  series: [{ name: STANDARD_COLUMN.title, values: named.map(({ value }) => value) }],
})

const STAGE_COLUMNS = [
  count('valid', { title: '有效' }),
  count('rated', { title: '近视统计人数' }),
  ...pair('myopia', '近视'),
]

/** Schools have one or two stages: each stage is ranked by itself. */
function rankedByStage(ranking: Ranking, title: string): ReportSection {
  const { figures, suppression } = ranking
  const lines = lineOf(figures.units, suppression).parts
  const strata = strataOf(allStages(figures, figures.units)).map(({ name }) => {
    const schools = lines.flatMap((line) => {
      const own = stagesIn(figures, line).filter((each) =>
        strataOf([each]).some((stratum) => stratum.name === name),
      )
      const tally = addTallies(own.map((each) => each.tally))
      return own.length === 0 ? [] : [{ ...line, now: { ...line.now, tally }, parts: [] }]
    })
    const ranked = schools.filter(isRankable)
    const rate = { ...MYOPIA_RATE, title: `${name}近视率` }
    return { name, ranked, sentence: partsSentence(ranked, rate, `${name}学校`) }
  })
  const shown = strata.filter(({ ranked }) => ranked.length > 1)
  return sectionOf({
    id: 'ranking',
    title: shown.length === 0 ? title : `${title}与排名`,
    paragraphs: shown.map(({ sentence }) => sentence),
    charts: shown.map(({ name, ranked }, nth) =>
      rankingOf(`ranking-stage-${nth}-chart`, `各学校${name}近视率排名`, ranked, MYOPIA_RATE),
    ),
    tables: [
      mainTable(ranking, null, []),
      ...shown.map(({ name, ranked }, nth) => stageTable(`ranking-stage-${nth}`, name, ranked)),
    ],
  })
}

function stageTable(id: string, name: string, lines: readonly Line[]): ReportTable {
  const rateOf = (line: Line) => {
    const { rated, myopia } = line.now.tally[0]
    return rated === 0 ? null : (myopia * 100) / rated
  }
  const parts = byValue(lines, rateOf)
  const table = {
    id,
    title: `各学校${name}近视率排名`,
    rowTitle: '学校',
    columns: STAGE_COLUMNS,
    notes: [RANKED_NOTE],
  }
  return withColumn(listOf(table, parts), RANK, ranksOf(parts.map(rateOf)).map(rankText))
}

/** Town and country by the stages that both have. */
function propertySection({ figures, suppression, maySeeParts }: Ranking): ReportSection {
  const line = lineOf(figures.properties, suppression)
  const registered = line.parts.filter(({ key }) => key !== 'property null')
  const breakdown = breakdownOf('property', '类地区', line, { rowTitle: '城乡' })
  const stages = registered.map((part) => stagesIn(figures, part))
  const all = weightsOf(allStages(figures, figures.properties), figures.planStages)
  const weights = commonWeights(all, stages)
  const standard = (part: Line) => standardRate(stagesIn(figures, part), weights)
  const table = breakdownTable(
    breakdown,
    'property',
    '主要指标',
    SUMMARY_COLUMNS,
    maySeeParts && weights.length > 0 ? [standardNote(weights)] : [],
  )
  const ranked = registered.filter(isRankable)
  const named = ranked.map((part) => ({ name: part.name, value: standard(part) }))
  const comparable = maySeeParts && named.length > 1 && named.every(({ value }) => value !== null)
  return sectionOf({
    id: 'property',
    title: '城乡情况',
    paragraphs: comparable ? [extremesSentence(standardTitle(weights), breakdown.kind, named)] : [],
    tables: [
      maySeeParts
        ? withColumn(table, { ...STANDARD_COLUMN, title: standardTitle(weights) }, [
            ...line.parts.map((part) => (part.key === 'property null' ? null : standard(part))),
            ...standardOfTotals(allStages(figures, figures.properties), weights),
          ])
        : table,
    ],
  })
}
