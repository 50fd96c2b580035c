import { Flex, Select, Tag, Typography } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/core/limits.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { OrgOption } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'

const TYPING_PAUSE_MS = 300

type Props = {
  id?: string
  'aria-label'?: string
  value?: number
  onChange?: (orgId: number | undefined) => void
  /** The whole organisation behind the choice. */
  onPick?: (org: OrgOption | undefined) => void
  orgType?: OrgOption['orgType']
  /** Name of the chosen organisation where it is not among those found. */
  knownName?: string
  /** Organisations still waiting for approval cannot be chosen. */
  approvedOnly?: boolean
  placeholder?: string
  style?: { width?: number | string }
}

/** Finds one organisation of the data range by its name. */
export function OrgSelect({
  value,
  onChange,
  onPick,
  orgType,
  knownName,
  approvedOnly,
  placeholder = '输入名称查找机构',
  ...rest
}: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim().slice(0, 50)), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const found = useCall(orgEndpoints.orgList, {
    pageNum: 1,
    pageSize: PAGE_SIZE_DEFAULT,
    orgType,
    keyword: keyword || undefined,
  })
  const orgs = useMemo(() => found.data?.list ?? [], [found.data])
  const hidden = (found.data?.total ?? 0) - orgs.length

  const options = orgs.map((org) => ({
    value: org.orgId,
    name: org.orgName,
    disabled: approvedOnly && org.status !== ApprovalStatus.code.passed,
    label: <OrgLine org={org} />,
  }))
  if (value !== undefined && knownName && !orgs.some(({ orgId }) => orgId === value)) {
    options.unshift({ value, name: knownName, disabled: false, label: <span>{knownName}</span> })
  }
  return (
    <Select
      {...rest}
      value={value}
      options={options}
      optionLabelProp="name"
      placeholder={placeholder}
      allowClear
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={found.isFetching ? '正在查找…' : '没有符合的机构，请换个名称'}
      popupMatchSelectWidth={380}
      popupRender={(menu) => (
        <>
          {menu}
          {hidden > 0 && (
            <Typography.Text type="secondary" style={{ display: 'block', padding: '4px 12px' }}>
              还有 {hidden} 个，请输入名称缩小范围
            </Typography.Text>
          )}
        </>
      )}
      onChange={(orgId: number | undefined) => {
        onChange?.(orgId)
        onPick?.(orgs.find((org) => org.orgId === orgId))
      }}
    />
  )
}

function OrgLine({ org }: { org: OrgOption }) {
  return (
    <Flex vertical>
      <Flex justify="space-between" gap="small">
        <Typography.Text ellipsis>{org.orgName}</Typography.Text>
        <Tag variant="filled" style={{ marginInlineEnd: 0 }}>
          {org.status === ApprovalStatus.code.passed
            ? OrgType.label(org.orgType)
            : ApprovalStatus.label(org.status)}
        </Tag>
      </Flex>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {org.areaName}
      </Typography.Text>
    </Flex>
  )
}
