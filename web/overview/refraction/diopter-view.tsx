import type { DiopterView as View } from '#contract/overview/diopter.ts'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './diopter-view.module.css'
import { MeansChart } from './means-chart.tsx'
import { ReserveChart } from './reserve-chart.tsx'
import { StageHistograms } from './stage-histograms.tsx'
import { signNotes, tooFewMeasured } from './too-few.ts'

/** How short-sighted the children are: how they are spread, how the mean falls by grade, and what is left of the reserve. */
export function DiopterView({ view }: { view: View }) {
  const { students, stages, grades, ages, cycloplegic } = view
  const tooFew = tooFewMeasured(students)
  if (tooFew !== null) return <WallMessage>{tooFew}</WallMessage>
  const method = cycloplegic ? '睫状肌麻痹验光' : '非睫状肌麻痹验光'
  return (
    <div className={styles.view}>
      <Panel
        title="各学段屈光度分布"
        aside={`${countText(students)} 人有屈光数据，${method} · 右眼等效球镜（SE），每 0.50 D 一柱，占本学段 %`}
        className={styles.stages}
      >
        <StageHistograms stages={stages} />
      </Panel>
      <Panel title="各年级平均等效球镜" aside={`D，阴影为右眼中间 50% 的学生${signNotes(grades)}`}>
        <MeansChart grades={grades} />
      </Panel>
      <Panel title="远视储备与年龄" aside={`右眼 SE 中位数，D${signNotes(ages)}`}>
        <ReserveChart ages={ages} />
        {!cycloplegic && (
          <p className={styles.caveat}>
            参考值以睫状肌麻痹验光为准；本次为非麻痹验光，读数偏近视一侧，只看随年龄下降的趋势。
          </p>
        )}
      </Panel>
    </div>
  )
}
