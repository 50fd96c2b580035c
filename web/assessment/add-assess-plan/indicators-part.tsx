import { CopyOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, InputNumber, Typography } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  BONUS_MOST,
  bonusPoints,
  HEADS_MOST,
  type Indicators,
  tenths,
  WHOLE_POINTS,
  wholePoints,
} from '#contract/assessment/indicators.ts'
import { SAMPLE_NOTE } from '#contract/assessment/sample-indicators.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './add-assess-plan.module.css'
import { HeadRow } from './head-row.tsx'
import { addHead, addLeaf, idOf, moveNode, type NodeKey } from './indicator-tree.ts'
import { isSample } from './plan-draft.ts'
import type { PartProps } from './plan-part.ts'
import { nameId, type TreeEditing } from './tree-editing.ts'

const CopyDialog = lazyPart(async () => (await import('./copy-dialog.tsx')).CopyDialog)

type Props = PartProps & {
  /** Where something has to be changed. */
  target: NodeKey | undefined
}

/** The tree of indicators with its points; what does not add up is said where it is. */
export function IndicatorsPart({ content, onChange, faults, published, proposal, target }: Props) {
  const { indicators } = content
  const isFixed = published !== undefined
  const [open, setOpen] = useState(target?.leafKey ?? null)
  const focus = useFocus(target && nameId(target))
  const own = faults.filter(({ part }) => part === 'indicators')
  const change = (next: Indicators) => onChange({ indicators: next })
  const add = (added: { tree: Indicators; node: NodeKey }) => {
    change(added.tree)
    setOpen(added.node.leafKey)
    focus(nameId(added.node))
  }
  const editing: TreeEditing = {
    tree: indicators,
    object: content.object,
    isFixed,
    faults: own,
    open,
    onOpen: setOpen,
    onChange: change,
    onAddLeaf: (headKey) => add(addLeaf(indicators, headKey)),
    onMove: (node, step) => {
      // The element that was used stays the one in use, wherever its row goes.
      focus(document.activeElement?.id ?? '')
      change(moveNode(indicators, node, step))
    },
  }
  const copy = useDialog(CopyDialog, {
    object: content.object,
    earlier: proposal.earlier.filter(({ planId }) => planId !== published?.planId),
    isReplacing: indicators.length > 0,
    onCopy: change,
  })
  const copyButton = (
    <Button icon={<CopyOutlined />} onClick={() => copy.show()}>
      从示例或往年计划复制
    </Button>
  )
  return (
    <>
      <div className={styles.treeHead}>
        <Sums content={content} />
        {!isFixed && (
          <Flex gap="small" wrap className={layout.toTheEnd}>
            {copyButton}
            <Button
              icon={<PlusOutlined />}
              disabled={indicators.length >= HEADS_MOST}
              onClick={() => add(addHead(indicators))}
            >
              添加一级指标
            </Button>
            <Button
              icon={<PlusOutlined />}
              disabled={indicators.length >= HEADS_MOST}
              onClick={() => add(addHead(indicators, true))}
            >
              添加加分项
            </Button>
          </Flex>
        )}
      </div>
      <Typography.Paragraph type="secondary">
        {isFixed ? (
          '计划已发布，指标只能修改评分细则的文字。'
        ) : (
          <>
            加分合计最多计{' '}
            <InputNumber
              aria-label="加分上限"
              size="small"
              className={styles.points}
              min={0}
              max={BONUS_MOST}
              precision={1}
              value={content.bonusLimit}
              onChange={(limit) => limit !== null && onChange({ bonusLimit: limit })}
            />{' '}
            分（不超过 {BONUS_MOST} 分）；按 Alt + ↑ ↓ 可以移动所在的一行
          </>
        )}
      </Typography.Paragraph>
      {isSample(content) && <Alert type="info" showIcon title={SAMPLE_NOTE} className={layout.below12} />}
      {own
        .filter(({ headKey }) => headKey === null)
        .map(({ message }) => (
          <div key={message} role="alert" className={styles.fault}>
            {message}
          </div>
        ))}
      {indicators.length === 0 ? (
        <EmptyState
          title="还没有指标"
          hint="可以从示例或往年计划复制后修改，也可以逐项添加"
          action={copyButton}
        />
      ) : (
        <ol className={styles.heads} aria-label="指标体系">
          {indicators.map((head, nth) => (
            <HeadRow
              key={idOf({ headKey: head.key, leafKey: null })}
              head={head}
              nth={nth}
              editing={editing}
            />
          ))}
        </ol>
      )}
      {copy.element}
    </>
  )
}

function Sums({ content: { indicators } }: Pick<PartProps, 'content'>) {
  const whole = wholePoints(indicators)
  const isWhole = tenths(whole) === tenths(WHOLE_POINTS)
  return (
    <Typography.Text strong type={isWhole ? 'success' : 'danger'} className={layout.text16} role="status">
      合计 {whole} / {WHOLE_POINTS} 分
      <Typography.Text type={bonusPoints(indicators) > BONUS_MOST ? 'danger' : 'secondary'}>
        {' '}
        ，加分项另计 {bonusPoints(indicators)} 分
      </Typography.Text>
    </Typography.Text>
  )
}

/** Puts the focus on an element once the page is drawn with it. */
function useFocus(first: string | undefined): (id: string) => void {
  const wanted = useRef(first)
  useEffect(() => {
    if (!wanted.current) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  })
  return (id) => {
    wanted.current = id
  }
}
