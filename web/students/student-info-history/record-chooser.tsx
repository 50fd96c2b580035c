import { Button, Flex, Input, Table, Typography } from 'antd'
import { Link } from 'react-router'
import { NAME_MAX } from '#contract/core/fields.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { HistoryRow } from '#contract/students/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { LeftTag } from '../history-parts/history-columns.tsx'

/** So many are shown; more than that are better narrowed down in the list. */
const FOUND_MAX = 15

type Props = { name: string | undefined; onSearch: (name: string | undefined) => void }

/** Whose file? Asked where the address does not say it. */
export function RecordChooser({ name, onSearch }: Props) {
  const found = useCall(
    studentEndpoints.historyPageList,
    { pageNum: 1, pageSize: FOUND_MAX, name },
    { enabled: name !== undefined },
  )
  return (
    <Panel>
      <Flex vertical gap="middle" className={layout.paddedAbove8}>
        <Flex gap="middle" align="center" wrap>
          <Input.Search
            key={name ?? ''}
            aria-label="学生姓名"
            placeholder="输入转出或毕业学生的姓名"
            defaultValue={name}
            enterButton="查找"
            allowClear
            maxLength={NAME_MAX}
            loading={found.isFetching}
            onSearch={(typed) => onSearch(typed.trim() || undefined)}
            className={layout.width320}
          />
          <Allowed any={['studentHistory']}>
            <Link to="/schools/student-history">全部转出与毕业学生</Link>
            <Link to="/schools/student-history-class">按班级查看</Link>
          </Allowed>
        </Flex>
        {name === undefined ? (
          <EmptyState title="没有选择学生" hint="输入姓名查找，或从转出与毕业学生的列表中打开" />
        ) : (
          <Found name={name} found={found} />
        )}
      </Flex>
    </Panel>
  )
}

type FoundProps = {
  name: string
  found: {
    data: { list: HistoryRow[]; total: number } | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
}

function Found({ name, found: { data, error, isFetching, refetch } }: FoundProps) {
  const hidden = (data?.total ?? 0) - (data?.list.length ?? 0)
  return (
    <>
      <Table<HistoryRow>
        size="middle"
        rowKey="recordId"
        dataSource={data?.list ?? []}
        loading={isFetching}
        pagination={false}
        locale={{
          emptyText: error ? (
            <EmptyState
              title="查找失败"
              hint={error.message}
              action={<Button onClick={() => void refetch()}>重试</Button>}
            />
          ) : (
            <EmptyState
              title={isFetching ? '正在查找…' : `没有找到名为“${name}”的转出或毕业学生`}
              hint={isFetching ? undefined : '在校学生请到学生管理中查找'}
            />
          ),
        }}
        columns={[
          { title: '姓名', dataIndex: 'name', width: 110 },
          { title: '出生日期', dataIndex: 'birthDate', width: 110 },
          { title: '学校', dataIndex: 'orgName', ellipsis: true },
          { title: '离校时班级', width: 140, render: (_, row) => row.gradeName + row.className },
          { title: '去向', width: 84, render: (_, row) => <LeftTag type={row.historyType} /> },
          { title: '离校日期', dataIndex: 'leftOn', width: 110 },
          {
            title: '操作',
            width: 72,
            render: (_, row) => (
              <Link to={`/schools/student-info-history?recordId=${row.recordId}`}>查看</Link>
            ),
          },
        ]}
      />
      {hidden > 0 && (
        <Typography.Text type="secondary">
          还有 {formatNumber(hidden)} 条，请输入更完整的姓名，或到列表中按学校和学年查找
        </Typography.Text>
      )}
    </>
  )
}
