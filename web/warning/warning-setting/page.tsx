import { Button, Skeleton } from 'antd'
import { useCallback, useState } from 'react'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useLeaveGuard } from '#web/core/leave-guard.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { type Draft, storeDraft, storedDraft } from './drafts.ts'
import { SettingEditor } from './setting-editor.tsx'

/** The rules of the own area. */
export function Page() {
  const [draft, setDraft] = useState(storedDraft)
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  const setting = useCall(warningEndpoints.warningSetting, {})
  useLeaveGuard(draft !== undefined, (go) => setLeaving({ go }))
  const changeDraft = useCallback((next: Draft | undefined) => {
    storeDraft(next)
    setDraft(next)
  }, [])
  if (!setting.data) {
    return (
      <Panel>
        {setting.error && !setting.isFetching ? (
          <EmptyState
            title="预警规则加载失败"
            hint={setting.error.message}
            action={<Button onClick={() => void setting.refetch()}>重试</Button>}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </Panel>
    )
  }
  return (
    <>
      <SettingEditor state={setting.data} draft={draft} onDraft={changeDraft} />
      <PageModal
        open={leaving !== undefined}
        title="规则尚未保存"
        okText="不保存"
        okButtonProps={{ danger: true }}
        cancelText="继续编辑"
        onCancel={() => setLeaving(undefined)}
        onOk={() => {
          changeDraft(undefined)
          leaving?.go()
        }}
      >
        现在离开，刚才修改的规则不会保留。
      </PageModal>
    </>
  )
}
