import { Alert, Button, Drawer, Flex, Input, Table, Typography } from 'antd'
import { useState } from 'react'
import { Sex } from '#contract/core/codes.ts'
import { type ClassNumbers, fourDigits } from '#contract/eyesight/monitoring.ts'
import { NUMBERERS, recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { useFillNumbers } from './use-fill-numbers.ts'

type Props = DialogProps & { taskId: number; classId: number }
type Row = ClassNumbers['rows'][number]

const isBad = (text: string): boolean => text !== '' && !(/^\d{1,4}$/.test(text) && Number(text) > 0)
const textOf = ({ number }: Row): string => (number === null ? '' : fourDigits(number))

/** 学生编码 of a class: given in order, changed one by one. */
export function NumbersDrawer({ open, onClose, taskId, classId }: Props) {
  const numbers = useCall(recordEndpoints.classNumbers, { taskId, classId })
  const mayChange = useAllowed(NUMBERERS)
  return (
    <Drawer open={open} onClose={onClose} size={560} title="学生编码">
      <Typography.Paragraph type="secondary">
        学生常见病监测16位编号的最后四位，同一年级内不重复。编号的其余部分取自学校资料（片区、城乡、监测学校代码）和年级。
      </Typography.Paragraph>
      {numbers.error && !numbers.data && (
        <EmptyState
          title="编码加载失败"
          hint={numbers.error.message}
          action={<Button onClick={() => void numbers.refetch()}>重试</Button>}
        />
      )}
      {numbers.data?.lockedReason && (
        <Alert type="info" showIcon title={numbers.data.lockedReason} className={layout.below12} />
      )}
      {(numbers.data || numbers.isLoading) && (
        <NumberTable
          part={{ taskId, classId }}
          rows={numbers.data?.rows ?? []}
          loading={numbers.isLoading}
          editable={mayChange && numbers.data?.lockedReason === null}
        />
      )}
    </Drawer>
  )
}

type TableProps = {
  part: { taskId: number; classId: number }
  rows: readonly Row[]
  loading: boolean
  editable: boolean
}

function NumberTable({ part, rows, loading, editable }: TableProps) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const { fill, filling } = useFillNumbers()
  const save = useSend(recordEndpoints.saveClassNumbers, {
    refreshes: [recordEndpoints.classNumbers],
    success: '编码已保存',
  })
  const changed = rows.flatMap((row) => {
    const text = typed.get(row.recordId)
    if (text === undefined || text === textOf(row)) return []
    return [{ recordId: row.recordId, text, number: text === '' ? null : Number(text) }]
  })
  const wrong = changed.some(({ text }) => isBad(text))
  const handleSave = async () => {
    const sent = changed.map(({ recordId, number }) => ({ recordId, number }))
    if ((await save.send({ ...part, rows: sent })).ok) setTyped(new Map())
  }
  return (
    <Flex vertical gap="middle">
      {editable && (
        <Flex gap="small">
          <Button disabled={changed.length > 0} loading={filling} onClick={() => void fill(part)}>
            按名单顺序补编
          </Button>
          <Button
            type="primary"
            disabled={changed.length === 0 || wrong}
            loading={save.sending}
            onClick={() => void handleSave()}
          >
            保存
          </Button>
        </Flex>
      )}
      <Table<Row>
        size="small"
        rowKey="recordId"
        loading={loading}
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: '名单中没有学生' }}
        columns={[
          { title: '序号', width: 64, render: (_, __, index) => index + 1 },
          { title: '姓名', dataIndex: 'studentName' },
          { title: '性别', width: 64, render: (_, { sex }) => Sex.label(sex) },
          {
            title: '编码',
            width: 140,
            render: (_, row) =>
              editable ? (
                <Input
                  aria-label={`${row.studentName}的编码`}
                  value={typed.get(row.recordId) ?? textOf(row)}
                  maxLength={4}
                  inputMode="numeric"
                  placeholder="四位数字"
                  status={isBad(typed.get(row.recordId) ?? '') ? 'error' : undefined}
                  onChange={({ target }) =>
                    setTyped((last) => new Map(last).set(row.recordId, target.value.trim()))
                  }
                />
              ) : (
                textOf(row) || '未编'
              ),
          },
        ]}
      />
    </Flex>
  )
}
