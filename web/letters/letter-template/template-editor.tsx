import { Button, Dropdown, Flex, Popconfirm, Segmented, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { LETTER_SAMPLES } from '#contract/letters/samples.ts'
import {
  LETTER_TEXT_NAMES,
  LETTER_TEXTS,
  type LetterContent,
  type StoredTemplate,
  type TemplateFault,
  type TemplateState,
} from '#contract/letters/template-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { ChangedTemplate } from './changed-template.tsx'
import type { Draft } from './drafts.ts'
import styles from './letter-template.module.css'
import { OriginNote } from './origin-note.tsx'
import { Preview } from './preview.tsx'
import { faultsOf, faultsOfAnswer } from './template-faults.ts'
import { TemplateForm } from './template-form.tsx'
import { Versions } from './versions.tsx'

type Props = {
  kind: LetterKindCode
  /** What is typed and differs from the template in force. */
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
}

export function TemplateEditor(props: Props) {
  const template = useCall(letterEndpoints.letterTemplate, { kind: props.kind })
  if (template.data && !template.isPlaceholderData) return <Editor {...props} state={template.data} />
  return (
    <Panel>
      {template.error && !template.isFetching ? (
        <EmptyState
          title="模板加载失败"
          hint={template.error.message}
          action={<Button onClick={() => void template.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Panel>
  )
}

const isSame = (one: LetterContent, other: LetterContent): boolean =>
  one.qr === other.qr &&
  one.strip === other.strip &&
  LETTER_TEXT_NAMES.every((text) => one[text].trim() === other[text].trim())

/** What the server found, as long as it is what it was sent. */
type Refused = { content: LetterContent; faults: TemplateFault[] }

function Editor({ kind, draft, onDraft, state }: Props & { state: TemplateState }) {
  const [part, setPart] = useState<'edit' | 'versions'>('edit')
  const [viewed, setViewed] = useState<StoredTemplate>()
  const [refused, setRefused] = useState<Refused>()
  const [replacing, setReplacing] = useState<{ name: string; content: LetterContent }>()
  const save = useSend(letterEndpoints.saveLetterTemplate, {
    refreshes: [letterEndpoints.letterTemplate],
    success: false,
  })
  const content = draft?.content ?? state.content
  const version = draft?.version ?? state.version
  const isOvertaken = version !== state.version
  const faults = [
    ...faultsOf(kind, content),
    ...(refused && isSame(refused.content, content) ? refused.faults : []),
  ]

  const change = (next: LetterContent) => {
    setViewed(undefined)
    onDraft(isSame(next, state.content) && !isOvertaken ? undefined : { content: next, version })
  }
  const fillIn = (next: LetterContent) => {
    setPart('edit')
    change(next)
  }
  const offer = (name: string, next: LetterContent) =>
    draft ? setReplacing({ name, content: next }) : fillIn(next)
  const send = async (next: LetterContent | null, done: string) => {
    const sent = await save.send({ kind, version, content: next })
    if (!sent.ok) {
      const found = faultsOfAnswer(sent.error.issues)
      if (next && found.length > 0) setRefused({ content: next, faults: found })
      return
    }
    setViewed(undefined)
    onDraft(undefined)
    notifySuccess(done)
  }
  return (
    <div className={styles.columns}>
      <section className={styles.left} aria-label="模板">
        <Flex justify="space-between" align="center" gap="small" className={styles.leftHead}>
          <OriginNote state={state} />
          <Segmented<'edit' | 'versions'>
            size="small"
            value={part}
            onChange={(next) => {
              setPart(next)
              setViewed(undefined)
            }}
            options={[
              { value: 'edit', label: '编辑' },
              { value: 'versions', label: `历次版本（${state.versions.length}）` },
            ]}
          />
        </Flex>
        {isOvertaken && (
          <ChangedTemplate
            latest={state.versions[0]}
            onView={setViewed}
            onTake={() => onDraft(undefined)}
            onInsist={() => onDraft({ content, version: state.version })}
          />
        )}
        <div className={styles.scrolled}>
          {part === 'edit' ? (
            <TemplateForm kind={kind} content={content} faults={faults} onChange={change} />
          ) : (
            <Versions
              state={state}
              viewed={viewed}
              onView={setViewed}
              onRestore={(restored, nth) => offer(`第 ${nth} 版`, restored)}
            />
          )}
        </div>
        <Flex gap="small" wrap className={styles.leftFoot}>
          {faults.length > 0 && (
            <Typography.Text type="danger" className={layout.fullWidth}>
              修改后才能保存：{[...new Set(faults.map(({ text }) => LETTER_TEXTS[text]))].join('、')}
            </Typography.Text>
          )}
          <Button
            type="primary"
            loading={save.sending}
            disabled={!draft || faults.length > 0 || isOvertaken}
            onClick={() => void send(content, `已保存为第 ${version + 1} 版，之后打印的告知书按它生成`)}
          >
            保存为新版本
          </Button>
          <Dropdown
            trigger={['click']}
            menu={{
              items: LETTER_SAMPLES.map(({ name }) => ({ key: name, label: name })),
              onClick: ({ key }) => {
                const sample = LETTER_SAMPLES.find(({ name }) => name === key)
                if (sample) offer(sample.name, sample.letters[kind])
              },
            }}
          >
            <Button>套用示例</Button>
          </Dropdown>
          {state.origin === 'own' && (
            <Popconfirm
              title="不再使用本地区的模板？"
              description="之后打印的告知书沿用上级模板或示例；历次版本保留，可以恢复。"
              okText="改回"
              cancelText="取消"
              onConfirm={() => send(null, '已改回沿用上级或示例')}
            >
              <Button disabled={save.sending || isOvertaken}>改回沿用上级或示例</Button>
            </Popconfirm>
          )}
        </Flex>
      </section>
      <Preview kind={kind} content={content} viewed={viewed} onBack={() => setViewed(undefined)} />
      <PageModal
        open={replacing !== undefined}
        title={`用“${replacing?.name ?? ''}”替换正在编辑的内容？`}
        okText="替换"
        onCancel={() => setReplacing(undefined)}
        onOk={() => {
          if (replacing) fillIn(replacing.content)
          setReplacing(undefined)
        }}
      >
        尚未保存的修改不会保留。
      </PageModal>
    </div>
  )
}
