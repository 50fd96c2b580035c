import { Flex, Typography } from 'antd'
import type { GradeNode } from '#contract/schools/schemas.ts'
import layout from '#web/core/layout.module.css'
import { SelectCheckbox } from '#web/widgets/select/select-checkbox.tsx'
import styles from './authority-manage.module.css'

type Props = {
  grades: readonly GradeNode[]
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Classes under their grades; each grade can be taken as a whole. */
export function ClassChoice({ grades, value, onChange }: Props) {
  return (
    <Flex vertical gap="middle">
      {grades
        .filter(({ classes }) => classes.length > 0)
        .map(({ gradeId, gradeName, classes }) => {
          const own = classes.map(({ classId }) => classId)
          return (
            <fieldset key={gradeId} className={layout.bareGroup}>
              <legend className={styles.classChoiceTitle}>
                <Typography.Text strong>{gradeName}</Typography.Text>
              </legend>
              <SelectCheckbox
                withAll
                options={classes.map(({ classId, className, studentCount }) => ({
                  value: classId,
                  label: `${className}（${studentCount}人）`,
                }))}
                value={value.filter((id) => own.includes(id))}
                onChange={(ids) => onChange([...value.filter((id) => !own.includes(id)), ...ids])}
              />
            </fieldset>
          )
        })}
    </Flex>
  )
}

export function GradeChoice({ grades, value, onChange }: Props) {
  return (
    <SelectCheckbox
      withAll
      options={grades.map(({ gradeId, gradeName, classCount, studentCount }) => ({
        value: gradeId,
        label: `${gradeName}（${classCount}个班，${studentCount}人）`,
      }))}
      value={[...value]}
      onChange={onChange}
    />
  )
}
