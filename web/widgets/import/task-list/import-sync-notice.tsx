import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import type { DialogProps } from '../../dialog/use-dialog.tsx'
import { SyncNoticeDialog } from './sync-notice-dialog.tsx'

type Props = DialogProps & { recordId: number }

/** After an import or a class division: which screening tasks it reaches; nothing where it reaches none. */
export function ImportSyncNotice({ open, recordId, onClose }: Props) {
  const { data } = useCall(importEndpoints.readImport, { recordId }, { background: true })
  if (!data || data.taskSimpleVOS.length === 0) return null
  return (
    <SyncNoticeDialog
      open={open}
      taskList={data.taskSimpleVOS}
      beginSyncTaskStuTime={data.beginSyncTaskStuTime}
      onClose={onClose}
    />
  )
}
