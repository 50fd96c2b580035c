import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import { type AreaDone, ATTENTION_BELOW } from '#contract/overview/progress.ts'
import type { AreaSummary, SummaryView } from '#contract/overview/summary.ts'
import type { WallPlan, WallRate } from '#contract/overview/wall.ts'
import { AreaTable } from '../chart/area-table.tsx'
import { scaleText } from '../chart/length-text.ts'
import { countText, monthDay, NOTHING, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { belowOf } from '../frame/place-words.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { Change } from '../myopia/change.tsx'
import styles from './province-overview.module.css'

type Props = { view: SummaryView; plan: WallPlan; unit: Unit; onOpen: (unit: Unit) => void }

const HEADS = [
  '应筛',
  '完成率 %',
  '有效',
  '近视率 %',
  '变化',
  '视力不良率 %',
  '建议就诊率 %',
  '90日就诊率 %',
  '预警学生',
] as const

/** All places below with their numbers, calmly, one line each. */
export function ProvinceOverview({ view, plan, unit, onOpen }: Props) {
  const hides = view.areas.some(({ myopia, poor, referral, visited90 }) =>
    [myopia, poor, referral, visited90].some(({ hidden }) => hidden),
  )
  return (
    <Panel
      title={`${belowOf(unit)}情况`}
      aside={`目标完成率 ${plan.targetRate}% · 变化为百分点${hides ? ' · ＊ 人数过少，不显示' : ''}`}
      className={styles.panel}
    >
      {view.areas.length === 0 ? (
        <WallMessage>计划范围内没有学校。</WallMessage>
      ) : (
        <AreaTable
          unit={unit}
          heads={HEADS}
          areas={view.areas}
          drawCells={(area) => <Cells area={area} plan={plan} />}
          total={
            <Numbers
              row={{ ...view, ...view.total, myopia: view.all, warned: view.warned?.warned ?? null }}
              plan={plan}
            />
          }
          onOpen={onOpen}
        />
      )}
    </Panel>
  )
}

type CellsProps = { area: AreaSummary; plan: WallPlan }

function Cells({ area, plan }: CellsProps) {
  const note = waitsFor(area)
  return note === null ? <Numbers row={area} plan={plan} /> : <Waiting expected={area.expected} note={note} />
}

type Counted = Pick<AreaDone, 'expected' | 'screened' | 'valid' | 'forecast'> &
  Pick<AreaSummary, 'myopia' | 'poor' | 'referral' | 'visited90' | 'warned'>

/** Of what has not begun there are words, and no zeros. */
function waitsFor({ startsOn, screened, range, expected }: AreaSummary): string | null {
  if (screened > 0 || (startsOn === null && range.begun.schools > 0)) return null
  if (startsOn !== null) return `${monthDay(startsOn)} 开始`
  return expected > 0 ? '未分配' : '尚无数据'
}

function Waiting({ expected, note }: { expected: number; note: string }) {
  return (
    <>
      <td>{countText(expected)}</td>
      <td className={styles.waiting}>{note}</td>
      {WITHOUT_RESULTS.map((column) => (
        <td key={column}>{NOTHING}</td>
      ))}
    </>
  )
}
/** The columns after 完成率. */
const WITHOUT_RESULTS = ['valid', 'myopia', 'change', 'poor', 'referral', 'visited90', 'warned'] as const

function Numbers({ row, plan }: { row: Counted; plan: WallPlan }) {
  const done = shareOf(row.screened, row.expected)
  const isBehind = row.forecast !== null && row.forecast < ATTENTION_BELOW
  const tone =
    done !== null && done >= plan.targetRate ? styles.reached : isBehind ? styles.behind : undefined
  const enough = row.valid >= SHOWN_LEAST
  return (
    <>
      <td>{countText(row.expected)}</td>
      <td className={tone}>
        <span className={styles.bar} aria-hidden="true">
          <i style={{ transform: scaleText(Math.min(100, done ?? 0)) }} />
          <b style={{ left: `${plan.targetRate}%` }} />
        </span>
        {percentText(done)}
      </td>
      <td>{countText(row.valid)}</td>
      <td className={styles.rate}>{rateText(row.myopia, enough)}</td>
      <td>{enough ? <Change rate={row.myopia} /> : NOTHING}</td>
      <td>{rateText(row.poor, enough)}</td>
      <td>{rateText(row.referral, enough)}</td>
      <td>{rateText(row.visited90, enough)}</td>
      <td>{row.warned === null ? '＊' : countText(row.warned)}</td>
    </>
  )
}

/** Few results say nothing yet. */
const rateText = ({ rate, hidden }: WallRate, enough: boolean): string =>
  hidden ? '＊' : enough ? percentText(rate) : NOTHING
