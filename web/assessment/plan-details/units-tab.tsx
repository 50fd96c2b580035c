import { Button, Flex, Input, Table, type TableColumnType, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan, AssessUnitRow } from '#contract/assessment/plan-schemas.ts'
import { AppealStatus, ApplicationStatus } from '#contract/assessment/statuses.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { SelectDropdown } from '#web/widgets/select/select-dropdown.tsx'
import { reviewOf } from '../parts/plan-addresses.ts'
import { pointsText } from '../parts/points.ts'
import { ApplicationTag } from '../parts/status-tag.tsx'

const GrantDialog = lazyPart(async () => (await import('./grant-dialog.tsx')).GrantDialog)
const PAGE_SIZE = 20

/** How far each unit is. */
export function UnitsTab({ plan }: { plan: AssessPlan }) {
  const [keyword, setKeyword] = useState('')
  const [status, setStatus] = useState<AssessUnitRow['status'] | 'missed'>()
  const units = useCall(assessmentEndpoints.assessUnits, { planId: plan.planId })
  const mayReview = useAllowed(['approveAssessments'])
  const grant = useDialog(GrantDialog)
  const part = keyword.trim()
  const shown = (units.data ?? []).filter(
    (row) =>
      (row.orgName.includes(part) || row.areaName.includes(part)) &&
      (status === undefined || (status === 'missed' ? row.missed : row.status === status && !row.missed)),
  )
  const columns: TableColumnType<AssessUnitRow>[] = [
    {
      title: '单位',
      render: (_, { orgName, areaName, applicationId }) => (
        <>
          {mayReview ? <Link to={reviewOf(applicationId)}>{orgName}</Link> : orgName}
          {areaName !== orgName && (
            <div>
              <Typography.Text type="secondary" className={layout.smallText}>
                {areaName}
              </Typography.Text>
            </div>
          )}
        </>
      ),
    },
    {
      title: '状态',
      width: 190,
      render: (_, row) => (
        <Flex gap={4} wrap>
          <ApplicationTag status={row.status} missed={row.missed} touched={row.touched} />
          {row.appeal === AppealStatus.code.open && <Tag color="error">异议待答复</Tag>}
          {row.returnedUntil !== null && (
            <Typography.Text type="secondary" className={layout.smallText}>
              可提交至 {row.returnedUntil}
            </Typography.Text>
          )}
        </Flex>
      ),
    },
    { title: '提交时间', dataIndex: 'submittedAt', width: 144, render: formatDateTime },
    { title: '自评总分', width: 92, align: 'right', render: (_, { selfTotal }) => pointsText(selfTotal) },
    {
      title: '已评 / 应评',
      width: 104,
      align: 'right',
      render: (_, { scored, toScore }) => `${scored} / ${toScore}`,
    },
    { title: '评审总分', width: 92, align: 'right', render: (_, { total }) => pointsText(total) },
    {
      title: '操作',
      width: 140,
      render: (_, row) => (
        <Flex gap={10} wrap>
          {mayReview && (
            <Link to={reviewOf(row.applicationId)}>{row.approvalId === null ? '查看' : '评审'}</Link>
          )}
          {row.missed && plan.reviews && mayReview && (
            <LinkButton
              aria-label={`准予补报：${row.orgName}`}
              onClick={() => grant.show({ applicationId: row.applicationId, orgName: row.orgName })}
            >
              准予补报
            </LinkButton>
          )}
        </Flex>
      ),
    },
  ]
  return (
    <>
      <Flex gap="small" wrap className={layout.below12}>
        <Input
          aria-label="查找单位"
          placeholder="单位或区域名称"
          allowClear
          className={layout.width240}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <SelectDropdown
          aria-label="申报状态"
          placeholder="全部状态"
          options={[...ApplicationStatus.options, { value: 'missed' as const, label: '未申报' }]}
          value={status}
          onChange={setStatus}
          style={STATUS_WIDTH}
        />
      </Flex>
      <Table<AssessUnitRow>
        size="small"
        rowKey="applicationId"
        loading={units.isFetching && !units.data}
        dataSource={shown}
        columns={columns}
        scroll={{ x: 900 }}
        pagination={shown.length > PAGE_SIZE && { pageSize: PAGE_SIZE, showSizeChanger: false }}
        locale={{
          emptyText: units.error ? (
            <EmptyState
              title="单位没有读到"
              hint={units.error.message}
              action={<Button onClick={() => void units.refetch()}>重试</Button>}
            />
          ) : (
            <EmptyState title="没有符合条件的单位" />
          ),
        }}
      />
      {grant.element}
    </>
  )
}

const STATUS_WIDTH = { width: 140 }
