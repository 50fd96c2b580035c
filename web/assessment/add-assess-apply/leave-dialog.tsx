import { useState } from 'react'
import { useLeaveGuard } from '#web/core/leave-guard.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'

type Props = {
  /** Indicators that do not get saved by themselves. */
  unsaved: number
  uploading: boolean
}

/** Asks before the page is left with something that is not at the server. */
export function LeaveDialog({ unsaved, uploading }: Props) {
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  useLeaveGuard(unsaved > 0 || uploading, (go) => setLeaving({ go }))
  return (
    <PageModal
      open={leaving !== undefined}
      title={unsaved > 0 ? `有 ${unsaved} 项还没有保存` : '文件还在上传'}
      okText="仍要离开"
      okButtonProps={{ danger: true }}
      cancelText="留在本页"
      onCancel={() => setLeaving(undefined)}
      onOk={() => leaving?.go()}
    >
      {unsaved > 0
        ? '填写的内容暂存在本浏览器中，再次打开本页时可以继续保存；关闭浏览器后不再保留。'
        : '离开后文件继续上传，请不要关闭浏览器。'}
    </PageModal>
  )
}
