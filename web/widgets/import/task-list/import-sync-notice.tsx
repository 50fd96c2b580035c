import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { SyncNoticeDialog } from './sync-notice-dialog.tsx'

type Props = { recordId: number; onClose: () => void }

/** After an import or a class division: which screening tasks it reaches; nothing where it reaches none. */
export function ImportSyncNotice({ recordId, onClose }: Props) {
  const { data } = useCall(importEndpoints.readImport, { recordId }, { background: true })
  if (!data || data.taskSimpleVOS.length === 0) return null
  return (
    <SyncNoticeDialog
      open
      taskList={data.taskSimpleVOS}
      beginSyncTaskStuTime={data.beginSyncTaskStuTime}
      onClose={onClose}
    />
  )
}
