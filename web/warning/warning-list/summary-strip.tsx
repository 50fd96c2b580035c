import { WARNING_WORDS } from '#contract/eyesight/warning-words.ts'
import type { WarningLevelCode } from '#contract/warning/rules.ts'
import {
  Counting,
  type CountingCode,
  WarningStatus,
  type WarningStatusCode,
} from '#contract/warning/warning-schemas.ts'
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
  counting: CountingCode
}
type Props = {
  counts: TabCounts | undefined
  filter: Filter
  onChange: (filter: Partial<Filter>) => void
}

/** The numbers of the tab: of open warnings, and how many are closed. Each narrows the list to what it counts, and back. */
export function SummaryStrip({ counts, filter, onChange }: Props) {
  const ofOpen = filter.counting === Counting.code.open && filter.status !== closed
  const narrow = (patch: Partial<Filter>) =>
    onChange({
      counting: Counting.code.open,
      ...(filter.status === closed && { status: undefined }),
      ...patch,
    })
  return (
    <div className={styles.strip}>
      {LEVELS.map((level) => (
        <Figure
          key={level}
          label={`${WARNING_WORDS[level]}预警`}
          className={LEVEL_CLASSES[level]}
          value={counts?.ofLevel(level)}
          pressed={ofOpen && filter.level === level}
          onPress={(on) => narrow({ level: on ? level : undefined })}
        />
      ))}
      <Figure
        label="待处理"
        value={counts?.ofStatus(waiting)}
        pressed={ofOpen && filter.status === waiting}
        onPress={(on) => narrow({ status: on ? waiting : undefined })}
      />
      <Figure
        label="已逾期"
        className={counts && counts.overdue > 0 ? styles.overdue : undefined}
        value={counts?.overdue}
        pressed={ofOpen && filter.overdue}
        onPress={(on) => narrow({ overdue: on })}
      />
      <Figure
        label="已关闭"
        className={styles.closed}
        value={counts?.ofStatus(closed)}
        pressed={filter.status === closed}
        onPress={(on) => narrow({ status: on ? closed : undefined, overdue: false })}
      />
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
