import { Flex, type TableColumnType, Typography } from 'antd'
import type { OrgOption } from '#contract/orgs/schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { OrgStatus } from './org-status.tsx'

type OrgRow = {
  areaName: string
  contactName: string | null
  contactPhone: string | null
  status: OrgOption['status']
  expiresOn: string | null
  enabled: boolean
}

/** The last two parts distinguish places of one name; the full path is in the title. */
export const AREA_COLUMN = {
  title: '所在区域',
  dataIndex: 'areaName',
  width: 122,
  ellipsis: { showTitle: false },
  render: (name: string) => <span title={name}>{name.split('-').slice(-2).join(' ')}</span>,
} satisfies TableColumnType<{ areaName: string }>

/** The number comes masked. */
export const CONTACT_COLUMN = {
  title: '联系人',
  width: 104,
  render: (_: unknown, { contactName, contactPhone }: OrgRow) =>
    contactName || contactPhone ? (
      <Flex vertical className={layout.tightLines}>
        <span title={contactName ?? undefined} className={layout.clipped}>
          {contactName}
        </span>
        <Typography.Text type="secondary" className={layout.smallText}>
          {contactPhone}
        </Typography.Text>
      </Flex>
    ) : (
      '—'
    ),
} satisfies TableColumnType<OrgRow>

export const STATUS_COLUMN = {
  title: '状态',
  width: 108,
  render: (_: unknown, row: OrgRow) => <OrgStatus {...row} />,
} satisfies TableColumnType<OrgRow>

/** A number, or a dash, with its thousands apart. */
export function countColumn<Row>(title: string, dataIndex: keyof Row & string, width: number) {
  return {
    title,
    dataIndex,
    width,
    align: 'end',
    render: (count: number) => formatNumber(count),
  } as const satisfies TableColumnType<Row>
}
