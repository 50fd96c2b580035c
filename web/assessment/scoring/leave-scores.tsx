import { useState } from 'react'
import { useLeaveGuard } from '#web/core/leave-guard.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { Scores } from './use-scores.ts'

/** Asks before scores are left that cannot be saved as they are. */
export function LeaveScores({ scores }: { scores: Scores }) {
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  const stuck = scores.faulty + scores.overtaken
  useLeaveGuard(scores.unsaved > 0, (go) => {
    if (stuck > 0 || scores.failure !== undefined) return setLeaving({ go })
    // What only waits for a pause goes at once, and arrives without the page.
    scores.finish()
    go()
  })
  return (
    <PageModal
      open={leaving !== undefined}
      title="有得分尚未保存"
      okText="不保存"
      okButtonProps={{ danger: true }}
      cancelText="继续评审"
      onCancel={() => setLeaving(undefined)}
      onOk={() => {
        scores.forget()
        leaving?.go()
      }}
    >
      {scores.unsaved} 项得分尚未保存，现在离开不会保留。
    </PageModal>
  )
}
