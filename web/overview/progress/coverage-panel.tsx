import type { Coverage } from '#contract/overview/progress.ts'
import { Bullet } from '../chart/bullet.tsx'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import styles from './coverage-panel.module.css'

const SHOWN = 3

/** A general survey against the whole roster: who is not in it. */
export function CoveragePanel({ coverage }: { coverage: Coverage }) {
  const { students, covered, schools, uncovered, largest } = coverage
  const rate = shareOf(covered, students)
  // Of a survey that is over some have left school; they are no part of those who are there today.
  const hasLeft = covered > students
  return (
    <Panel title="覆盖人数" aside={`今日在校 ${countText(students)} 人`}>
      <p className={styles.rate}>
        <strong>{countText(covered)}</strong> 人{' '}
        {hasLeft ? (
          '含之后离校的学生'
        ) : (
          <>
            <strong>{percentText(rate)}</strong>%
          </>
        )}
      </p>
      <Bullet value={rate} target={100} />
      <p className={styles.missing}>
        {uncovered === 0
          ? `${countText(schools)} 所学校全部在普查范围内。`
          : `未覆盖学校 ${countText(uncovered)} 所（共 ${countText(schools)} 所）：`}
        {largest
          .slice(0, SHOWN)
          .map(({ name, students: own }) => `${name} ${countText(own)} 人`)
          .join('；')}
      </p>
    </Panel>
  )
}
