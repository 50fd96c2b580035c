import { Flex, Select, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { Page } from '#contract/core/envelope.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import styles from './org.module.css'

type Org = { orgId: number; orgName: string; areaName: string }

/** The props of a select that searches organisations, as a field of a form or alone. */
export type OrgPickerField = {
  id?: string
  'aria-label'?: string
  value?: number
  onChange?: (orgId: number | undefined) => void
  /** Name of the chosen organisation where it is not among those found. */
  knownName?: string
  placeholder?: string
  allowClear?: boolean
  className?: string
}
type Props<O extends Org> = OrgPickerField & {
  /** 学校, 机构, and what they are counted in. */
  noun: string
  unit: string
  /** The result of `useCall` on a paged search by name. */
  found: { data: Page<O> | undefined; error: unknown; isFetching: boolean }
  onSearch: (text: string) => void
  onPick?: (org: O | undefined) => void
  /** Left out of the list. */
  except?: number
  /** Shown after the name. */
  tagOf?: (org: O) => string
  disabled?: (org: O) => boolean
}

/** One organisation, found by typing a part of its name. */
export function OrgPicker<O extends Org>(props: Props<O>) {
  const { noun, unit, found, onSearch, onChange, onPick, except, tagOf, disabled, ...rest } = props
  const { value, knownName = `所选${noun}`, placeholder = `输入名称查找${noun}`, allowClear = true } = rest
  // What was chosen is no longer among those found once something else is typed.
  const [picked, setPicked] = useState<O>()
  const orgs = (found.data?.list ?? []).filter(({ orgId }) => orgId !== except)
  const hidden = (found.data?.total ?? 0) - (found.data?.list.length ?? 0)
  const options = orgs.map((org) => ({
    value: org.orgId,
    name: org.orgName,
    disabled: disabled?.(org) ?? false,
    label: <OrgLine org={org} tag={tagOf?.(org)} />,
  }))
  if (value !== undefined && !orgs.some(({ orgId }) => orgId === value)) {
    const name = picked?.orgId === value ? picked.orgName : knownName
    options.unshift({ value, name, disabled: false, label: <span>{name}</span> })
  }
  return (
    <Select
      id={rest.id}
      aria-label={rest['aria-label']}
      className={rest.className}
      value={value}
      options={options}
      optionLabelProp="name"
      placeholder={placeholder}
      allowClear={allowClear}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch }}
      notFoundContent={searchNote(noun, found)}
      popupMatchSelectWidth={360}
      popupRender={(menu) => (
        <>
          {menu}
          <HiddenOrgs unit={unit} count={hidden} />
        </>
      )}
      onChange={(orgId: number | undefined) => {
        const org = orgs.find((each) => each.orgId === orgId) ?? picked
        setPicked(org)
        onChange?.(orgId)
        onPick?.(orgId === undefined ? undefined : org)
      }}
    />
  )
}

/** Says below those found that there are more. */
export function HiddenOrgs({ unit, count }: { unit: string; count: number }) {
  if (count <= 0) return null
  return (
    <Typography.Text type="secondary" className={styles.hiddenOrgs}>
      还有 {formatNumber(count)} {unit}，请输入名称缩小范围
    </Typography.Text>
  )
}

/** The note in place of organisations while there are none. */
export function searchNote(
  noun: string,
  { isFetching, error }: { isFetching: boolean; error: unknown },
): string {
  if (isFetching) return '正在查找…'
  return error ? '查找失败，请再输入一次' : `没有符合的${noun}，请换个名称`
}

export function OrgLine({ org, tag }: { org: Org; tag?: string }) {
  return (
    <Flex vertical>
      <Flex justify="space-between" gap="small">
        <Typography.Text ellipsis>{org.orgName}</Typography.Text>
        {tag && (
          <Tag variant="filled" className={layout.noMarginAfter}>
            {tag}
          </Tag>
        )}
      </Flex>
      <Typography.Text type="secondary" className={layout.smallText}>
        {org.areaName}
      </Typography.Text>
    </Flex>
  )
}
