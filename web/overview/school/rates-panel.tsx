import { termText } from '#contract/eyesight/term.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import { countText, percentText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { RollingNumber } from '../frame/rolling-number/rolling-number.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { arrowText } from '../myopia/change.tsx'
import headline from '../myopia/headline.module.css'
import { RateRows } from '../myopia/other-rates.tsx'
import { HIDDEN } from './heat-steps.ts'
import styles from './rates-panel.module.css'
import { rateName, tooFewOf } from './school-words.ts'

/** What was found in the school, by sex and by how grave it is. */
export function RatesPanel({ view }: { view: SchoolView }) {
  const { all, male, female, poor, high, reserveShort, ofKindergarten } = view
  const tooFew = tooFewOf(view)
  if (tooFew) {
    return (
      <Panel title={rateName(view)} className={styles.panel}>
        <WallMessage>{tooFew}</WallMessage>
      </Panel>
    )
  }
  return (
    <Panel
      title={rateName(view)}
      aside={all.hidden ? '人数过少，不显示' : `纳入统计 ${countText(all.denominator)} 人`}
      className={styles.panel}
    >
      <div className={headline.hero}>
        <p className={headline.rate}>
          {all.hidden ? HIDDEN : <RollingNumber text={percentText(all.rate)} />}
          <small>%</small>
        </p>
        <p className={headline.change}>
          {all.change === null ? (
            <span>{withoutChange(view)}</span>
          ) : (
            <>
              <strong className={all.change > 0 ? headline.worse : headline.better}>
                {arrowText(all.change)}
              </strong>
              <span>百分点，较 {lastTerm(view)}</span>
            </>
          )}
        </p>
      </div>
      <RateRows
        rows={[
          { label: ofKindergarten ? '女童' : '女生', rate: female },
          { label: ofKindergarten ? '男童' : '男生', rate: male },
          ...(ofKindergarten
            ? [{ label: '远视储备不足率', rate: reserveShort }]
            : [
                { label: '视力不良率', rate: poor },
                { label: '高度近视率', rate: high },
              ]),
        ]}
      />
    </Panel>
  )
}

/** 2025 秋 */
export function lastTerm({ comparison }: Pick<SchoolView, 'comparison'>): string {
  return comparison ? termText(comparison) : ''
}

function withoutChange({ all, comparison }: SchoolView): string {
  if (all.hidden) return ''
  if (!comparison) return '没有可比较的计划'
  return comparison.incomparable ? '上次没有可比的结果' : '变化不显示'
}
