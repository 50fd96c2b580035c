import { Flex } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatNumber } from '#web/core/format.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { ConfirmedStep } from '../plans/confirmed-step.tsx'

const { taskPageList, taskDetail, taskNumbers, planDetail } = eyesightEndpoints
export const TASK_REFRESHES = [taskPageList, taskDetail, taskNumbers, planDetail]

type Props = { task: TaskRow; onEdit?: () => void; onDeleted?: () => void }

/** Start, complete, open again, adjust, delete: what the task's state allows. */
export function TaskActions({ task, onEdit, onDeleted }: Props) {
  const { can, schoolName } = task
  const version = { taskId: task.taskId, version: task.version }
  const withNotice = (what: string) => ({
    refreshes: TASK_REFRESHES,
    success: `“${schoolName}”的任务${what}`,
  })
  const start = useSend(eyesightEndpoints.startTask, { refreshes: TASK_REFRESHES, success: false })
  const begin = async () => {
    const answer = await start.send(version)
    if (!answer.ok) return
    const how = answer.data.begun ? '已开始' : '名单较大，正在后台生成，片刻后刷新即可看到'
    notifySuccess(`“${schoolName}”的任务${how}`)
  }
  const complete = useSend(eyesightEndpoints.completeTask, withNotice('已完成'))
  const reopen = useSend(eyesightEndpoints.reopenTask, withNotice('已重新开启'))
  const remove = useSend(eyesightEndpoints.deleteTasks, withNotice('已删除'))
  return (
    <Flex gap={10} align="center" wrap>
      {can.start && (
        <ConfirmedStep
          word="开始"
          title={`现在开始“${schoolName}”的任务？`}
          hint="学生名单随之固定，此后的变动须经同步。"
          onConfirm={begin}
        />
      )}
      {can.complete && (
        <ConfirmedStep
          word="完成"
          title={`完成“${schoolName}”的任务？`}
          hint={leftOver(task)}
          onConfirm={() => complete.send(version)}
        />
      )}
      {can.reopen && (
        <ConfirmedStep
          word="重新开启"
          title={`重新开启“${schoolName}”的任务？`}
          hint="开启后可以继续录入与修改。"
          onConfirm={() => reopen.send(version)}
        />
      )}
      {can.edit && onEdit && <LinkButton onClick={onEdit}>调整</LinkButton>}
      {can.delete && (
        <DeleteButton
          link
          title={`删除“${schoolName}”的任务？`}
          description="只有还没有检查结果的任务可以删除。"
          onConfirm={async () => {
            const answer = await remove.send({ taskIds: [task.taskId] })
            if (answer.ok) onDeleted?.()
          }}
        />
      )}
    </Flex>
  )
}

function leftOver({ progress: { expected, screened } }: TaskRow): string {
  const missing = expected - screened
  const after = '完成后更正结果须经审核。'
  return missing > 0 ? `还有 ${formatNumber(missing)} 名学生没有检查结果。${after}` : after
}
