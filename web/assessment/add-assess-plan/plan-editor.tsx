import { Steps, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AssessPlan, AssessPlanContent, AssessProposal } from '#contract/assessment/plan-schemas.ts'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import layout from '#web/core/layout.module.css'
import { useLeaveGuard } from '#web/core/leave-guard.ts'
import { ChangedNote } from '#web/widgets/changed-note.tsx'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { detailsOf, editorOf } from '../parts/plan-addresses.ts'
import styles from './add-assess-plan.module.css'
import { BasicsPart } from './basics-part.tsx'
import { storedDraft } from './drafts.ts'
import { EditorFoot } from './editor-foot.tsx'
import { STEP_NAMES, STEP_TITLES, type StepName } from './editor-steps.ts'
import { GradesPart } from './grades-part.tsx'
import type { NodeKey } from './indicator-tree.ts'
import { IndicatorsPart } from './indicators-part.tsx'
import { OverviewPart } from './overview-part.tsx'
import { type EditFault, formFaults, publishFaults } from './plan-draft.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { UnitsPart } from './units-part.tsx'
import { usePlanDraft } from './use-plan-draft.ts'
import { useSavePlan } from './use-save-plan.ts'

type Props = {
  /** Undefined for a new one. */
  plan: AssessPlan | undefined
  /** The plan as it is stored, or what is proposed for a new one. */
  stored: AssessPlanContent
  proposal: AssessProposal
  /** The part to begin with. */
  first: StepName
}

export function PlanEditor({ plan, stored, proposal, first }: Props) {
  const { step, seen, onStep } = useSteps(first, plan !== undefined)
  const draft = usePlanDraft(plan, stored)
  const { content, isDirty } = draft
  const navigate = useNavigate()
  const { save, publish, sending } = useSavePlan()
  const published = plan?.status === AssessPlanStatus.code.published ? plan : undefined
  const unsavable = formFaults(content)
  const unpublishable = publishFaults(content)
  const faults = [...unsavable, ...unpublishable]
  const [target, setTarget] = useState<NodeKey>()
  const [leaving, setLeaving] = useState<{ go: () => void }>()
  // What has just been saved is no draft any more, though the page may not have been drawn since.
  useLeaveGuard(isDirty, (go) => (storedDraft(draft.key) ? setLeaving({ go }) : go()))

  /** Undefined where it was refused. */
  const store = async (reason?: string) => {
    const saved = await save({ content, plan, version: draft.version, reason })
    if (saved) draft.markSaved(saved.version)
    return saved
  }
  const saveDraft = async () => {
    const saved = await store()
    if (saved && !plan) await navigate(`${editorOf(saved.planId)}&step=${step}`, { replace: true })
  }
  const saveAndPublish = async () => {
    const saved = isDirty || !plan ? await store() : { planId: plan.planId, version: draft.version }
    if (!saved) return
    const done = await publish(saved)
    await navigate(done ? detailsOf(saved.planId) : `${editorOf(saved.planId)}&step=overview`, {
      replace: true,
    })
  }
  const reason = useDialog(ReasonDialog, {
    sending,
    onSave: async (why: string) => {
      const saved = await store(why)
      if (saved) await navigate(detailsOf(saved.planId))
      return saved !== undefined
    },
  })

  const goTo = ({ part: name, headKey, leafKey }: EditFault) => {
    setTarget(headKey === null ? undefined : { headKey, leafKey })
    onStep(name)
  }
  const part = { content, onChange: draft.change, faults, published, proposal }
  return (
    <Panel>
      <div className={styles.head}>
        <Typography.Text strong className={layout.text16}>
          {content.name || '未命名的计划'}
        </Typography.Text>
        <Tag color={published && 'blue'}>{published ? '已发布' : plan ? '草稿' : '新建'}</Tag>
        {published && (
          <Typography.Text type="secondary">
            各单位已据此填报：只能改名称、延后截止、延长异议期、说明评分细则、增减未填报的单位、降低等次分数线
          </Typography.Text>
        )}
      </div>
      <Steps
        size="small"
        current={STEP_NAMES.indexOf(step)}
        onChange={(nth) => onStep(STEP_NAMES[nth] ?? 'basics')}
        items={STEP_NAMES.map((name) => ({
          title: STEP_TITLES[name],
          status: statusOf(
            name,
            step,
            seen.has(name),
            faults.some((fault) => fault.part === name),
          ),
        }))}
        className={styles.steps}
      />
      {draft.isOvertaken && (
        <ChangedNote
          title="计划刚刚被同事修改"
          className={layout.below12}
          onTake={draft.forget}
          onInsist={draft.insist}
        >
          您的修改仍在下面，尚未保存。
        </ChangedNote>
      )}
      {step === 'basics' && <BasicsPart {...part} />}
      {step === 'indicators' && <IndicatorsPart {...part} target={target} />}
      {step === 'units' && <UnitsPart {...part} />}
      {step === 'grades' && <GradesPart {...part} />}
      {step === 'overview' && <OverviewPart {...part} onGo={goTo} />}
      <EditorFoot
        step={step}
        onStep={onStep}
        isPublished={published !== undefined}
        isDirty={isDirty || plan === undefined}
        isNew={plan === undefined}
        isBlocked={draft.isOvertaken}
        unsavable={unsavable}
        unpublishable={unpublishable}
        sending={sending}
        onSave={() => (published ? reason.show() : void saveDraft())}
        onPublish={() => void saveAndPublish()}
        onDiscard={isDirty ? draft.forget : undefined}
      />
      {reason.element}
      <PageModal
        open={leaving !== undefined}
        title="计划尚未保存"
        okText="不保存"
        okButtonProps={{ danger: true }}
        cancelText="继续编辑"
        onCancel={() => setLeaving(undefined)}
        onOk={() => {
          draft.forget()
          leaving?.go()
        }}
      >
        现在离开，刚才的修改不会保留。
      </PageModal>
    </Panel>
  )
}

/** The part in sight, and those that were: of the others nobody says yet that they are wrong. */
function useSteps(first: StepName, isStored: boolean) {
  const [step, setStep] = useState(first)
  const [seen, setSeen] = useState<ReadonlySet<StepName>>(() => new Set(isStored ? STEP_NAMES : [first]))
  const onStep = (next: StepName) => {
    setStep(next)
    // Who has seen what stands in the way knows of all parts.
    setSeen((known) => new Set([...known, ...(next === 'overview' ? STEP_NAMES : [next])]))
  }
  return { step, seen, onStep }
}

function statusOf(name: StepName, current: StepName, isSeen: boolean, isFaulty: boolean) {
  if (name === current) return 'process'
  if (!isSeen || name === 'overview') return 'wait'
  return isFaulty ? 'error' : 'finish'
}
