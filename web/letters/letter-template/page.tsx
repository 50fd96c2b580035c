import { Tabs } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { LetterKind, type LetterKindCode } from '#contract/exports/letter-filter.ts'
import { TemplateKindQuery } from '#contract/letters/template-schemas.ts'
import { useLeaveGuard } from '#web/core/leave-guard.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { type Draft, type Drafts, storeDrafts, storedDrafts } from './drafts.ts'
import styles from './letter-template.module.css'
import { TemplateEditor } from './template-editor.tsx'

const KINDS: readonly LetterKindCode[] = [LetterKind.code.result, LetterKind.code.notice]

/** What the letters of the own area say, with a page as it would be printed. */
export function Page() {
  const [{ kind }, setQuery] = useUrlState(TemplateKindQuery)
  const [drafts, setDrafts] = useState<Drafts>(storedDrafts)
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  const isSwitching = useRef(false)
  useLeaveGuard(Object.values(drafts).some(Boolean), (go) => {
    // The other letter is typed in its own draft: nothing is lost.
    if (isSwitching.current) go()
    else setLeaving({ go })
  })
  const store = (next: Drafts) => {
    storeDrafts(next)
    setDrafts(next)
  }
  const storeDraft = useCallback((of: LetterKindCode, draft: Draft | undefined) => {
    const next = { ...storedDrafts(), [of]: draft }
    storeDrafts(next)
    setDrafts(next)
  }, [])
  const show = (next: LetterKindCode) => {
    isSwitching.current = true
    setQuery({ kind: next })
    isSwitching.current = false
  }
  return (
    <div className={styles.page}>
      <Tabs
        activeKey={kind}
        className={styles.tabs}
        onChange={(next) => show(LetterKind.schema.parse(next))}
        items={KINDS.map((key) => ({
          key,
          label: `${LetterKind.label(key)}${drafts[key] ? '（未保存）' : ''}`,
        }))}
      />
      <TemplateEditor
        key={kind}
        kind={kind}
        draft={drafts[kind]}
        onDraft={(draft) => storeDraft(kind, draft)}
      />
      <PageModal
        open={leaving !== undefined}
        title="模板尚未保存"
        okText="不保存"
        okButtonProps={{ danger: true }}
        cancelText="继续编辑"
        onCancel={() => setLeaving(undefined)}
        onOk={() => {
          store({})
          leaving?.go()
        }}
      >
        现在离开，刚才修改的内容不会保留。
      </PageModal>
    </div>
  )
}
