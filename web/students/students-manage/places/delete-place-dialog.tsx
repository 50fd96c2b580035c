import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { ClassNode, GradeNode } from '#contract/schools/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { type RosterPlace, WHOLE_SCHOOL } from './roster-place.ts'

/** Not the list of students: until the place changes it still names what is gone. */
const refreshes = [
  schoolEndpoints.gradeList,
  schoolEndpoints.getGradeGroup,
  schoolEndpoints.unusedClassNameList,
]

type Props = {
  open: boolean
  grade: GradeNode
  /** The class to delete; without it the grade. */
  item?: ClassNode
  place: RosterPlace
  onPlace: (place: RosterPlace) => void
  onClose: () => void
}

/** A grade without classes, or a class without students. */
export function DeletePlaceDialog({ open, grade, item, place, onPlace, onClose }: Props) {
  const name = `${grade.gradeName}${item?.className ?? ''}`
  const options = { refreshes, success: `已删除${name}` }
  const deleteGrade = useSend(schoolEndpoints.deleteGrade, options)
  const deleteClass = useSend(schoolEndpoints.deleteClass, options)

  const handleOk = async () => {
    const { gradeId } = grade
    const gone = item
      ? await deleteClass.send({ classId: item.classId })
      : await deleteGrade.send({ gradeId })
    if (!gone.ok) return
    onClose()
    if (item && place.classId === item.classId) onPlace({ ...WHOLE_SCHOOL, gradeId })
    if (!item && place.gradeId === gradeId) onPlace(WHOLE_SCHOOL)
  }
  return (
    <PageModal
      open={open}
      title={`删除${name}？`}
      width={420}
      okText="删除"
      okButtonProps={{ danger: true }}
      confirmLoading={deleteGrade.sending || deleteClass.sending}
      onOk={handleOk}
      onCancel={onClose}
    >
      {item
        ? '只有没有学生的班级可以删除；有过学生的班级会停用，历史记录保留。'
        : '只有没有班级的年级可以删除，删除后可以再次新增。'}
    </PageModal>
  )
}
