import { Flex, Select, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { SCHOOL_SEARCH_PAGE_SIZE } from '#contract/core/limits.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'

const TYPING_PAUSE_MS = 300

type Props = {
  id?: string
  'aria-label'?: string
  value?: number
  onChange?: (orgId: number | undefined) => void
  /** Name of the chosen school where it is not among those found. */
  knownName?: string
  placeholder?: string
  allowClear?: boolean
  style?: { width?: number | string }
}

/** Finds one school of the data range by its name. */
export function SchoolSelect({
  value,
  onChange,
  knownName = '所选学校',
  placeholder = '输入名称查找学校',
  allowClear = true,
  ...rest
}: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim().slice(0, 50)), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const found = useCall(schoolEndpoints.searchSchool, {
    pageNum: 1,
    pageSize: SCHOOL_SEARCH_PAGE_SIZE,
    keyword: keyword || undefined,
  })
  const schools = found.data?.list ?? []
  const hidden = (found.data?.total ?? 0) - schools.length
  const options = schools.map(({ orgId, orgName, areaName }) => ({
    value: orgId,
    name: orgName,
    label: <SchoolLine name={orgName} area={areaName} />,
  }))
  if (value !== undefined && !schools.some(({ orgId }) => orgId === value)) {
    options.unshift({ value, name: knownName, label: <SchoolLine name={knownName} /> })
  }
  return (
    <Select
      {...rest}
      value={value}
      onChange={(orgId: number | undefined) => onChange?.(orgId)}
      options={options}
      optionLabelProp="name"
      placeholder={placeholder}
      allowClear={allowClear}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={found.isFetching ? '正在查找…' : '没有符合的学校，请换个名称'}
      popupMatchSelectWidth={340}
      popupRender={(menu) => (
        <>
          {menu}
          {hidden > 0 && (
            <Typography.Text type="secondary" style={{ display: 'block', padding: '4px 12px' }}>
              还有 {formatNumber(hidden)} 所，请输入名称缩小范围
            </Typography.Text>
          )}
        </>
      )}
    />
  )
}

function SchoolLine({ name, area }: { name: string; area?: string }) {
  return (
    <Flex vertical>
      <Typography.Text ellipsis>{name}</Typography.Text>
      {area && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {area}
        </Typography.Text>
      )}
    </Flex>
  )
}
