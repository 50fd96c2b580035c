import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { monthDay } from './number-text.ts'
import styles from './plan-picker.module.css'

type Props = {
  plan: WallPlan | undefined
  plans: readonly PlanChoice[]
  onChoose: (planId: number) => void
}

/** The plan shown, and a list to choose another one from. */
export function PlanPicker({ plan, plans, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={styles.picker}>
      <button
        ref={button}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={`筛查计划：${plan?.planName ?? '尚未选择'}`}
        onClick={() => setOpen(!open)}
      >
        {plan ? plan.planName : '请选择筛查计划'}
        {plan && (
          <span className={styles.days}>
            {monthDay(plan.startsOn)} 至 {monthDay(plan.endsOn)}
          </span>
        )}
        <span className={styles.arrow} aria-hidden="true">
          ▾
        </span>
      </button>
      {open && <Choices plan={plan} plans={plans} onChoose={onChoose} onClose={close} />}
    </div>
  )
}

function Choices({ plan, plans, onChoose, onClose }: Props & { onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const own = list.current
    const chosen = own?.querySelector<HTMLElement>('[aria-selected=true]') ?? own?.querySelector('button')
    chosen?.focus()
    const outside = (event: PointerEvent) => {
      if (!own?.parentElement?.contains(event.target as Node)) onClose()
    }
    window.addEventListener('pointerdown', outside)
    return () => window.removeEventListener('pointerdown', outside)
  }, [onClose])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const options = [...(list.current?.querySelectorAll('button') ?? [])]
    options[options.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  }
  return (
    <div ref={list} className={styles.list} role="listbox" aria-label="筛查计划" onKeyDown={move}>
      {plans.map(({ planId, planName, status, startsOn, endsOn }) => (
        <button
          key={planId}
          type="button"
          role="option"
          aria-selected={planId === plan?.planId}
          onClick={() => {
            onClose()
            onChoose(planId)
          }}
        >
          {planName}
          <span className={styles.days}>
            {startsOn} 至 {endsOn} · {PlanStatus.label(status)}
          </span>
        </button>
      ))}
      {plans.length === 0 && <p>范围内还没有已发布的计划。</p>}
    </div>
  )
}
