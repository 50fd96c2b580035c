import { Form, Typography } from 'antd'
import { HistoryStatus } from '#contract/core/codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { HistoryRow } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { GroupedDropdown } from '#web/widgets/select/grouped-dropdown.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { classGroupsOf } from '../parts/class-groups.ts'
import { namesOf } from '../parts/student-labels.ts'

const refreshes = [
  studentEndpoints.historyPageList,
  studentEndpoints.historyOfClass,
  studentEndpoints.historyTree,
  studentEndpoints.historyTreeOfTeacher,
  studentEndpoints.studentPageList,
  schoolEndpoints.gradeList,
]

type Values = { to: 'old' | 'chosen'; classId?: number }
type Person = Pick<HistoryRow, 'recordId' | 'orgId' | 'name' | 'gradeName' | 'className' | 'historyType'>
type Props = DialogProps & { rows: readonly Person[]; onRecovered: () => void }

/** Takes students of one school who left back: into their old class, or into one that is chosen. */
export function RecoverDialog({ open, rows, onClose, onRecovered }: Props) {
  const [form] = Form.useForm<Values>()
  const to = Form.useWatch('to', form)
  const recover = useSend(studentEndpoints.recoverStudents, { refreshes, success: false, form })

  const handleFinish = async ({ to: target, classId }: Values) => {
    const recordIds = rows.map(({ recordId }) => recordId)
    const answer = await recover.send({ recordIds, classId: target === 'chosen' ? classId : undefined })
    if (answer.ok) {
      notifySuccess(`已恢复 ${answer.data.changed} 名学生`)
      onClose()
      onRecovered()
    } else if (target === 'old' && answer.error.issues.some(namesClass)) {
      // The old class is gone: the way out is to choose another.
      form.setFieldValue('to', 'chosen')
    }
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ to: rows.some(hasGraduated) ? 'chosen' : 'old' }}
      onFinish={handleFinish}
      open={open}
      title={rows.length === 1 ? `恢复学生“${rows[0]?.name}”` : `恢复 ${rows.length} 名学生`}
      okText="恢复"
      width={480}
      confirmLoading={recover.sending}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        {rows.length > 1 && `${namesOf(rows)}。`}恢复后学生重新在校，本次离校记录不再出现在列表中。
      </Typography.Paragraph>
      <Form.Item name="to" label="恢复到">
        <SelectRadio options={[{ value: 'old', label: oldClassOf(rows) }, CHOSEN]} />
      </Form.Item>
      {to === 'chosen' && rows[0] && <ClassItem orgId={rows[0].orgId} />}
    </FormModal>
  )
}

const CHOSEN = { value: 'chosen', label: '另选班级' } as const
const hasGraduated = ({ historyType }: Person) => historyType === HistoryStatus.code.graduated
const namesClass = ({ path }: { path: readonly (string | number)[] }) => path[0] === 'classId'

function oldClassOf(rows: readonly Person[]): string {
  const classes = new Set(rows.map(({ gradeName, className }) => gradeName + className))
  return classes.size === 1 ? `原班级（离校时为${[...classes][0]}）` : '各自的原班级'
}

function ClassItem({ orgId }: { orgId: number }) {
  const grades = useCall(schoolEndpoints.getClassByOrg, { orgId })
  return (
    <Form.Item
      name="classId"
      label="班级"
      rules={[{ required: true, message: MESSAGES.classRequired[0] }]}
      extra={grades.data?.length === 0 ? '该校还没有班级，请先在学生管理中建立' : undefined}
    >
      <GroupedDropdown
        groups={classGroupsOf(grades.data ?? [])}
        loading={grades.isFetching}
        placeholder="选择在读的年级和班级"
      />
    </Form.Item>
  )
}
