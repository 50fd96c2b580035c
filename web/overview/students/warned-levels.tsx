import type { Warned } from '#contract/overview/warned.ts'
import { WarningLevelCode } from '#contract/warning/rules.ts'
import { StackedBar } from '../chart/stacked-bar.tsx'
import { shortCount } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './warned-levels.module.css'

const { one, two, three } = WarningLevelCode.code
const COLOURS = {
  [three]: '--wall-attention',
  [two]: '--wall-target',
  [one]: '--wall-second',
} as const

/** Children with a warning that counts by its level, and what was done. */
export function WarnedLevels({ warned }: { warned: Warned }) {
  if (warned === null) return <WallMessage>人数过少，不显示。</WallMessage>
  if (warned.warned === 0) return <WallMessage>没有预警的学生。</WallMessage>
  const { life } = warned
  return (
    <>
      <StackedBar
        label="预警学生的级别"
        parts={warned.levels.map(({ level, warned: students }) => ({
          key: String(level),
          label: WarningLevelCode.label(level),
          value: students,
          text: shortCount(students),
          color: COLOURS[level],
        }))}
      />
      {life && (
        <dl className={styles.life}>
          <State label="待处理" value={life.waiting} />
          <State label="已通知" value={life.notified} />
          <State label="已干预" value={life.acted} />
          <State label="已关闭" value={life.closed} />
          <State label="逾期" value={life.overdue} alarms />
        </dl>
      )}
    </>
  )
}

function State({ label, value, alarms = false }: { label: string; value: number; alarms?: boolean }) {
  return (
    <div className={alarms && value > 0 ? styles.overdue : undefined}>
      <dt>{label}</dt>
      <dd>{shortCount(value)}</dd>
    </div>
  )
}
