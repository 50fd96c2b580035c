import type { MyopiaView } from '#contract/overview/myopia.ts'
import { lengthText } from '../chart/length-text.ts'
import { percentText } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './stage-targets.module.css'

const TICKS = [0, 25, 50, 75, 100]

/** How far each stage is from its line of 2030. */
export function StageTargets({ stages }: { stages: MyopiaView['stages'] }) {
  if (stages.length === 0) return <WallMessage>没有纳入近视率统计的学段。</WallMessage>
  return (
    <div className={styles.stages}>
      {stages.map(({ name, rate, line }) => (
        <div key={name} className={styles.row}>
          <span>{name}</span>
          <span className={styles.scale}>
            <em style={{ left: `${line}%` }}>{name === '6岁' ? `≈${line}` : `<${line}`}</em>
            <b style={{ left: `${line}%` }} />
            {rate.rate !== null && (
              <>
                <u
                  className={rate.rate < line ? styles.under : styles.over}
                  style={{
                    left: lengthText(Math.min(rate.rate, line)),
                    width: lengthText(Math.abs(rate.rate - line)),
                  }}
                />
                <i
                  className={rate.rate < line ? styles.under : styles.over}
                  style={{ left: lengthText(rate.rate) }}
                />
              </>
            )}
          </span>
          <span className={styles.numbers}>
            <strong>{rate.hidden ? '＊' : percentText(rate.rate)}</strong>
            {rate.rate !== null && (
              <small className={rate.rate < line ? styles.low : styles.high}>
                {rate.rate < line ? '低' : '高'} {percentText(Math.abs(rate.rate - line))}
              </small>
            )}
          </span>
        </div>
      ))}
      <div className={styles.row} aria-hidden="true">
        <span />
        <span className={styles.ticks}>
          {TICKS.map((tick) => (
            <em key={tick} style={{ left: `${tick}%` }}>
              {tick}
            </em>
          ))}
        </span>
      </div>
    </div>
  )
}
