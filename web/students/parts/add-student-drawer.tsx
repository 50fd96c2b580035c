import { Alert, Button, Drawer, Flex, Form } from 'antd'
import { useRef, useState } from 'react'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { AddStudent } from '#contract/students/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { GroupedDropdown } from '#web/widgets/select/grouped-dropdown.tsx'
import { classGroupsOf, useGrades } from './class-groups.ts'
import { isOfOtherSchool, numberTakenMessage } from './number-taken.ts'
import { ROSTER_REFRESHES } from './roster-refreshes.ts'
import { StudentForm } from './student-form.tsx'
import { inputOf, NEW_STUDENT, numberFieldOf, type StudentFormValues } from './student-values.ts'

const TransferInDialog = lazyPart(async () => (await import('./transfer-in-dialog.tsx')).TransferInDialog)

type Props = {
  open: boolean
  orgId: number
  /** The class that is looked at. */
  classId?: number
  onClose: () => void
}

/** Adds students to a school, one after the other where several come at once. */
export function AddStudentDrawer({ open, orgId, classId, onClose }: Props) {
  const [form] = Form.useForm<StudentFormValues>()
  const { grades = [], isFetching } = useGrades(orgId)
  const add = useSend(studentEndpoints.addStudent, {
    refreshes: ROSTER_REFRESHES,
    success: '学生已新增',
    form,
  })
  const [elsewhere, setElsewhere] = useState<StudentFormValues>()
  const transferIn = useDialog(TransferInDialog, { orgId, onApplied: onClose })
  const another = useRef(false)
  const idCard = Form.useWatch('idCard', form)
  const passportNo = Form.useWatch('passportNo', form)
  // The note is about the number that was sent: it goes once another is typed.
  const sameNumber = elsewhere?.idCard === idCard && elsewhere?.passportNo === passportNo

  const handleFinish = async (values: StudentFormValues) => {
    setElsewhere(undefined)
    // Asked for by its button each time: Enter adds and closes.
    const thenAnother = another.current
    another.current = false
    const added = await add.send({ ...inputOf(values), classId: values.classId })
    if (added.ok) {
      if (!thenAnother) return onClose()
      form.resetFields()
      form.setFieldsValue({ studentType: values.studentType, classId: values.classId })
      // Clearing makes new fields: there is nothing to focus before they are drawn.
      setTimeout(() => form.focusField('name'))
      return
    }
    const field = numberFieldOf(values.studentType)
    const message = numberTakenMessage(added.error)
    if (message && field) form.setFields([{ name: field, errors: [message] }])
    const number = field && values[field]
    if (number && (await isOfOtherSchool(added.error, number, orgId))) setElsewhere(values)
  }
  const submit = (thenAnother: boolean) => {
    another.current = thenAnother
    form.submit()
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="新增学生"
      size={600}
      destroyOnHidden
      mask={{ closable: false }}
      afterOpenChange={(shown) => shown && form.focusField('name')}
      footer={
        <Flex justify="flex-end" gap="small">
          <Button onClick={onClose}>取消</Button>
          <Button disabled={add.sending} onClick={() => submit(true)}>
            保存并继续新增
          </Button>
          <Button type="primary" loading={add.sending} onClick={() => submit(false)}>
            新增
          </Button>
        </Flex>
      }
    >
      <StudentForm
        form={form}
        initialValues={{ ...NEW_STUDENT, classId }}
        onFinish={handleFinish}
        note={
          elsewhere && sameNumber && <ElsewhereNote onApply={() => transferIn.show({ student: elsewhere })} />
        }
        classField={
          <Form.Item name="classId" label="班级" rules={rulesOf(AddStudent, 'classId')}>
            <GroupedDropdown groups={classGroupsOf(grades)} loading={isFetching} placeholder="请选择班级" />
          </Form.Item>
        }
      />
      {transferIn.element}
    </Drawer>
  )
}

function ElsewhereNote({ onApply }: { onApply: () => void }) {
  const mayApply = useAllowed(['studentTransfer'])
  return (
    <Alert
      type="warning"
      showIcon
      title="该学生已在其他学校登记"
      description={
        mayApply
          ? '不能重复新增。提交转入申请，审核通过后学生连同历史记录转入本校。'
          : '不能重复新增。请联系学校管理员提交转入申请。'
      }
      action={
        mayApply && (
          <Button type="primary" size="small" onClick={onApply}>
            申请转入
          </Button>
        )
      }
      className={layout.below16}
    />
  )
}
