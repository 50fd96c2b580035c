import { Alert, Button, Drawer, Flex, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { AccountRow } from '#contract/authority/schemas.ts'
import { RoleType } from '#contract/core/codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { ClassChoice, GradeChoice } from './class-choice.tsx'

type Props = { open: boolean; row: AccountRow; onClose: () => void }

/** The classes a teacher answers for, or the grades of a grade head: what is not chosen is not seen. */
export function ClassesDrawer({ open, row, onClose }: Props) {
  const ofGrades = row.roleType === RoleType.code.gradeHead
  const what = ofGrades ? '年级' : '班级'
  const { userId, orgId, realName } = row
  const school = useCall(schoolEndpoints.getClassByOrg, { orgId }, { enabled: open })
  const scope = useCall(schoolEndpoints.teacherScope, { userId }, { enabled: open })
  const assign = useSend(schoolEndpoints.assignClasses, {
    refreshes: [schoolEndpoints.teacherScope, authorityEndpoints.accountPageList],
    success: `${what}已分配，对方的下一次操作即生效`,
  })
  const [edited, setEdited] = useState<readonly number[]>()

  // Classes of the previous school or teacher must not be shown while these load.
  const grades = school.isPlaceholderData ? undefined : school.data
  const current = scope.isPlaceholderData ? undefined : scope.data
  const listed = new Set(
    (grades ?? []).flatMap(({ gradeId, classes }) =>
      ofGrades ? [gradeId] : classes.map(({ classId }) => classId),
    ),
  )
  // Classes that have graduated stay behind by themselves.
  const held = ((ofGrades ? current?.gradeIds : current?.classIds) ?? []).filter((id) => listed.has(id))
  const chosen = edited ?? held
  const changed = chosen.length !== held.length || chosen.some((id) => !held.includes(id))

  const handleSave = async () => {
    const ids = [...chosen]
    const answer = await assign.send(ofGrades ? { userId, gradeIds: ids } : { userId, classIds: ids })
    if (answer.ok) onClose()
    else void Promise.all([school.refetch(), scope.refetch()])
  }
  const failed = school.error ?? scope.error
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`${realName}负责的${what}`}
      size={520}
      destroyOnHidden
      mask={{ closable: !changed }}
      footer={
        <Flex justify="space-between" align="center" gap="small">
          <Typography.Text type="secondary">{`已选 ${chosen.length} 个${what}`}</Typography.Text>
          <Flex gap="small">
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" disabled={!changed} loading={assign.sending} onClick={handleSave}>
              保存
            </Button>
          </Flex>
        </Flex>
      }
    >
      {grades && current ? (
        <Flex vertical gap="middle">
          <Typography.Text type="secondary">{row.orgName}</Typography.Text>
          {chosen.length === 0 && <Alert type="warning" showIcon title={`未分配${what}，登录后看不到学生`} />}
          {listed.size === 0 ? (
            <EmptyState title={`该校还没有${what}`} hint="请先在学生管理中建立年级和班级" />
          ) : ofGrades ? (
            <GradeChoice grades={grades} value={chosen} onChange={setEdited} />
          ) : (
            <ClassChoice grades={grades} value={chosen} onChange={setEdited} />
          )}
        </Flex>
      ) : failed ? (
        <EmptyState
          title={`${what}加载失败`}
          hint={failed.message}
          action={<Button onClick={() => void Promise.all([school.refetch(), scope.refetch()])}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Drawer>
  )
}
