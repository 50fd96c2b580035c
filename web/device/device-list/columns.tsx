import { Flex, type TableColumnType, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { DeviceKind, type DeviceRow, DeviceStatus } from '#contract/device/schemas.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { Calibration } from './calibration.tsx'
import { timeAgo } from './last-seen.ts'

/** Width of the table below which it scrolls sideways. */
export const TABLE_MIN_WIDTH = 1150

type Options = {
  /** False for those who see the devices of one organisation only. */
  manyOrgs: boolean
  actions: (row: DeviceRow) => ReactNode
}

export function deviceColumns({ manyOrgs, actions }: Options): TableColumnType<DeviceRow>[] {
  const org: TableColumnType<DeviceRow> = { title: '所属机构', dataIndex: 'orgName', ellipsis: true }
  return [
    { title: '设备名称', dataIndex: 'name', width: 136, fixed: 'start', ellipsis: true },
    { title: '类型', dataIndex: 'kind', width: 104, render: (kind: number) => DeviceKind.label(kind) },
    { title: '型号 / 序列号', width: 128, render: (_, row) => <Identity row={row} /> },
    ...(manyOrgs ? [org] : []),
    {
      title: '放置学校',
      dataIndex: 'schoolName',
      ellipsis: true,
      render: (name: string | null) => name ?? '未指定',
    },
    { title: '状态', dataIndex: 'status', width: 78, render: (status: number) => <Status status={status} /> },
    {
      title: '最近上传',
      dataIndex: 'lastSeenAt',
      width: 98,
      render: (at: string | null) => <LastSeen at={at} />,
    },
    {
      title: '上传数',
      dataIndex: 'readingCount',
      width: 74,
      align: 'end',
      render: (count: number) => formatNumber(count),
    },
    { title: '校准到期', width: 98, render: (_, row) => <Calibration row={row} /> },
    { title: '操作', width: 230, fixed: 'end', render: (_, row) => actions(row) },
  ]
}

function Identity({ row: { model, serialNo } }: { row: DeviceRow }) {
  return (
    <Flex vertical className={layout.tightLines}>
      <span title={model ?? undefined} className={layout.clipped}>
        {model ?? '—'}
      </span>
      <Typography.Text type="secondary" title={serialNo} className={`${layout.smallText} ${layout.clipped}`}>
        {serialNo}
      </Typography.Text>
    </Flex>
  )
}

export function Status({ status }: { status: number }) {
  const active = status === DeviceStatus.code.active
  return <Tag color={active ? 'success' : undefined}>{DeviceStatus.label(status)}</Tag>
}

export function LastSeen({ at }: { at: string | null }) {
  if (!at) return <Typography.Text type="secondary">从未上传</Typography.Text>
  return <span title={formatDateTime(at)}>{timeAgo(at, Date.now())}</span>
}
