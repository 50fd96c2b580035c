import { Flex, type TableColumnType, Tag, Typography } from 'antd'
import type { OrgTermsRow } from '#contract/authority/org-terms.ts'
import { OrgProperty, OrgType } from '#contract/core/codes.ts'
import { OrgTermState } from '#contract/orgs/terms.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { TitleButton } from '#web/widgets/list/title-button.tsx'
import { AREA_COLUMN } from '#web/widgets/org/org-columns.tsx'

/** Width of the table below which it scrolls sideways. */
export const TABLE_MIN_WIDTH = 1060

export function termColumns(onOpen: (row: OrgTermsRow) => void): TableColumnType<OrgTermsRow>[] {
  return [
    {
      title: '机构名称',
      dataIndex: 'orgName',
      fixed: 'start',
      ellipsis: true,
      render: (name: string, row) => <TitleButton title={name} onClick={() => onOpen(row)} />,
    },
    { title: '类型', width: 112, render: (_, row) => kindOf(row) },
    AREA_COLUMN,
    { title: '有效期至', width: 124, render: (_, row) => <LastDay row={row} /> },
    { title: '状态', width: 104, render: (_, { state }) => <TermTag state={state} /> },
    { title: '账号（已用/名额）', width: 150, render: (_, row) => <Places row={row} /> },
    {
      title: '权限组',
      dataIndex: 'groupName',
      width: 124,
      ellipsis: true,
      render: (name: string | null) => name ?? <Typography.Text type="warning">未设置</Typography.Text>,
    },
    {
      title: '操作',
      width: 76,
      fixed: 'end',
      render: (_, row) => <LinkButton onClick={() => onOpen(row)}>变更</LinkButton>,
    },
  ]
}

/** Of a government body which line of command it belongs to; the type says it of all others. */
export const kindOf = ({ orgType, orgProperty }: Pick<OrgTermsRow, 'orgType' | 'orgProperty'>): string =>
  orgType === OrgType.code.government ? OrgProperty.label(orgProperty) : OrgType.label(orgType)

const COLORS = {
  valid: 'success',
  soon: 'warning',
  expired: 'error',
  unset: 'error',
  disabled: 'default',
} as const satisfies Record<OrgTermsRow['state'], string>

export function TermTag({ state }: { state: OrgTermsRow['state'] }) {
  return <Tag color={COLORS[state]}>{OrgTermState.label(state)}</Tag>
}

function LastDay({ row: { expiresOn, remainingDays, state } }: { row: OrgTermsRow }) {
  if (expiresOn === null || remainingDays === null) return <Faint>—</Faint>
  return (
    <Flex vertical className={layout.tightLines}>
      {expiresOn}
      <Typography.Text
        type={state === 'valid' || state === 'disabled' ? 'secondary' : 'warning'}
        className={layout.smallText}
      >
        {daysInWords(remainingDays)}
      </Typography.Text>
    </Flex>
  )
}

export function daysInWords(days: number): string {
  if (days < 0) return `已过 ${-days} 天`
  return days === 0 ? '今天到期' : `还剩 ${days} 天`
}

const PLACES = [
  ['superAdmin', '超管'],
  ['admin', '管理员'],
  ['screener', '筛查员'],
] as const

/** How many accounts of each kind are in use; a kind that the organisation cannot have is left out. */
function Places({ row }: { row: OrgTermsRow }) {
  return (
    <Flex wrap gap="0 10px" className={`${layout.tightLines} ${layout.smallText}`}>
      {PLACES.filter(([key]) => row[key].limit > 0 || row[key].used > 0).map(([key, label]) => (
        <Typography.Text
          key={key}
          type={row[key].used > row[key].limit ? 'danger' : undefined}
          className={layout.smallText}
        >
          {label} {row[key].used}/{row[key].limit}
        </Typography.Text>
      ))}
    </Flex>
  )
}

function Faint({ children }: { children: string }) {
  return <Typography.Text type="secondary">{children}</Typography.Text>
}
