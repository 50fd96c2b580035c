import { Alert, Button, Checkbox, Flex, Skeleton } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { AdvancePreview } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatNumber } from '#web/core/format.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'
import { goingOnOf, planOf } from './advance-plan.ts'
import { AdvanceTable } from './advance-table.tsx'
import { LastAdvance } from './last-advance.tsx'

const refreshes = [...ROSTER_REFRESHES, studentEndpoints.advancePreview]

type Stage = AdvancePreview['continuable'][number]
type Result = OutputOf<typeof studentEndpoints.advance>
type Props = { open: boolean; orgId: number; onClose: () => void }

/** The whole school one grade up, once a school year: seen first, then done, and undone while nothing depends on it. */
export function AdvanceDialog({ open, orgId, onClose }: Props) {
  const answer = useCall(studentEndpoints.advancePreview, { orgId }, { enabled: open })
  // What was seen at an earlier look may have changed since.
  const preview = answer.isFetchedAfterMount && !answer.isPlaceholderData ? answer.data : undefined
  const advance = useSend(studentEndpoints.advance, { refreshes, success: '学年升级已完成' })
  const [leaving, setLeaving] = useState<readonly Stage[]>([])
  const [sure, setSure] = useState(false)
  const [result, setResult] = useState<Result>()

  const promotions = preview ? goingOnOf(preview) : []
  const goingOn = promotions.filter(({ stage }) => !leaving.includes(stage))
  const plan = planOf(preview?.classes ?? [], goingOn)
  const ready = preview !== undefined && preview.blocked === null && (preview.inSeason || sure)

  const handleOk = async () => {
    if (!preview) return
    const continueStages = goingOn.map(({ stage }) => stage)
    const done = await advance.send({ orgId, schoolYear: preview.schoolYear, continueStages })
    if (done.ok) setResult(done.data)
    else if (done.error.code === REFUSALS.previewOutdated) previewAnew()
  }
  /** What was ticked was ticked for another school year or other stages. */
  const previewAnew = () => {
    setSure(false)
    setLeaving([])
    void answer.refetch()
  }
  const handleUndone = () => {
    setResult(undefined)
    setSure(false)
  }
  const footer = result ? (
    <Button type="primary" onClick={onClose}>
      完成
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>取消</Button>
      <Button type="primary" disabled={!ready} loading={advance.sending} onClick={handleOk}>
        确认升级
      </Button>
    </>
  )
  return (
    <PageModal
      open={open}
      title={preview ? `学年升级 ${preview.schoolYearName}` : '学年升级'}
      width={620}
      onCancel={onClose}
      footer={footer}
    >
      {!preview && answer.isFetching && <Skeleton active paragraph={{ rows: 8 }} />}
      {!preview && !answer.isFetching && answer.error && (
        <EmptyState
          title="升级预览加载失败"
          hint={answer.error.message}
          action={<Button onClick={() => void answer.refetch()}>重试</Button>}
        />
      )}
      {preview && (
        <Flex vertical gap="middle">
          {result && <Done result={result} />}
          {!result && preview.blocked && (
            <Alert type="warning" showIcon title="现在不能升级" description={preview.blocked} />
          )}
          {preview.last && (
            <LastAdvance orgId={orgId} last={preview.last} refreshes={refreshes} onUndone={handleUndone} />
          )}
          {!result && !preview.blocked && !preview.inSeason && <OutOfSeason sure={sure} onSure={setSure} />}
          {!result && !preview.blocked && promotions.length > 0 && (
            <Flex vertical gap={4}>
              {promotions.map(({ stage, from, to }) => (
                <Checkbox
                  key={stage}
                  checked={!leaving.includes(stage)}
                  onChange={({ target }) =>
                    setLeaving((now) =>
                      target.checked ? now.filter((each) => each !== stage) : [...now, stage],
                    )
                  }
                >
                  {from}升入本校{to}
                </Checkbox>
              ))}
            </Flex>
          )}
          {!result && !preview.blocked && <AdvanceTable plan={plan} />}
        </Flex>
      )}
    </PageModal>
  )
}

function Done({ result }: { result: Result }) {
  return (
    <Alert
      type="success"
      showIcon
      title={`升级完成：${formatNumber(result.promoted)} 人升级，${formatNumber(result.graduated)} 人毕业`}
      description="毕业的学生可在“转出与毕业学生”中查看。"
    />
  )
}

function OutOfSeason({ sure, onSure }: { sure: boolean; onSure: (sure: boolean) => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      title="现在不是升级的时候"
      description={
        <>
          <div>学年升级一般在 7 至 8 月办理，每学年只能升级一次。</div>
          <Checkbox checked={sure} onChange={({ target }) => onSure(target.checked)}>
            我已核对，现在就要为全校升级
          </Checkbox>
        </>
      }
    />
  )
}
