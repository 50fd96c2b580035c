import { Button, Flex, Tooltip, Typography } from 'antd'
import { PAPER_MOST_CHOSEN } from '#contract/print/paper-schemas.ts'
import type { StudentRow } from '#contract/students/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { formatNumber } from '#web/core/format.ts'
import { PrintLink } from '#web/widgets/print/print-link.tsx'
import type { StartTask } from '../task.ts'

type Props = { students: readonly StudentRow[]; onTask: StartTask; onClear: () => void }

/** Replaces the list's title while students are selected. */
export function BatchBar({ students, onTask, onClear }: Props) {
  const oneSchool = new Set(students.map(({ orgId }) => orgId)).size === 1
  return (
    <Flex gap="small" align="center" wrap role="toolbar" aria-label="批量操作">
      <Typography.Text strong aria-live="polite">
        已选 {formatNumber(students.length)} 人
      </Typography.Text>
      <PrintChosen students={students} />
      <Allowed any={['studentTransfer']}>
        <Tooltip title={oneSchool ? undefined : '请只选同一所学校的学生'}>
          <Button disabled={!oneSchool} onClick={() => onTask({ kind: 'move', students: [...students] })}>
            批量调班
          </Button>
        </Tooltip>
      </Allowed>
      <Allowed any={['studentLeave']}>
        <Button onClick={() => onTask({ kind: 'leave', students: [...students] })}>批量转出/毕业</Button>
      </Allowed>
      <Allowed any={['studentDelete']}>
        <Button danger onClick={() => onTask({ kind: 'delete', students: [...students] })}>
          批量删除
        </Button>
      </Allowed>
      <Button type="link" onClick={onClear}>
        取消选择
      </Button>
    </Flex>
  )
}

/** Every reader of the list may print; not more than an address holds. */
function PrintChosen({ students }: Pick<Props, 'students'>) {
  if (students.length > PAPER_MOST_CHOSEN) {
    return (
      <Tooltip title={`一次最多打印 ${PAPER_MOST_CHOSEN} 人`}>
        <Button disabled>打印</Button>
      </Tooltip>
    )
  }
  return <PrintLink choice={{ studentIds: students.map(({ studentId }) => studentId) }}>打印</PrintLink>
}
