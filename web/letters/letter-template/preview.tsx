import { Alert, Button, Flex, Segmented, Skeleton } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { LetterKind, type LetterKindCode } from '#contract/exports/letter-filter.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { letterPage } from '#contract/letters/layout/letter-page.ts'
import type { LetterSheet } from '#contract/letters/letter-schemas.ts'
import type { LetterContent, StoredTemplate } from '#contract/letters/template-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { PaperDrawing } from '#web/widgets/paper/paper-drawing.tsx'
import styles from './letter-template.module.css'

const SIZES = [
  { value: 'whole', label: '整页' },
  { value: 'wide', label: '放大' },
] as const

type Props = {
  kind: LetterKindCode
  /** What is typed. */
  content: LetterContent
  /** An earlier version that is looked at instead. */
  viewed: StoredTemplate | undefined
  onBack: () => void
}

/** The letter of a real child as it would be printed. */
export function Preview({ kind, content, viewed, onBack }: Props) {
  const found = useCall(letterEndpoints.letterPreview, { kind })
  const [size, setSize] = useState<(typeof SIZES)[number]['value']>('whole')
  const shown = viewed?.content ?? content
  const [letter] = found.isPlaceholderData ? [] : (found.data?.letters ?? [])
  return (
    <section className={styles.preview} aria-label="预览">
      <Flex justify="space-between" align="center" gap="small" className={styles.previewHead}>
        {viewed ? (
          <Flex gap="small" align="center">
            正在查看第 {viewed.version} 版
            <Button size="small" onClick={onBack}>
              返回编辑的内容
            </Button>
          </Flex>
        ) : (
          <span>预览（{letter ? `${letter.className}，姓名脱敏` : LetterKind.label(kind)}）</span>
        )}
        <Segmented size="small" options={[...SIZES]} value={size} onChange={setSize} aria-label="预览大小" />
      </Flex>
      <div className={size === 'whole' ? styles.whole : styles.wide}>
        {letter && <Drawn kind={kind} content={shown} letter={letter} />}
        {!letter && found.isFetching && <Skeleton active paragraph={{ rows: 12 }} />}
        {!letter && !found.isFetching && found.error && (
          <Alert
            type="error"
            showIcon
            title="预览加载失败"
            description={found.error.message}
            action={<Button onClick={() => void found.refetch()}>重试</Button>}
          />
        )}
        {!letter && !found.isFetching && !found.error && (
          <EmptyState title="暂时没有可以预览的学生" hint="本地区有第一批筛查结果后，在此显示预览" />
        )}
      </div>
    </section>
  )
}

type DrawnProps = { kind: LetterKindCode; content: LetterContent; letter: LetterSheet }

function Drawn({ kind, content, letter }: DrawnProps) {
  // Typing goes first: a page is set several times until its words fit.
  const latest = useDeferredValue(content)
  const page = useMemo(() => letterPage(latest, letter), [latest, letter])
  return <PaperDrawing page={page} label={`${LetterKind.label(kind)}预览`} />
}
