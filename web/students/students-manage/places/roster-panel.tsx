import { PlusOutlined } from '@ant-design/icons'
import { Button, Flex, Input, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { RoleType } from '#contract/core/codes.ts'
import type { GradeNode } from '#contract/schools/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import type { StartTask } from '../task.ts'
import { type RosterPlace, searchGrades } from './roster-place.ts'
import { RosterTree } from './roster-tree.tsx'

/** From so many rows on a search helps. */
const LONG = 12

type Props = {
  grades: GradeNode[] | undefined
  error: Error | null
  onRetry: () => void
  place: RosterPlace
  onPlace: (place: RosterPlace) => void
  onTask: StartTask
}

/** Grades and classes of the school, at the left. */
export function RosterPanel({ grades, error, onRetry, place, onPlace, onTask }: Props) {
  const [typed, setTyped] = useState('')
  const found = searchGrades(grades ?? [], typed)
  const rows = (grades ?? []).reduce((sum, { classes }) => sum + 1 + classes.length, 0)
  return (
    <Panel>
      <Flex justify="space-between" align="center" className={`${layout.tall32} ${layout.below8}`}>
        <Typography.Text strong>年级班级</Typography.Text>
        <Allowed any={['rosterManage']}>
          <Button
            type="link"
            size="small"
            icon={<PlusOutlined />}
            disabled={!grades}
            onClick={() => onTask({ kind: 'addGrade' })}
          >
            新增年级
          </Button>
        </Allowed>
      </Flex>
      {rows > LONG && (
        <Input
          aria-label="查找年级或班级"
          placeholder="查找年级或班级"
          allowClear
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={layout.below8}
        />
      )}
      {grades && found.length > 0 && (
        <RosterTree
          grades={found}
          place={place}
          onPlace={onPlace}
          onTask={onTask}
          allOpen={typed.trim() !== ''}
        />
      )}
      {grades && grades.length > 0 && found.length === 0 && (
        <EmptyState
          title="没有符合的年级或班级"
          action={<Button onClick={() => setTyped('')}>清空</Button>}
        />
      )}
      {grades?.length === 0 && <NoGrades />}
      {!grades && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {!grades && error && (
        <EmptyState
          title="年级班级加载失败"
          hint={error.message}
          action={<Button onClick={onRetry}>重试</Button>}
        />
      )}
    </Panel>
  )
}

/** The list at the right shows what to do about it. */
function NoGrades() {
  return (
    <Typography.Text type="secondary">{useIsTeacher() ? '没有您负责的班级' : '还没有年级'}</Typography.Text>
  )
}

export const ASK_FOR_CLASSES = '请联系学校管理员，在权限管理中为您分配班级'

/** Grade heads and class teachers see no others than their own. */
export function useIsTeacher(): boolean {
  const role = useSession().user?.roleType
  return role === RoleType.code.gradeHead || role === RoleType.code.classTeacher
}
