import { WARNING_WORDS } from '#contract/eyesight/warning-words.ts'
import type { WarningLevelCode } from '#contract/warning/rules.ts'
import { WarningStatus, type WarningStatusCode } from '#contract/warning/warning-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import type { TabCounts } from './scope-tabs.ts'
import styles from './warning-list.module.css'

const LEVELS: readonly WarningLevelCode[] = [3, 2, 1]
const LEVEL_CLASSES: Record<WarningLevelCode, string | undefined> = {
  1: styles.one,
  2: styles.two,
  3: styles.three,
}
const { waiting, closed } = WarningStatus.code

type Filter = {
  level?: WarningLevelCode | undefined
  status?: WarningStatusCode | undefined
  overdue: boolean
}
type Props = {
  counts: TabCounts | undefined
  filter: Filter
  onChange: (filter: Partial<Filter>) => void
}

/** The numbers of the tab; each narrows the list to what it counts, and back. */
export function SummaryStrip({ counts, filter, onChange }: Props) {
  const closedCount = counts?.ofStatus(closed) ?? 0
  return (
    <div className={styles.strip}>
      {LEVELS.map((level) => (
        <Figure
          key={level}
          label={`${WARNING_WORDS[level]}预警`}
          className={LEVEL_CLASSES[level]}
          value={counts?.ofLevel(level)}
          pressed={filter.level === level}
          onPress={(on) => onChange({ level: on ? level : undefined })}
        />
      ))}
      <Figure
        label="待处理"
        value={counts?.ofStatus(waiting)}
        pressed={filter.status === waiting}
        onPress={(on) => onChange({ status: on ? waiting : undefined })}
      />
      <Figure
        label="已逾期"
        className={counts && counts.overdue > 0 ? styles.overdue : undefined}
        value={counts?.overdue}
        pressed={filter.overdue}
        onPress={(on) => onChange({ overdue: on })}
      />
      {closedCount > 0 && <span className={styles.stripNote}>含已关闭 {formatNumber(closedCount)} 条</span>}
    </div>
  )
}

type FigureProps = {
  label: string
  value: number | undefined
  pressed: boolean
  onPress: (on: boolean) => void
  className?: string | undefined
}

const Figure = ({ label, value, pressed, onPress, className = '' }: FigureProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    className={`${styles.figure} ${className}`}
    title={pressed ? '取消筛选' : `只看${label}`}
    onClick={() => onPress(!pressed)}
  >
    <span>{label}</span> <b>{value === undefined ? '--' : formatNumber(value)}</b>
  </button>
)
