import { Button, Flex, Input, Popover, Typography } from 'antd'
import { useRef, useState } from 'react'
import { Reason } from '#contract/core/fields.ts'
import { APPROVE_DEBOUNCE_MS } from '#contract/core/limits.ts'
import layout from '#web/core/layout.module.css'
import { ActionButton } from '../link-button.tsx'

type Decision = { passed: true; reason?: string } | { passed: false; reason: string }
type Props = {
  /** Resolves to false where the decision did not go through; the popover then stays open. */
  onDecide: (decision: Decision) => Promise<boolean>
  disabled?: boolean
  link?: boolean
  /** Why it cannot pass yet; it can be refused all the same. */
  obstacle?: string | null | undefined
  /** What a refusal is called where it means more than no. */
  refuseWord?: string
}

/** Spec §2: popover 审批 with 拒绝/通过. A refusal needs a reason. */
export function ApproveButton({ onDecide, disabled, link, obstacle, refuseWord = '拒绝' }: Props) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [deciding, setDeciding] = useState<boolean>()
  const lastClick = useRef(Number.NEGATIVE_INFINITY)

  const decide = async (passed: boolean) => {
    // Spec §9: a second click within the debounce time is the same click.
    const now = performance.now()
    if (deciding !== undefined || now - lastClick.current < APPROVE_DEBOUNCE_MS) return
    lastClick.current = now
    const parsed = Reason.safeParse(reason)
    if (!parsed.success && (!passed || reason.trim() !== '')) {
      setFault(parsed.error.issues[0]?.message)
      return
    }
    setDeciding(passed)
    const done = await onDecide(
      passed ? { passed, reason: parsed.data } : { passed, reason: parsed.data ?? '' },
    )
    setDeciding(undefined)
    if (done) handleOpen(false)
  }
  const handleOpen = (next: boolean) => {
    setOpen(next)
    setReason('')
    setFault(undefined)
  }

  const form = (
    <Flex vertical gap="small" className={layout.width280}>
      <Input.TextArea
        aria-label="审批意见"
        autoFocus
        rows={3}
        maxLength={200}
        showCount
        placeholder={`审批意见，${refuseWord}时必填`}
        value={reason}
        status={fault ? 'error' : undefined}
        onChange={(event) => {
          setReason(event.target.value)
          setFault(undefined)
        }}
      />
      {fault && (
        <Typography.Text type="danger" role="alert">
          {fault}
        </Typography.Text>
      )}
      {obstacle && (
        <Typography.Text type="warning" className={layout.above12}>
          {obstacle}
        </Typography.Text>
      )}
      <Flex justify="flex-end" gap="small" className={layout.above12}>
        <Button
          danger
          loading={deciding === false}
          disabled={deciding === true}
          onClick={() => decide(false)}
        >
          {refuseWord}
        </Button>
        <Button
          type="primary"
          loading={deciding === true}
          disabled={deciding === false || Boolean(obstacle)}
          onClick={() => decide(true)}
        >
          通过
        </Button>
      </Flex>
    </Flex>
  )
  return (
    <Popover
      trigger="click"
      title="审批"
      content={form}
      open={open && !disabled}
      onOpenChange={handleOpen}
      destroyOnHidden
    >
      <ActionButton type="primary" link={link} disabled={disabled}>
        审批
      </ActionButton>
    </Popover>
  )
}
