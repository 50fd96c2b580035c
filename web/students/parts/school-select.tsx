import { Flex, Select, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { SchoolOption } from '#contract/schools/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'

const TYPING_PAUSE_MS = 300

type Props = {
  id?: string
  'aria-label'?: string
  /** Schools of the own range, or those a student may go to. */
  endpoint: typeof schoolEndpoints.searchSchool
  value?: number
  onChange?: (orgId: number | undefined) => void
  /** Name of the chosen school where it is not among those found. */
  knownName?: string
  /** Is not offered. */
  except?: number
  placeholder?: string
  allowClear?: boolean
  style?: { width?: number | string; maxWidth?: number | string }
}

/** Finds one school by its name. */
export function SchoolSelect({
  endpoint,
  value,
  onChange,
  knownName,
  except,
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

  const found = useCall(endpoint, { pageNum: 1, keyword: keyword || undefined })
  const schools = found.data?.list ?? []
  const hidden = (found.data?.total ?? 0) - schools.length

  const options = schools
    .filter(({ orgId }) => orgId !== except)
    .map((school) => ({
      value: school.orgId,
      name: school.orgName,
      label: <SchoolLine school={school} />,
    }))
  if (value !== undefined && knownName && !schools.some(({ orgId }) => orgId === value)) {
    options.unshift({ value, name: knownName, label: <span>{knownName}</span> })
  }
  return (
    <Select
      {...rest}
      value={value}
      options={options}
      optionLabelProp="name"
      placeholder={placeholder}
      allowClear={allowClear}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={noteOf(found)}
      popupMatchSelectWidth={360}
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
      onChange={(orgId: number | undefined) => onChange?.(orgId)}
    />
  )
}

function noteOf({ isFetching, error }: { isFetching: boolean; error: unknown }): string {
  if (isFetching) return '正在查找…'
  return error ? '查找失败，请再输入一次' : '没有符合的学校，请换个名称'
}

function SchoolLine({ school }: { school: SchoolOption }) {
  return (
    <Flex vertical>
      <Typography.Text ellipsis>{school.orgName}</Typography.Text>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {school.areaName}
      </Typography.Text>
    </Flex>
  )
}
