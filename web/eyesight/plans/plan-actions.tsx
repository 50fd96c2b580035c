import { DatePicker, Flex, Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useNavigate } from 'react-router'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanRow } from '#contract/eyesight/plan-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import { type DialogProps, useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { ConfirmedStep } from './confirmed-step.tsx'

const { planPageList, planDetail, planChoices } = eyesightEndpoints
const refreshes = [planPageList, planDetail, planChoices]

type Props = { plan: PlanRow; onDeleted?: () => void }

/** The actions its status allows on a plan; each confirmation names the consequence. */
export function PlanActions({ plan, onDeleted }: Props) {
  const { can, planName } = plan
  const navigate = useNavigate()
  const reopening = useDialog(ReopenDialog, { plan })
  const version = { planId: plan.planId, version: plan.version }
  const publish = useSend(eyesightEndpoints.publishPlan, { refreshes, success: `“${planName}”已发布` })
  const end = useSend(eyesightEndpoints.endPlan, { refreshes, success: `“${planName}”已结束` })
  const archive = useSend(eyesightEndpoints.archivePlan, { refreshes, success: `“${planName}”已归档` })
  const remove = useSend(eyesightEndpoints.deletePlan, { refreshes, success: `“${planName}”已删除` })
  return (
    <Flex gap={10} align="center" wrap>
      {can.publish && (
        <ConfirmedStep
          word="发布"
          title={`发布“${planName}”？`}
          hint="发布后判定标准与检查项目固定，参加的机构可以看到。"
          onConfirm={() => publish.send(version)}
        />
      )}
      {can.addTask && <Go word="分配任务" to={`/eyesight/add-task?planId=${plan.planId}`} go={navigate} />}
      {can.edit && <Go word="编辑" to={`/eyesight/add-schedule?planId=${plan.planId}`} go={navigate} />}
      {can.end && (
        <ConfirmedStep
          word="结束"
          title={`结束“${planName}”？`}
          hint="所有任务随之完成，此后更正结果须经审核；归档前可以重新开启。"
          onConfirm={() => end.send(version)}
        />
      )}
      {can.reopen && <LinkButton onClick={() => reopening.show()}>重新开启</LinkButton>}
      {can.archive && (
        <ConfirmedStep
          word="归档"
          title={`归档“${planName}”？`}
          hint="归档后永久只读，不能再开启或更正。"
          onConfirm={() => archive.send(version)}
        />
      )}
      {can.delete && (
        <DeleteButton
          link
          title={`删除草稿“${planName}”？`}
          description="删除后不可恢复。"
          onConfirm={async () => {
            const answer = await remove.send(version)
            if (answer.ok) onDeleted?.()
          }}
        />
      )}
      {reopening.element}
    </Flex>
  )
}

const Go = ({ word, to, go }: { word: string; to: string; go: (to: string) => void }) => (
  <LinkButton onClick={() => go(to)}>{word}</LinkButton>
)

function ReopenDialog({ open, plan, onClose }: DialogProps & { plan: PlanRow }) {
  const [form] = Form.useForm<{ endsOn: Dayjs }>()
  const reopen = useSend(eyesightEndpoints.reopenPlan, {
    refreshes,
    success: `“${plan.planName}”已重新开启`,
    form,
  })
  const today = dayjs().startOf('day')
  return (
    <FormModal<{ endsOn: Dayjs }>
      form={form}
      open={open}
      title={`重新开启“${plan.planName}”`}
      okText="重新开启"
      confirmLoading={reopen.sending}
      initialValues={{ endsOn: today.add(14, 'day') }}
      onCancel={onClose}
      onFinish={async ({ endsOn }) => {
        const answer = await reopen.send({
          planId: plan.planId,
          version: plan.version,
          endsOn: endsOn.format('YYYY-MM-DD'),
        })
        if (answer.ok) onClose()
      }}
    >
      <Form.Item
        name="endsOn"
        label="新的结束日期"
        extra="随计划结束的任务将继续进行。"
        rules={[{ required: true, message: '请选择结束日期' }]}
      >
        <DatePicker className={layout.fullWidth} minDate={today} />
      </Form.Item>
    </FormModal>
  )
}
