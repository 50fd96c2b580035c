import { Form, TreeSelect } from 'antd'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'

/** Only some grades or classes of the one school; nothing chosen means all of it. */
export function PartOfSchool({ orgId }: { orgId: number }) {
  const classes = useCall(schoolEndpoints.classList, { orgId })
  const grades = new Map<string, { title: string; classes: { value: number; title: string }[] }>()
  for (const { classId, className, gradeName, prefix } of classes.data ?? []) {
    const key = `${prefix}-${gradeName}`
    const grade = grades.get(key) ?? { title: gradeName, classes: [] }
    grade.classes.push({ value: classId, title: `${gradeName}${className}` })
    grades.set(key, grade)
  }
  return (
    <Form.Item
      name="classIds"
      label="班级范围"
      extra="不选表示计划学段内的全部班级；也可以只选部分年级或班级。"
    >
      <TreeSelect
        treeCheckable
        showCheckedStrategy={TreeSelect.SHOW_CHILD}
        loading={classes.isFetching}
        maxTagCount={8}
        placeholder="全部班级"
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={[...grades.entries()].map(([key, grade]) => ({
          value: key,
          title: grade.title,
          children: grade.classes,
        }))}
      />
    </Form.Item>
  )
}
