import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Sex } from '#contract/core/codes.ts'
import type { StudentDetail } from '#contract/students/schemas.ts'
import layout from '#web/core/layout.module.css'
import { Panel } from '#web/widgets/panel.tsx'

type Props = {
  student: Pick<StudentDetail, 'name' | 'sex'>
  /** After the name: whether the student is in school. */
  status: ReactNode
  /** Below the name: school and class. */
  place: ReactNode
  /** Buttons at the right. */
  children: ReactNode
}

/** The top of a student's file. */
export function StudentHeading({ student, status, place, children }: Props) {
  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="middle" wrap>
        <Flex vertical gap={4}>
          <Flex gap="small" align="center" wrap>
            <Typography.Title level={2} className={`${layout.noMargin} ${layout.text20}`}>
              {student.name}
            </Typography.Title>
            <span>{Sex.label(student.sex)}</span>
            {status}
          </Flex>
          {place}
        </Flex>
        {children}
      </Flex>
    </Panel>
  )
}
