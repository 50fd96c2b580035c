import { Form, TreeSelect } from 'antd'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'

type Grade = { title: string; classes: { value: number; title: string; label: string }[] }

/** Only some grades or classes of the one school; nothing chosen means all of it. */
export function PartOfSchool({ orgId }: { orgId: number }) {
  const classes = useCall(schoolEndpoints.classList, { orgId })
  const grades = new Map<string, Grade>()
  for (const { classId, className, gradeName, prefix } of classes.data ?? []) {
    const key = `${prefix}-${gradeName}`
    const grade = grades.get(key) ?? { title: gradeName, classes: [] }
    const title = `${gradeName}${className}`
    grade.classes.push({ value: classId, title, label: title })
    grades.set(key, grade)
  }
  /** A grade stands for its classes. */
  const classIdsOf = (chosen: readonly (string | number)[]): number[] =>
    chosen.flatMap((key) =>
      typeof key === 'number' ? [key] : (grades.get(key)?.classes.map(({ value }) => value) ?? []),
    )
  return (
    <Form.Item
      name="classIds"
      label="班级范围"
      extra="不选表示计划学段内的全部班级；也可以只选部分年级或班级。"
      getValueFromEvent={classIdsOf}
    >
      <TreeSelect
        treeCheckable
        showCheckedStrategy={TreeSelect.SHOW_PARENT}
        treeNodeLabelProp="label"
        loading={classes.isFetching}
        maxTagCount={8}
        placeholder="全部班级"
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={[...grades.entries()].map(([key, grade]) => ({
          value: key,
          title: grade.title,
          label: `${grade.title}（全部${grade.classes.length}个班级）`,
          children: grade.classes,
        }))}
      />
    </Form.Item>
  )
}
