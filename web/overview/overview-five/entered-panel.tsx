import type { OrganisationView, Writer } from '#contract/overview/organisation.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { lengthText } from '../chart/length-text.ts'
import { ScrollRows } from '../executors/scroll-rows.tsx'
import columns from '../frame/columns.module.css'
import { countText, monthDay, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { fillOf, type MapStep, textOn } from '../map/map-area.ts'
import styles from './entered-panel.module.css'

type Props = { view: OrganisationView; plan: WallPlan; today: string }

const UNNAMED: Partial<Record<Writer['kind'], string>> = { sheet: '表格导入', others: '其他人员与设备' }
/** The hours that are always there, so that a morning does not look like a whole day. */
const WORKDAY = { first: 8, last: 17 }
const STEPS = 5
/** In more columns numbers would touch each other. */
const MOST_NUMBERED = 12
const TEN_THOUSAND = 10_000

/** First results of the day by hour, altogether and by screener and device. */
export function EnteredPanel({ view: { entered, tasksToday }, plan, today }: Props) {
  if (!entered || entered.writers.length === 0) {
    return (
      <Panel title="今日录入" className={columns.grows}>
        <WallMessage>{nothingYet(plan, tasksToday)}</WallMessage>
      </Panel>
    )
  }
  const isToday = entered.day === today
  const { writers } = entered
  const sum = (count: (writer: Writer) => number) => writers.reduce((all, writer) => all + count(writer), 0)
  const records = sum((writer) => writer.records)
  const invalid = sum((writer) => writer.invalid)
  return (
    <Panel
      title={isToday ? '今日录入' : `${monthDay(entered.day)} 录入`}
      aside={`${isToday ? '' : '今天尚无录入，显示最近一天 · '}首次结果 ${countText(records)} 人 · 无效 ${countText(invalid)} 人`}
      className={columns.grows}
    >
      <Hours writers={writers} />
    </Panel>
  )
}

function nothingYet({ status }: WallPlan, tasksToday: number): string {
  if (status === PlanStatus.code.archived) return '计划已归档，不再显示录入明细。'
  if (tasksToday === 0) return '今天没有进行中的任务，任务开始后这里显示每小时的录入。'
  return '录入第一条结果后，这里显示每小时、每位筛查员和每台设备的人数。'
}

function Hours({ writers }: { writers: readonly Writer[] }) {
  const hours = hoursOf(writers)
  const hasRoom = hours.length <= MOST_NUMBERED
  const totals = hours.map((hour) => writers.reduce((sum, writer) => sum + inHour(writer, hour), 0))
  const most = Math.max(1, ...totals)
  // Of those who are named: a sheet brings in a moment what takes people a day, all of them would look slow.
  const mostInCell = Math.max(
    1,
    ...writers
      .filter(({ name }) => name !== null)
      .flatMap((writer) => writer.hours.map(({ records }) => records)),
  )
  const isNumbered = (total: number) => total > 0 && (hasRoom || total === most)
  const template = {
    gridTemplateColumns: `var(--name) repeat(${hours.length}, minmax(0, 1fr)) var(--sum) var(--rate)`,
  }
  return (
    <div className={styles.hours}>
      <div className={styles.totals} style={template}>
        <span className={styles.label}>每小时</span>
        {hours.map((hour, nth) => (
          <span key={hour} className={styles.column} title={`${hour} 时 ${countText(totals[nth])} 人`}>
            {isNumbered(totals[nth] ?? 0) && <strong>{shortText(totals[nth] ?? 0)}</strong>}
            <i style={{ height: lengthText(((totals[nth] ?? 0) * 100) / most) }} />
          </span>
        ))}
      </div>
      <div className={styles.head} style={template} aria-hidden="true">
        <span />
        {hours.map((hour) => (
          <span key={hour}>{hasRoom ? `${hour} 时` : hour % 2 === 0 ? hour : ''}</span>
        ))}
        <span className={styles.sum}>合计</span>
        <span className={styles.sum}>无效率</span>
      </div>
      <ScrollRows label="按筛查员和设备">
        {writers.map((writer) => (
          <li key={writer.key} className={styles.row} style={template}>
            <span className={styles.name} title={nameOf(writer)}>
              {nameOf(writer)}
              {writer.kind === 'device' && <small>设备</small>}
            </span>
            {hours.map((hour) => (
              <Cell key={hour} records={inHour(writer, hour)} most={mostInCell} hasNumber={hasRoom} />
            ))}
            <strong className={styles.sum}>{countText(writer.records)}</strong>
            <span className={styles.sum}>{percentText(shareOf(writer.invalid, writer.records), 1)}%</span>
          </li>
        ))}
      </ScrollRows>
    </div>
  )
}

/** From the first to the last one with entries, at least those of a working day where there is room for them. */
function hoursOf(writers: readonly Writer[]): number[] {
  const found = writers.flatMap(({ hours }) => hours.map(({ hour }) => hour))
  const [first, last] = [Math.min(...found), Math.max(...found)]
  const [from, to] = [Math.min(WORKDAY.first, first), Math.max(WORKDAY.last, last)]
  const all = Array.from({ length: 24 }, (_, hour) => hour)
  const padded = all.slice(from, to + 1)
  return padded.length <= MOST_NUMBERED ? padded : all.slice(first, last + 1)
}

/** Without a separator: a column is narrow. */
const shortText = (count: number): string =>
  count < TEN_THOUSAND ? String(count) : `${(count / TEN_THOUSAND).toFixed(1)}万`

const nameOf = ({ name, kind }: Writer): string => name ?? UNNAMED[kind] ?? ''

const inHour = ({ hours }: Writer, hour: number): number =>
  hours.find((each) => each.hour === hour)?.records ?? 0

type CellProps = { records: number; most: number; hasNumber: boolean }

function Cell({ records, most, hasNumber }: CellProps) {
  if (records === 0) return <span className={styles.cell} />
  const step = Math.min(STEPS - 1, Math.floor((records * STEPS) / (most + 1))) as MapStep
  return (
    <span
      className={styles.cell}
      style={{ background: fillOf('progress', step), color: textOn('progress', step) }}
      title={`${countText(records)} 人`}
    >
      {hasNumber && shortText(records)}
    </span>
  )
}
