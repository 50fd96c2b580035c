import { useState } from 'react'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import { termText } from '#contract/eyesight/term.ts'
import {
  RANKED_SHOWN,
  type Ranked,
  type RankedBy,
  type RankedList,
  type RankingView as View,
} from '#contract/overview/ranking.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { type DotRow, DotRows } from '../chart/dot-rows.tsx'
import { countText, percentText, pointsText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { belowOf } from '../frame/place-words.ts'
import { Segmented } from '../frame/segmented.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { keyOfUnit, shortName } from '../progress/area-progress.tsx'
import styles from './ranking-view.module.css'

const ENDS = [
  { value: 'best', label: `前 ${RANKED_SHOWN}` },
  { value: 'worst', label: `后 ${RANKED_SHOWN}` },
] as const
type End = (typeof ENDS)[number]['value']

type Props = { view: View; plan: WallPlan; unit: Unit; onOpen: (unit: Unit) => void }

/** Areas above, schools of one stage below; each by rate, by improvement and by completion, the worst last. */
export function RankingView({ view, plan, unit, onOpen }: Props) {
  const { areas, schools } = view
  const [end, setEnd] = useState<End>('best')
  const [chosen, setStage] = useState<string | null>(null)
  const stage = schools.find(({ key }) => key === chosen) ?? largest(schools)
  return (
    <div className={styles.ranking}>
      <div className={styles.bar}>
        <span className={styles.note}>
          有效人数不少于 {RANKED_LEAST} 人的参加排名；近视率低、下降多、完成率高者在前；右列为人数
        </span>
        <Segmented label="名次" value={end} options={ENDS} onChange={setEnd} />
        {stage && schools.length > 1 && (
          <Segmented
            label="学段"
            value={stage.key}
            options={schools.map(({ key, stage: name }) => ({ value: key, label: name }))}
            onChange={setStage}
          />
        )}
      </div>
      {areas && (
        <Three
          lists={areas}
          of={belowOf(unit)}
          rateName={areas.stages.length > 1 ? '标化近视率' : '近视率'}
          end={end}
          view={view}
          plan={plan}
          onOpen={onOpen}
        />
      )}
      {stage ? (
        <Three lists={stage} of={`各${stage.stage}`} rateName="近视率" end={end} view={view} plan={plan} />
      ) : (
        <WallMessage>还没有纳入近视率统计的结果，筛查开始后这里排名。</WallMessage>
      )}
    </div>
  )
}

/** The stage with the most schools to begin with. */
const largest = (schools: View['schools']): View['schools'][number] | undefined =>
  [...schools].sort((one, other) => other.completion.ranked - one.completion.ranked)[0]

type ThreeProps = {
  lists: Record<RankedBy, RankedList>
  /** What is ranked. */
  of: string
  rateName: string
  end: End
  view: View
  plan: WallPlan
  onOpen?: (unit: Unit) => void
}

function Three({ lists, of, rateName, end, view: { comparison }, plan, onOpen }: ThreeProps) {
  // Areas can be opened, schools stand on the first set.
  const counter = onOpen ? ('个' as const) : ('所' as const)
  const improvement =
    comparison === null
      ? '没有可比较的计划。'
      : comparison.incomparable
        ? '口径不一致，不比较。'
        : `没有两次计划都有足够结果的${of.slice(1)}。`
  const common = { of, end, onOpen, counter }
  return (
    // Few places take less room than ten schools.
    <div className={styles.three} style={{ flexGrow: Math.max(3, lists.completion[end].length) + 2 }}>
      <List {...common} by="rate" title={`${of}${rateName}`} aside="%" list={lists.rate} />
      <List
        {...common}
        by="improvement"
        title={`${of}近视率变化`}
        aside={comparison ? `较 ${termText(comparison)}同校，百分点` : undefined}
        list={lists.improvement}
        nothing={improvement}
      />
      <List
        {...common}
        by="completion"
        title={`${of}完成率`}
        aside={`% · 目标 ${plan.targetRate}`}
        list={lists.completion}
        target={plan.targetRate}
      />
    </div>
  )
}

type ListProps = {
  by: RankedBy
  /** 3 个 cities, 17 所 schools. */
  counter: '个' | '所'
  of: string
  title: string
  aside: string | undefined
  list: RankedList
  end: End
  target?: number
  nothing?: string
  onOpen?: ((unit: Unit) => void) | undefined
}

function List({ by, counter, of, title, aside, list, end, target, nothing, onOpen }: ListProps) {
  const shown = list[end]
  const values = shown.map(({ value }) => value)
  const [from, to] = scaleOf(by, target === undefined ? values : [...values, target])
  const open = (key: string) => {
    const found = shown.find(({ unit }) => keyOfUnit(unit) === key)
    if (found) onOpen?.(found.unit)
  }
  return (
    <Panel
      title={title}
      aside={`${aside ? `${aside} · ` : ''}${list.ranked} ${counter}`}
      className={styles.list}
    >
      {shown.length === 0 ? (
        <WallMessage>{nothing ?? `没有有效人数达到 ${RANKED_LEAST} 人的${of.slice(1)}。`}</WallMessage>
      ) : (
        <DotRows
          rows={shown.map((each) => rowOf(by, each, target))}
          from={from}
          to={to}
          nameWidth="wide"
          {...(target === undefined ? {} : { target })}
          {...(by === 'improvement' ? { target: 0 } : {})}
          {...(onOpen ? { onOpen: open } : {})}
        />
      )}
    </Panel>
  )
}

/** As wide as a digit. */
const FIGURE_SPACE = '\u2007'

function rowOf(by: RankedBy, { unit, rank, value, counted }: Ranked, target: number | undefined): DotRow {
  const reached = target !== undefined && value >= target
  const isBetter = by === 'improvement' ? value < -0.005 : reached
  const isWorse = by === 'improvement' && value > 0.005
  return {
    key: keyOfUnit(unit),
    name: `${String(rank).padStart(2, FIGURE_SPACE)}　${shortName(unit)}`,
    marks: [{ value, look: 'now' }],
    text: by === 'improvement' ? pointsText(value) : percentText(value),
    more: countText(counted),
    quiet: true,
    tone: isBetter ? 'better' : isWorse ? 'attention' : 'plain',
  }
}

/** Dots may begin elsewhere than at zero; a change is seen against none. */
function scaleOf(by: RankedBy, values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (by === 'improvement') return [Math.min(0, Math.floor(least) - 1), Math.max(0, Math.ceil(most) + 1)]
  return [Math.max(0, Math.floor(least / 5) * 5 - 5), Math.min(102, Math.ceil(most / 5) * 5 + 5)]
}
