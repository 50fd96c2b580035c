import { Form, type FormInstance, Input } from 'antd'
import type { ReactNode } from 'react'
import { StudentStatus, StudentType } from '#contract/core/codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import { NAME_MAX, NATIVE_PLACE_MAX } from '#contract/core/fields.ts'
import { AddStudent, EditStudent } from '#contract/students/schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { SelectDropdown } from '#web/widgets/select/select-dropdown.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { StoredNumberField } from './stored-number-field.tsx'
import styles from './student-form.module.css'
import { lockedValues, numberFieldOf, type Stored, type StudentFormValues } from './student-values.ts'

type Props = {
  form: FormInstance<StudentFormValues>
  initialValues: Partial<StudentFormValues>
  /** The stored student to edit, with masked numbers. */
  stored?: Stored
  onFinish: (values: StudentFormValues) => Promise<void>
  /** Fields that only one of both drawers has. */
  classField?: ReactNode
  /** Above the fields. */
  note?: ReactNode
}

export function StudentForm({ form, initialValues, stored, onFinish, classField, note }: Props) {
  const type = Form.useWatch('studentType', form) ?? initialValues.studentType
  const alone = type !== undefined && numberFieldOf(type) === null
  const handleChange = (changed: Partial<StudentFormValues>, all: StudentFormValues) => {
    if (!('studentType' in changed || 'idCard' in changed)) return
    const locked = lockedValues(all, stored)
    if (locked) form.setFieldsValue(locked)
  }
  return (
    <Form<StudentFormValues>
      // A dialog with fields of the same names may open over it.
      name="student"
      form={form}
      layout="vertical"
      initialValues={initialValues}
      onValuesChange={handleChange}
      onFinish={onFinish}
      scrollToFirstError
    >
      {note}
      <Form.Item name="studentType" label="学生类型" rules={[{ required: true }]}>
        <SelectRadio options={StudentType.options} />
      </Form.Item>
      <div className={styles.studentFormGrid}>
        <Form.Item
          name="name"
          label="姓名"
          rules={rulesOf(stored ? EditStudent : AddStudent, 'name')}
          validateTrigger="onBlur"
          className={alone ? styles.studentFormWide : undefined}
        >
          <Input autoComplete="off" maxLength={NAME_MAX} placeholder="2-15个中文或英文字符" />
        </Form.Item>
        <IdentityFields form={form} stored={stored} />
        <DetailFields stored={stored} />
        {classField}
      </div>
      {/* The visible button is outside the form: this one lets Enter submit. */}
      <button type="submit" hidden />
    </Form>
  )
}

function DetailFields({ stored }: { stored?: Stored }) {
  return (
    <>
      <StoredNumberField
        name="studentNo"
        label="学籍号"
        stored={stored?.studentNo}
        maxLength={20}
        placeholder="没有可不填"
      />
      <Form.Item name="status" label="学籍状态">
        <SelectRadio options={StudentStatus.options} />
      </Form.Item>
      <Form.Item name="nation" label="民族">
        <SelectDropdown options={EthnicGroup.options} placeholder="可输入名称查找" />
      </Form.Item>
      <Form.Item name="nativePlace" label="籍贯" rules={rulesOf(AddStudent, 'nativePlace')}>
        <Input autoComplete="off" maxLength={NATIVE_PLACE_MAX} placeholder="如 浙江温州" />
      </Form.Item>
      <Form.Item
        name="parentName"
        label="家长姓名"
        rules={rulesOf(stored ? EditStudent : AddStudent, 'parentName')}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" maxLength={NAME_MAX} />
      </Form.Item>
      <StoredNumberField
        name="parentPhone"
        label="家长联系方式"
        stored={stored?.parentPhone}
        inputMode="tel"
        maxLength={14}
        placeholder="家长的手机号码"
      />
    </>
  )
}
