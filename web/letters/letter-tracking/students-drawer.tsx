import { Button, Flex, Segmented, Table, Tag } from 'antd'
import { useState } from 'react'
import { LetterState } from '#contract/eyesight/letter-state.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import type { LetterClass, LetterStudent } from '#contract/letters/letter-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'
import { ConfirmedLink } from '#web/widgets/dialog/confirmed-link.tsx'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { PageDrawer } from '#web/widgets/dialog/page-drawer.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { SelectPage, selectColumn } from '#web/widgets/list/select-rows.tsx'
import { ClassActions } from './class-actions.tsx'

const { acknowledged } = LetterState.code
const CONSEQUENCE = '已发出的告知书不能再扫码查看，须重新打印一份交给家长。'
const STATE_COLORS: Record<LetterStudent['state'], string | undefined> = {
  none: undefined,
  printed: 'blue',
  opened: 'gold',
  acknowledged: 'success',
}
const isWaiting = ({ state }: LetterStudent): boolean => state !== acknowledged
const hasLetter = ({ letterId }: LetterStudent): boolean => letterId !== null

type Props = { planId: number; row: LetterClass | undefined; onClose: () => void }

/** The students of a class and what became of their letters. */
export function StudentsDrawer({ planId, row, onClose }: Props) {
  // The class stays in sight while the drawer closes.
  const [last, setLast] = useState(row)
  if (row && row !== last) setLast(row)
  return (
    <PageDrawer
      open={row !== undefined}
      title={last && `${last.className}告知书`}
      extra={last && <ClassActions planId={planId} row={last} />}
      size={1080}
      onClose={onClose}
    >
      {row && <Students key={`${row.taskId} ${row.classId}`} row={row} />}
    </PageDrawer>
  )
}

function Students({ row: { taskId, classId } }: { row: LetterClass }) {
  const list = useCall(letterEndpoints.letterStudents, { taskId, classId })
  const [shown, setShown] = useState<'all' | 'waiting'>('all')
  const mayWithdraw = useAllowed(['printLetters'])
  const selection = {
    ...useChosenRows<LetterStudent>(shown),
    nameOf: ({ name }: LetterStudent) => name,
    choosable: hasLetter,
  }
  const withdrawal = useSend(letterEndpoints.withdrawLetters, {
    refreshes: [letterEndpoints.letterStudents, letterEndpoints.letterClasses],
    success: false,
  })
  const withdraw = async (students: readonly LetterStudent[]) => {
    const letterIds = students.flatMap(({ letterId }) => (letterId === null ? [] : [letterId]))
    const sent = await withdrawal.send({ letterIds })
    if (!sent.ok) return
    selection.onChange([])
    notifySuccess(`已作废 ${sent.data.withdrawn} 份，请重新打印交给家长`)
  }
  const students = list.data ?? []
  const rows = shown === 'all' ? students : students.filter(isWaiting)
  const { chosen } = selection
  return (
    <>
      <Flex gap="small" align="center" className={layout.below12}>
        {mayWithdraw && <SelectPage selection={selection} page={rows} rowKey="studentId" />}
        <Segmented
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: `全部 ${students.length}` },
            { value: 'waiting', label: `尚未知晓 ${students.filter(isWaiting).length}` },
          ]}
        />
        <Flex gap="small" align="center" className={layout.toTheEnd}>
          {mayWithdraw && chosen.length > 0 && (
            <DeleteButton
              label={`作废二维码（${chosen.length}）`}
              title={`作废 ${chosen.length} 份告知书的二维码？`}
              description={CONSEQUENCE}
              onConfirm={() => withdraw(chosen)}
            />
          )}
          <RefreshButton loading={list.isFetching} onClick={() => void list.refetch()} />
        </Flex>
      </Flex>
      <Table<LetterStudent>
        size="small"
        rowKey="studentId"
        loading={list.isFetching && !list.data}
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: <NoStudents list={list} isWhole={shown === 'all'} /> }}
        columns={[
          ...(mayWithdraw ? [selectColumn(selection, 'studentId')] : []),
          { title: '姓名', dataIndex: 'name', width: 88 },
          { title: '结论', dataIndex: 'conclusion' },
          {
            title: '建议就诊',
            width: 84,
            render: (_, { referral }) => referral && <Tag color="error">是</Tag>,
          },
          { title: '状态', width: 190, render: (_, student) => <States student={student} /> },
          ...(
            [
              ['打印', 'printedAt'],
              ['查看', 'openedAt'],
              ['知晓', 'acknowledgedAt'],
            ] as const
          ).map(([title, key]) => ({
            title,
            width: 96,
            render: (_: unknown, { [key]: at }: LetterStudent) => at && shortTime(at),
          })),
          { title: '就诊日期', dataIndex: 'visitedOn', width: 104 },
          {
            title: '操作',
            width: 96,
            render: (_, student) =>
              mayWithdraw &&
              hasLetter(student) && (
                <ConfirmedLink
                  danger
                  label="作废二维码"
                  title={`作废${student.name}的二维码？`}
                  detail={CONSEQUENCE}
                  onConfirm={() => withdraw([student])}
                />
              ),
          },
        ]}
      />
    </>
  )
}

/** Month, day and time: the year is that of the plan. */
const shortTime = (at: string): string => formatDateTime(at).slice(5)

function States({ student: { state, corrected, locked } }: { student: LetterStudent }) {
  return (
    <Flex gap={4} wrap>
      <Tag color={STATE_COLORS[state]}>{LetterState.label(state)}</Tag>
      {corrected && (
        <Tag color="warning" title="打印后结果有更正，须重新打印">
          已更正
        </Tag>
      )}
      {locked && (
        <Tag color="error" title="出生日期输错次数过多；作废后重新打印即可再查看">
          已锁定
        </Tag>
      )}
    </Flex>
  )
}

type NoStudentsProps = {
  list: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  isWhole: boolean
}

function NoStudents({ list, isWhole }: NoStudentsProps) {
  if (list.error && !list.isFetching) {
    const retry = <Button onClick={() => void list.refetch()}>重试</Button>
    return <EmptyState title="名单加载失败" hint={list.error.message} action={retry} />
  }
  return isWhole ? (
    <EmptyState title="本班还没有可以告知的结果" hint="录入筛查结果后，学生会列在这里" />
  ) : (
    <EmptyState title="家长都已知晓" />
  )
}
