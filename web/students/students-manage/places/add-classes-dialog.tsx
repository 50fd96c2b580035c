import { Button, Flex, Form, Input, Skeleton, Space, Typography } from 'antd'
import { useState } from 'react'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { ClassName, type GradeNode } from '#contract/schools/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { ROSTER_REFRESHES } from '../../parts/roster-refreshes.ts'
import { Chips } from './chips.tsx'
import { type RosterPlace, WHOLE_SCHOOL } from './roster-place.ts'

const NAME_MAX = 12

type Props = { open: boolean; grade: GradeNode; onClose: () => void; onPlace: (place: RosterPlace) => void }

/** Several classes of a grade at once: unused names are suggested, any other may be typed. */
export function AddClassesDialog({ open, grade, onClose, onPlace }: Props) {
  const { gradeId } = grade
  const unused = useCall(schoolEndpoints.unusedClassNameList, { gradeId }, { enabled: open })
  const suggested = unused.isPlaceholderData ? undefined : unused.data
  const [chosen, setChosen] = useState<readonly string[]>([])
  const add = useSend(schoolEndpoints.addClass, {
    refreshes: ROSTER_REFRESHES,
    success: chosen.length === 1 ? `已新增${grade.gradeName}${chosen[0]}` : `已新增 ${chosen.length} 个班级`,
  })
  // Typed names join the suggested ones.
  const names = [...new Set([...(suggested ?? []), ...chosen])]

  const handleOk = async () => {
    const added = await add.send({ gradeId, classNames: [...chosen] })
    if (!added.ok) return
    const [first] = added.data.classIds
    if (added.data.classIds.length === 1 && first !== undefined) onPlace({ ...WHOLE_SCHOOL, classId: first })
    else onPlace({ ...WHOLE_SCHOOL, gradeId })
    onClose()
  }
  return (
    <PageModal
      open={open}
      title={`新增班级 ${grade.gradeName}`}
      okText={chosen.length > 1 ? `新增 ${chosen.length} 个班级` : '新增'}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={add.sending}
      onOk={handleOk}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="选择班级，可多选">
          {suggested || unused.error ? (
            <Chips
              options={names.map((name) => ({ value: name, label: name }))}
              value={chosen}
              onChange={setChosen}
            />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          )}
          {unused.error && !suggested && (
            <Typography.Text type="secondary">可用名称加载失败，可在下面输入</Typography.Text>
          )}
        </Form.Item>
        <FreeName
          taken={grade.classes.map(({ className }) => className)}
          onAdd={(name) => setChosen((now) => (now.includes(name) ? now : [...now, name]))}
        />
      </Form>
    </PageModal>
  )
}

function FreeName({ taken, onAdd }: { taken: readonly string[]; onAdd: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const handleAdd = () => {
    const name = ClassName.safeParse(typed)
    if (!name.success) return setFault(name.error.issues[0]?.message)
    if (taken.includes(name.data)) return setFault(`${name.data}已存在`)
    onAdd(name.data)
    setTyped('')
  }
  return (
    <Form.Item
      label="其他名称"
      htmlFor="free-class-name"
      validateStatus={fault ? 'error' : undefined}
      help={fault}
      className={layout.below8}
    >
      <Flex>
        <Space.Compact block>
          <Input
            id="free-class-name"
            placeholder="如 实验班"
            autoComplete="off"
            maxLength={NAME_MAX}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setFault(undefined)
            }}
            onPressEnter={handleAdd}
          />
          <Button onClick={handleAdd}>加入</Button>
        </Space.Compact>
      </Flex>
    </Form.Item>
  )
}
