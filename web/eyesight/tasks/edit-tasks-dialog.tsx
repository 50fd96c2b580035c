import { Alert, Checkbox, Flex, Form } from 'antd'
import { useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Executor, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { ExecutorField } from './executor-field.tsx'
import { TASK_REFRESHES } from './task-actions.tsx'

type Values = { executor?: Executor; startsOn?: string; endsOn?: string }
type Props = DialogProps & { tasks: readonly TaskRow[]; onSaved?: () => void }

/** Organisation and dates of one task, or of many at once; what is left empty stays as it is. */
export function EditTasksDialog({ open, tasks, onClose, onSaved }: Props) {
  const [form] = Form.useForm<Values>()
  const [reassign, setReassign] = useState(false)
  const edit = useSend(eyesightEndpoints.editTasks, {
    refreshes: TASK_REFRESHES,
    success: `已调整 ${tasks.length} 个任务`,
    form,
  })
  const one = tasks.length === 1 ? tasks[0] : undefined
  const begun = tasks.some(({ status }) => status !== TaskStatus.code.waiting)
  const submit = async ({ executor, startsOn, endsOn }: Values) => {
    const answer = await edit.send({
      tasks: tasks.map(({ taskId, version }) => ({ taskId, version })),
      executor: reassign ? executor : undefined,
      startsOn: begun ? undefined : startsOn,
      endsOn,
    })
    if (!answer.ok) return
    onClose()
    onSaved?.()
  }
  return (
    <FormModal<Values>
      form={form}
      open={open}
      width={560}
      title={one ? `调整“${one.schoolName}”的任务` : `批量调整 ${tasks.length} 个任务`}
      okText="保存"
      initialValues={one ? { startsOn: one.startsOn, endsOn: one.endsOn } : {}}
      confirmLoading={edit.sending}
      onCancel={onClose}
      onFinish={submit}
    >
      {begun && (
        <Alert
          type="info"
          showIcon
          title="已开始的任务只能调整结束日期与承担机构"
          className={layout.below16}
        />
      )}
      <Flex gap="middle">
        <Form.Item name="startsOn" label="开始日期" className={layout.grow}>
          <DateInput disabled={begun} placeholder="不变" />
        </Form.Item>
        <Form.Item name="endsOn" label="结束日期" className={layout.grow}>
          <DateInput placeholder="不变" />
        </Form.Item>
      </Flex>
      <Form.Item>
        <Checkbox checked={reassign} onChange={({ target }) => setReassign(target.checked)}>
          更换承担机构{one && `（现为${one.executorName}）`}
        </Checkbox>
      </Form.Item>
      {reassign && (
        <Form.Item
          name="executor"
          label="新的承担机构"
          initialValue={{ by: 'bound' }}
          rules={[{ required: true, message: '请选择承担机构' }]}
          extra="原机构随即不能再看到这些任务的学生与结果。"
        >
          <ExecutorField schoolOrgId={one?.schoolOrgId} />
        </Form.Item>
      )}
    </FormModal>
  )
}
