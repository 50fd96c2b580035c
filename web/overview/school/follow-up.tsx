import type { SchoolView } from '#contract/overview/school.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './follow-up.module.css'
import { nextStep } from './school-words.ts'
import { StepBars } from './step-bars.tsx'

/** From being advised to see a doctor to having been there. */
export function FollowUp({ view: { followUp, total } }: { view: SchoolView }) {
  const { referral, letters, acknowledged, visited } = followUp
  if (total.valid === 0) return <WallMessage>有筛查结果后，这里显示建议就诊的人数。</WallMessage>
  if (referral === null || letters === null || acknowledged === null || visited === null)
    return <WallMessage>人数过少，不显示。</WallMessage>
  if (referral === 0) return <WallMessage>没有建议就诊的学生。</WallMessage>
  return (
    <>
      <StepBars
        label="检出后的去向"
        steps={[
          { key: 'referral', name: '建议就诊', value: referral },
          { key: 'letters', name: '告知书已发', value: letters },
          { key: 'acknowledged', name: '家长已知晓', value: acknowledged },
          { key: 'visited', name: '已就诊', value: visited },
        ]}
      />
      <p className={styles.next}>{nextStep(followUp)}</p>
    </>
  )
}
