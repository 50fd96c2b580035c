import { Button } from 'antd'
import type { GradeNode } from '#contract/schools/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { useMayImportRoster } from '#web/widgets/import/import-permissions.ts'
import { ASK_FOR_CLASSES, useIsTeacher } from '../places/roster-panel.tsx'
import type { Found } from '../places/roster-place.ts'
import type { StartTask } from '../task.ts'

type Props = {
  grades: readonly GradeNode[] | undefined
  found: Found
  /** False where all schools of the range are listed. */
  oneSchool: boolean
  onTask: StartTask
}

/** What comes next where there are no students yet: grades, then classes, then students. */
export function EmptyPlace({ grades, found, oneSchool, onTask }: Props) {
  const teaches = useIsTeacher()
  const mayManage = useAllowed(['rosterManage'])
  const mayAdd = useAllowed(['studentAdd'])
  const mayImport = useMayImportRoster()
  const act = (label: string, onClick: () => void) => (
    <Button type="primary" onClick={onClick}>
      {label}
    </Button>
  )
  const ask = '请联系学校管理员'
  if (!oneSchool) {
    return <EmptyState title="数据范围内还没有学生" hint="选择一所学校，建立年级班级并登记学生" />
  }
  if (grades?.length === 0) {
    if (teaches) return <EmptyState title="没有您负责的班级" hint={ASK_FOR_CLASSES} />
    return (
      <EmptyState
        title="先建立年级"
        hint={mayManage ? '可一次建立多个年级及班级，然后登记学生' : `${ask}建立年级和班级`}
        action={mayManage && act('新增年级', () => onTask({ kind: 'addGrade' }))}
      />
    )
  }
  const { grade } = found
  if (grade && grade.classCount === 0) {
    return (
      <EmptyState
        title={`${grade.gradeName}还没有班级`}
        hint={mayManage ? '建立班级后，就可以登记学生' : `${ask}建立班级`}
        action={mayManage && act('新增班级', () => onTask({ kind: 'addClasses', grade }))}
      />
    )
  }
  return (
    <EmptyState
      title={found.class ? `${grade?.gradeName}${found.class.className}还没有学生` : '还没有学生'}
      hint={
        mayAdd && grades
          ? mayImport
            ? '逐个登记新生，或用上方的“导入名单”一次导入'
            : '逐个登记新生'
          : `${ask}登记学生`
      }
      action={mayAdd && grades && act('新增学生', () => onTask({ kind: 'add' }))}
    />
  )
}
