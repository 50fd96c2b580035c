import { Alert, Button, Popconfirm } from 'antd'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { schoolYearName } from '#contract/schools/grades.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { AdvancePreview } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'

type Props = {
  orgId: number
  last: NonNullable<AdvancePreview['last']>
  refreshes: Endpoint[]
  onUndone: () => void
}

/** The promotion done last, and the way back from it. */
export function LastAdvance({ orgId, last, refreshes, onUndone }: Props) {
  const undo = useSend(studentEndpoints.undoAdvance, { refreshes, success: '升级已撤销' })
  const year = schoolYearName(last.schoolYear)
  const handleUndo = async () => {
    if ((await undo.send({ orgId, advanceId: last.advanceId })).ok) onUndone()
  }
  const by = last.doneBy ? `由${last.doneBy}` : ''
  return (
    <Alert
      type="info"
      title={`上次升级：${year}`}
      description={
        <>
          {formatDateTime(last.doneAt)} {by}办理，{formatNumber(last.promoted)} 人升级，
          {formatNumber(last.graduated)} 人毕业。
          {last.undoBlocked && `不能撤销：${last.undoBlocked}`}
        </>
      }
      action={
        last.undoBlocked === null && (
          <Popconfirm
            title={`撤销${year}的升级？`}
            description="全部班级回到升级前的年级，毕业的学生恢复在校。"
            okText="撤销升级"
            okButtonProps={{ danger: true }}
            cancelText="取消"
            placement="bottomRight"
            onConfirm={handleUndo}
          >
            <Button danger size="small" loading={undo.sending}>
              撤销本次升级
            </Button>
          </Popconfirm>
        )
      }
    />
  )
}
