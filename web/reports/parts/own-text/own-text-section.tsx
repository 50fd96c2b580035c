import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { OWN_TEXT } from '#contract/reports/own-text/own-text.ts'
import type { ReportBlock, ReportSection } from '#contract/reports/report/report.ts'
import { blockTitle } from '#contract/reports/report/report-layout.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { draftFor, type TextUnit } from './drafts.ts'
import styles from './own-text.module.css'
import { TextEditor } from './text-editor.tsx'

type Props = {
  /** Undefined as long as nobody wrote anything. */
  section: ReportSection | undefined
  /** Who answers for the report. */
  maker: string
  /** Of which report the reader may write; undefined: only to be read. */
  writing: TextUnit | undefined
}

/** What organisations wrote themselves, and where the reader's own writes. */
export function OwnTextSection({ section, maker, writing }: Props) {
  const { user } = useSession()
  const [editing, setEditing] = useState(() => writing !== undefined && draftFor(writing) !== undefined)
  const blocks = section?.blocks ?? []
  const isOwn = ({ orgId }: ReportBlock) => orgId === user?.orgId
  if (!editing && blocks.length === 0) {
    return writing ? <Invitation onWrite={() => setEditing(true)} /> : null
  }
  return (
    <section
      aria-label={OWN_TEXT.title}
      className={blocks.length > 0 ? styles.texts : `${styles.texts} ${styles.onScreen}`}
    >
      <h3 tabIndex={-1} data-section={OWN_TEXT.id}>
        {OWN_TEXT.title}
      </h3>
      {blocks.map((block) => (
        // While they are edited the saved ones are on paper only.
        <Block key={block.id} block={block} maker={maker} onPaper={editing && isOwn(block)} />
      ))}
      {writing && editing && <TextEditor unit={writing} onClose={() => setEditing(false)} />}
      {writing && !editing && (
        <Button className={styles.edit} size="small" icon={<EditOutlined />} onClick={() => setEditing(true)}>
          {blocks.some(isOwn) ? '编辑本机构填写的文字' : '填写本机构的文字'}
        </Button>
      )}
    </section>
  )
}

function Block({ block, maker, onPaper }: { block: ReportBlock; maker: string; onPaper: boolean }) {
  const look = onPaper ? styles.onPaper : undefined
  return (
    <>
      <h4 className={look}>{blockTitle(block, maker)}</h4>
      {block.paragraphs.map((paragraph, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and they stay in their order
        <p key={nth} className={look}>
          {paragraph}
        </p>
      ))}
    </>
  )
}

function Invitation({ onWrite }: { onWrite: () => void }) {
  return (
    <div className={styles.invitation}>
      <span>可以填写工作开展情况、存在问题和下一步建议，随报告一起打印、下载和冻结。</span>
      <Button icon={<EditOutlined />} onClick={onWrite}>
        填写
      </Button>
    </div>
  )
}
