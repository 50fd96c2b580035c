import { Alert, Button, Drawer, Flex, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type ConflictRow, RecordSource } from '#contract/eyesight/record-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { Pagination } from '#web/widgets/list/pagination.tsx'

type Props = DialogProps & {
  planId: number
  /** Of all tasks of the plan where left out. */
  taskId?: number
}

/** Readings that contradict what is there, waiting for somebody to decide. */
export function ConflictDrawer({ open, planId, taskId, onClose }: Props) {
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const list = useCall(eyesightEndpoints.conflictPageList, { planId, taskId, ...page })
  const mayDecide = useAllowed(['recordEnter'])
  const resolve = useSend(eyesightEndpoints.resolveConflict, {
    refreshes: [eyesightEndpoints.conflictPageList, eyesightEndpoints.intake],
    success: '已处理',
  })
  return (
    <Drawer open={open} onClose={onClose} size={860} title="待处理的冲突数据">
      {!mayDecide && (
        <Alert type="info" showIcon title="采用哪一个由承担任务的机构或学校决定" className={layout.below12} />
      )}
      <Table<ConflictRow>
        size="small"
        rowKey="conflictId"
        loading={list.isFetching}
        dataSource={list.data?.list ?? []}
        pagination={false}
        locale={{ emptyText: list.error ? '加载失败，请重新打开' : '没有待处理的冲突' }}
        columns={[
          {
            title: '学生',
            render: (_, row) => (
              <Link to={`/eyesight/class-details?taskId=${row.taskId}&classId=${row.classId}`}>
                {row.studentName}
                <br />
                {row.schoolName} {row.className}
              </Link>
            ),
          },
          {
            title: '来源',
            width: 140,
            render: (_, { source, deviceName, createdAt }) => (
              <>
                {deviceName ?? RecordSource.label(source)}
                <br />
                {formatDateTime(createdAt)}
              </>
            ),
          },
          {
            title: '已有 → 新来',
            render: (_, { fields, blind }) =>
              blind
                ? '待复测，暂不显示'
                : fields.map(({ label, present, incoming }) => (
                    <div key={label}>
                      {label}：{present} → {incoming}
                    </div>
                  )),
          },
          ...(mayDecide
            ? [
                {
                  title: '操作',
                  width: 140,
                  render: (_: unknown, { conflictId }: ConflictRow) => (
                    <Flex gap="small">
                      <Button size="small" onClick={() => void resolve.send({ conflictId, take: true })}>
                        采用
                      </Button>
                      <Button size="small" onClick={() => void resolve.send({ conflictId, take: false })}>
                        不采用
                      </Button>
                    </Flex>
                  ),
                },
              ]
            : []),
        ]}
      />
      {(list.data?.total ?? 0) > 0 && (
        <div className={layout.above12}>
          <Pagination total={list.data?.total ?? 0} {...page} onChange={setPage} />
        </div>
      )}
    </Drawer>
  )
}
