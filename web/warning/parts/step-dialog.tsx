import { Alert, Form, Input } from 'antd'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { type Acted, CloseReason, Intervention } from '#contract/warning/warning-schemas.ts'
import { type Sent, useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { SelectCheckbox } from '#web/widgets/select/select-checkbox.tsx'
import { SelectDropdown } from '#web/widgets/select/select-dropdown.tsx'
import { chosenOf, STEP_REFRESHES, STEP_WORDS, type StepName, type Warning } from './steps.ts'

type Asking = Exclude<StepName, 'remind'>
type Props = DialogProps & {
  step: StepName
  warnings: readonly Warning[]
  /** Chosen too, but closed or ended meanwhile. */
  left: number
  onSent: (sent: Sent<Acted>) => boolean
}
type Values = { note?: string; interventions?: number[]; reason?: number }

const NOTES: Record<Asking, string> = {
  notify: '怎样通知的，家长怎么说（可不填）',
  act: '例如：调到第三排中间，课桌按身高调至 59 cm（可不填）',
  close: '补充说明；原因为“其他”时必填',
  reopen: '为什么重新打开，至少4个字',
}
const NOTE_MIN = 4

const needsNote = (step: StepName, reason: unknown): boolean =>
  step === 'reopen' || (step === 'close' && reason === CloseReason.code.other)

/** Asks for what belongs to a step and takes it with all chosen warnings. */
export function StepDialog({ open, onClose, step, warnings, left, onSent }: Props) {
  const [form] = Form.useForm<Values>()
  const { send, sending } = useStep(step)
  const reason = Form.useWatch('reason', form)
  const handleFinish = async (values: Values) => {
    if (onSent(await send(warnings, values))) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      onFinish={handleFinish}
      open={open}
      title={warnings.length > 1 ? `${STEP_WORDS[step]}（${warnings.length} 条）` : STEP_WORDS[step]}
      okText="确定"
      width={520}
      confirmLoading={sending}
      onCancel={onClose}
    >
      {left > 0 && (
        <Alert
          type="info"
          showIcon
          className={layout.around12}
          title={`所选的另外 ${left} 条不能${STEP_WORDS[step]}，不会改变`}
        />
      )}
      {step === 'act' && (
        <Form.Item
          name="interventions"
          label="干预措施"
          rules={[{ required: true, message: '请选择干预措施' }]}
        >
          <SelectCheckbox options={Intervention.options} />
        </Form.Item>
      )}
      {step === 'close' && (
        <Form.Item name="reason" label="关闭原因" rules={[{ required: true, message: '请选择关闭原因' }]}>
          <SelectDropdown options={CloseReason.options} />
        </Form.Item>
      )}
      <Form.Item
        name="note"
        label="说明"
        required={needsNote(step, reason)}
        dependencies={['reason']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_rule, note: string | undefined) =>
              needsNote(step, getFieldValue('reason')) && (note ?? '').trim().length < NOTE_MIN
                ? Promise.reject(new Error('请写明原因，至少4个字'))
                : Promise.resolve(),
          }),
        ]}
      >
        <Input.TextArea
          rows={3}
          maxLength={200}
          showCount
          placeholder={step === 'remind' ? undefined : NOTES[step]}
        />
      </Form.Item>
    </FormModal>
  )
}

/** The call of a step; the reminder has no dialog. */
function useStep(step: StepName) {
  const notify = useSend(warningEndpoints.notifyWarnings, STEP_REFRESHES)
  const act = useSend(warningEndpoints.actOnWarnings, STEP_REFRESHES)
  const close = useSend(warningEndpoints.closeWarnings, STEP_REFRESHES)
  const reopen = useSend(warningEndpoints.reopenWarnings, STEP_REFRESHES)
  const send = (warnings: readonly Warning[], { note = '', interventions = [], reason }: Values) => {
    const chosen = { warnings: chosenOf(warnings), note }
    if (step === 'act')
      return act.send({ ...chosen, interventions: interventions.filter((code) => Intervention.has(code)) })
    if (step === 'close' && CloseReason.has(reason)) return close.send({ ...chosen, reason })
    return step === 'reopen' ? reopen.send(chosen) : notify.send(chosen)
  }
  return { send, sending: notify.sending || act.sending || close.sending || reopen.sending }
}
