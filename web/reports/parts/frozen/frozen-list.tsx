import { Button, Flex, Input, Segmented, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { FrozenRow } from '#contract/reports/frozen/frozen-schemas.ts'
import { type Report, ReportKind } from '#contract/reports/report/report.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { PageDrawer } from '#web/widgets/dialog/page-drawer.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Pagination } from '#web/widgets/list/pagination.tsx'
import { frozenLink } from './frozen-link.ts'
import { WithdrawButton } from './withdraw-button.tsx'

export type FrozenListProps = {
  kind: Report['kind']
  /** What is read just now; undefined where nothing is chosen yet. */
  here: { planId: number; unit: UnitKey } | undefined
  open: boolean
  onClose: () => void
}

const FIRST = { pageNum: 1, pageSize: 20 }

/** The frozen reports of a kind: those of the unit and plan in sight, or all of them. */
export function FrozenList({ kind, here, open, onClose }: FrozenListProps) {
  const [which, setWhich] = useState<'here' | 'all'>(here ? 'here' : 'all')
  const [reportNo, setReportNo] = useState('')
  const [page, setPage] = useState(FIRST)
  const part = which === 'here' && here ? { planId: here.planId, ...here.unit } : {}
  const query = { kind, ...part, ...(reportNo && { reportNo }), ...page }
  const list = useCall(reportEndpoints.frozenList, query, { enabled: open })
  const rows = list.data?.list ?? []
  const mayFreeze = useAllowed(['freezeReport'])
  return (
    <PageDrawer open={open} onClose={onClose} size={920} title={`已冻结的${ReportKind.label(kind)}`}>
      <Flex justify="space-between" gap="middle" wrap className={layout.below12}>
        <Segmented<'here' | 'all'>
          aria-label="范围"
          value={which}
          onChange={(next) => {
            setWhich(next)
            setPage(FIRST)
          }}
          options={[
            { value: 'here', label: '本计划本单位', disabled: !here },
            { value: 'all', label: '全部计划与单位' },
          ]}
        />
        <Input.Search
          aria-label="报告编号"
          placeholder="输入编号或其中一段"
          allowClear
          maxLength={40}
          onSearch={(text) => {
            setReportNo(text.trim())
            setPage(FIRST)
          }}
          className={layout.width260}
        />
      </Flex>
      <Table<FrozenRow>
        size="small"
        rowKey="reportNo"
        loading={list.isFetching}
        dataSource={list.error ? [] : rows}
        columns={columnsOf(onClose)}
        pagination={false}
        locale={{
          emptyText: list.error ? (
            <EmptyState
              title="列表加载失败"
              hint={list.error.message}
              action={<Button onClick={() => void list.refetch()}>重试</Button>}
            />
          ) : (
            <EmptyState
              title={reportNo ? '没有找到该编号的报告' : '还没有冻结的报告'}
              hint={hintOf(which, mayFreeze)}
            />
          ),
        }}
      />
      {(list.data?.total ?? 0) > page.pageSize && (
        <div className={layout.above12}>
          <Pagination
            total={list.data?.total ?? 0}
            pageNum={page.pageNum}
            pageSize={page.pageSize}
            onChange={setPage}
          />
        </div>
      )}
    </PageDrawer>
  )
}

function hintOf(which: 'here' | 'all', mayFreeze: boolean): string | undefined {
  if (which === 'here') return '可以切换到“全部计划与单位”查看'
  return mayFreeze ? '在报告上方点击“冻结”，即可编号保存' : undefined
}

const columnsOf = (onOpen: () => void) => [
  {
    title: '编号',
    width: 200,
    render: (_: unknown, { reportNo, kind }: FrozenRow) => (
      <Link to={frozenLink(kind, reportNo)} onClick={onOpen} className={layout.oneLine}>
        {reportNo}
      </Link>
    ),
  },
  {
    title: '报告与计划',
    render: (_: unknown, { title, planName }: FrozenRow) => (
      <>
        {title}
        <br />
        <Typography.Text type="secondary">{planName}</Typography.Text>
      </>
    ),
  },
  {
    title: '冻结',
    width: 220,
    render: (_: unknown, { frozenAt, frozenBy, orgName }: FrozenRow) => (
      <>
        {formatDateTime(frozenAt)}
        <br />
        <Typography.Text type="secondary">
          {frozenBy}（{orgName}）
        </Typography.Text>
      </>
    ),
  },
  {
    title: '状态',
    width: 150,
    render: (_: unknown, { withdrawnAt, withdrawnReason, mayWithdraw, reportNo }: FrozenRow) => (
      <Flex gap="small" align="center" wrap>
        {withdrawnAt ? <Tag color="error">已作废</Tag> : <Tag color="success">有效</Tag>}
        {withdrawnReason && <Typography.Text type="secondary">{withdrawnReason}</Typography.Text>}
        {mayWithdraw && <WithdrawButton reportNo={reportNo} link />}
      </Flex>
    ),
  },
]
