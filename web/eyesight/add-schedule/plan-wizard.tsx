import { Button, Flex, Form, Steps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FieldIssue } from '#contract/core/error-codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanDetail } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { notifyError, notifySuccess } from '#web/core/notice.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import styles from './add-schedule.module.css'
import { BasicStep } from './basic-step.tsx'
import { ItemsStep } from './items-step.tsx'
import type { PlanFormValues } from './plan-form-values.ts'
import { PreviewStep } from './preview-step.tsx'
import { RangeStep } from './range-step.tsx'

type Props = { initial: PlanFormValues; plan: PlanDetail | undefined; range: AreaRange }

const STEPS: { title: string; fields: (keyof PlanFormValues)[] }[] = [
  {
    title: '基本信息',
    fields: ['planName', 'schoolYear', 'season', 'kind', 'startsOn', 'endsOn', 'lastPlanId'],
  },
  { title: '范围与学段', fields: ['areaIds', 'includeDirect', 'stages', 'schoolMayAdd'] },
  { title: '项目与标准', fields: ['items', 'profile', 'retestRatio', 'errorCap', 'targetRate'] },
  { title: '预览', fields: [] },
]
const refreshes = [
  eyesightEndpoints.planPageList,
  eyesightEndpoints.planDetail,
  eyesightEndpoints.planChoices,
]

/** Steps of one form: all stay there, so that going back loses nothing. */
export function PlanWizard({ initial, plan, range }: Props) {
  const [form] = Form.useForm<PlanFormValues>()
  const [step, setStep] = useState(0)
  const [clientKey] = useState(() => crypto.randomUUID())
  // Read again it may be somebody else's: what is in the form goes over the version it was filled from.
  const [version = 0] = useState(plan?.version)
  const navigate = useNavigate()
  const draft = plan === undefined || plan.status === PlanStatus.code.draft
  const add = useSend(eyesightEndpoints.addPlan, { refreshes, success: false, form })
  const edit = useSend(eyesightEndpoints.editPlan, { refreshes, success: '计划已保存', form })
  const publish = useSend(eyesightEndpoints.publishPlan, { refreshes, success: '计划已发布' })
  const sending = add.sending || edit.sending || publish.sending

  const next = async () => {
    await form.validateFields(STEPS[step]?.fields)
    setStep(step + 1)
  }
  /** A field the server refuses may belong to a step that is not shown. */
  const showFault = ([issue]: readonly FieldIssue[]) => {
    const at = STEPS.findIndex(({ fields }) => fields.some((field) => field === issue?.path[0]))
    if (at >= 0) setStep(at)
    // No single field of the form to say it at.
    if (issue?.path[0] === 'items') notifyError(issue.message)
  }
  const save = async (publishing: boolean) => {
    const values = { ...initial, ...(form.getFieldsValue(true) as PlanFormValues) }
    if (!plan) {
      const answer = await add.send({ ...values, publish: publishing, clientKey })
      if (!answer.ok) return showFault(answer.error.issues)
      notifySuccess(publishing ? '计划已发布' : '计划已保存')
      await navigate(`/eyesight/schedule-details?planId=${answer.data.planId}`, { replace: true })
      return
    }
    const answer = await edit.send({ ...values, planId: plan.planId, version })
    if (!answer.ok) return showFault(answer.error.issues)
    if (publishing) await publish.send({ planId: plan.planId, version: answer.data.version })
    await navigate(`/eyesight/schedule-details?planId=${plan.planId}`, { replace: true })
  }
  return (
    <Panel>
      <Steps
        current={step}
        onChange={(to) => to < step && setStep(to)}
        items={STEPS.map(({ title }) => ({ title }))}
        className={styles.steps}
      />
      <Form form={form} layout="vertical" initialValues={initial} scrollToFirstError>
        <div className={styles.step}>
          <Shown when={step === 0}>
            <BasicStep plan={plan} />
          </Shown>
          <Shown when={step === 1}>
            <RangeStep range={range} />
          </Shown>
          <Shown when={step === 2}>
            <ItemsStep frozen={!draft} />
          </Shown>
          {step === 3 && <PreviewStep values={form.getFieldsValue(true) as PlanFormValues} />}
        </div>
      </Form>
      <Flex justify="center" gap="middle" className={layout.above24}>
        {step > 0 && <Button onClick={() => setStep(step - 1)}>上一步</Button>}
        {step < STEPS.length - 1 && (
          <Button type="primary" onClick={() => void next().catch(() => undefined)}>
            下一步
          </Button>
        )}
        {step === STEPS.length - 1 && draft && (
          <Button disabled={sending} onClick={() => void save(false)}>
            保存草稿
          </Button>
        )}
        {step === STEPS.length - 1 && (
          <Button type="primary" loading={sending} onClick={() => void save(draft)}>
            {draft ? '发布' : '保存'}
          </Button>
        )}
      </Flex>
    </Panel>
  )
}

const Shown = ({ when, children }: { when: boolean; children: React.ReactNode }) => (
  <div hidden={!when}>{children}</div>
)
