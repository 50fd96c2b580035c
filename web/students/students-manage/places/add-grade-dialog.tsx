import { Button, Flex, Form, InputNumber, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { StageGrades } from '#contract/schools/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'
import { Chips } from './chips.tsx'
import { type RosterPlace, WHOLE_SCHOOL } from './roster-place.ts'

const CLASSES_MAX = 30

type Props = { open: boolean; orgId: number; onClose: () => void; onPlace: (place: RosterPlace) => void }
type Choice = { key: string; name: string; prefix: StageGrades['prefix']; gradeNo: number }

/** Grades the school does not have yet, several at once, each with the same number of classes. */
export function AddGradeDialog({ open, orgId, onClose, onPlace }: Props) {
  const groups = useCall(schoolEndpoints.getGradeGroup, { orgId }, { enabled: open })
  const known = groups.isPlaceholderData ? undefined : groups.data
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [classCount, setClassCount] = useState<number | null>(1)
  const add = useSend(schoolEndpoints.addGrade, { refreshes: ROSTER_REFRESHES, success: false })
  const stages = (known ?? []).map((stage) => ({ stage, choices: choicesOf(stage) }))
  const choices = stages.flatMap((each) => each.choices).filter(({ key }) => chosen.includes(key))
  const none = known !== undefined && stages.every((each) => each.choices.length === 0)

  const handleOk = async () => {
    let added: { gradeId: number } | undefined
    for (const { key, prefix, gradeNo } of choices) {
      const answer = await add.send({ orgId, prefix, gradeNo, classCount: classCount ?? 0 })
      if (!answer.ok) return
      added = answer.data
      setChosen((now) => now.filter((each) => each !== key))
    }
    notifySuccess(choices.length === 1 ? `已建立${choices[0]?.name}` : `已建立 ${choices.length} 个年级`)
    if (choices.length === 1 && added) onPlace({ ...WHOLE_SCHOOL, gradeId: added.gradeId })
    onClose()
  }
  return (
    <PageModal
      open={open}
      title="新增年级"
      okText={choices.length > 1 ? `新增 ${choices.length} 个年级` : '新增'}
      okButtonProps={{ disabled: choices.length === 0 }}
      confirmLoading={add.sending}
      onOk={handleOk}
      onCancel={onClose}
    >
      {!known && groups.isFetching && <Skeleton active />}
      {!known && !groups.isFetching && groups.error && (
        <EmptyState
          title="年级加载失败"
          hint={groups.error.message}
          action={<Button onClick={() => void groups.refetch()}>重试</Button>}
        />
      )}
      {none && <EmptyState title="各学段的年级都已建立" hint="需要其他学段时，请先在学校信息中增加学段" />}
      {known && !none && (
        <Form layout="vertical" component="div">
          {stages.map(
            ({ stage, choices: grades }) =>
              grades.length > 0 && (
                <Form.Item key={stage.prefix} label={stage.prefixName}>
                  <Chips
                    options={grades.map(({ key, name }) => ({ value: key, label: name }))}
                    value={chosen}
                    onChange={setChosen}
                  />
                </Form.Item>
              ),
          )}
          <Form.Item label="每个年级的班级数" htmlFor="grade-class-count">
            <Flex gap="small" align="center">
              <InputNumber<number>
                id="grade-class-count"
                min={0}
                max={CLASSES_MAX}
                precision={0}
                value={classCount}
                onChange={setClassCount}
                onPressEnter={() => choices.length > 0 && void handleOk()}
              />
              <Typography.Text type="secondary">{namesHint(classCount ?? 0)}</Typography.Text>
            </Flex>
          </Form.Item>
        </Form>
      )}
    </PageModal>
  )
}

function choicesOf({ prefix, grades }: StageGrades): Choice[] {
  return grades
    .filter(({ gradeId }) => gradeId === null)
    .map(({ gradeNo, gradeName }) => ({ key: `${prefix}-${gradeNo}`, name: gradeName, prefix, gradeNo }))
}

function namesHint(count: number): string {
  if (count === 0) return '暂不建立班级'
  return count === 1 ? '建立 1班' : `建立 1班 至 ${count}班`
}
