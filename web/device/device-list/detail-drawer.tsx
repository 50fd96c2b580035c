import { Button, Descriptions, Drawer, Flex, Skeleton, Typography } from 'antd'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { type DeviceDetail, DeviceKind } from '#contract/device/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime, formatNumber } from '#web/core/format.ts'
import { XyChart } from '#web/widgets/chart/xy-chart.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { Calibration } from './calibration.tsx'
import { LastSeen, Status } from './columns.tsx'
import { ReadingsTable } from './readings-table.tsx'

type Props = { open: boolean; deviceId: number; name: string; onClose: () => void }

/** One device: what it is, how much it sent lately, and what became of it. */
export function DetailDrawer({ open, deviceId, name, onClose }: Props) {
  const detail = useCall(deviceEndpoints.deviceDetail, { deviceId }, { enabled: open })
  // Data of the previously opened device must not be shown under this one's name.
  const device = detail.isPlaceholderData ? undefined : detail.data
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={name}
      size={860}
      destroyOnHidden
      extra={<RefreshButton loading={detail.isFetching} onClick={() => void detail.refetch()} />}
    >
      {device ? (
        <Flex vertical gap="large">
          <Facts device={device} />
          <DayChart days={device.byDay} />
          <section>
            <Typography.Title level={5}>最近上传</Typography.Title>
            <ReadingsTable rows={device.recent} />
          </section>
        </Flex>
      ) : detail.error ? (
        <EmptyState
          title="设备信息加载失败"
          hint={detail.error.message}
          action={<Button onClick={() => void detail.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  )
}

function Facts({ device }: { device: DeviceDetail }) {
  return (
    <Descriptions
      column={2}
      size="small"
      bordered
      items={[
        { key: 'kind', label: '类型', children: DeviceKind.label(device.kind) },
        { key: 'status', label: '状态', children: <Status status={device.status} /> },
        { key: 'model', label: '型号', children: device.model ?? '—' },
        { key: 'serialNo', label: '序列号', children: device.serialNo },
        { key: 'org', label: '所属机构', children: device.orgName },
        { key: 'school', label: '放置学校', children: device.schoolName ?? '未指定' },
        { key: 'keyId', label: '密钥编号', children: device.keyId },
        { key: 'keyMadeAt', label: '密钥生成时间', children: formatDateTime(device.keyMadeAt) },
        { key: 'lastSeen', label: '最近上传', children: <LastSeen at={device.lastSeenAt} /> },
        { key: 'lastIp', label: '网络地址', children: device.lastIp ?? '—' },
        { key: 'count', label: '累计上传', children: `${formatNumber(device.readingCount)} 条` },
        { key: 'calibration', label: '校准到期', children: <Calibration row={device} /> },
        { key: 'calibratedOn', label: '最近校准', children: device.calibratedOn ?? '—' },
        { key: 'months', label: '校准周期', children: `${device.calibrationMonths} 个月` },
        { key: 'remark', label: '备注', span: 2, children: device.remark ?? '—' },
      ]}
    />
  )
}

function DayChart({ days }: { days: DeviceDetail['byDay'] }) {
  const quiet = days.every(({ readings }) => readings === 0)
  return (
    <section>
      <Typography.Title level={5}>近 30 天上传数</Typography.Title>
      <XyChart
        title="近 30 天每天的上传数"
        height={180}
        categories={days.map(({ day }) => day.slice(5))}
        series={[{ name: '上传数', kind: 'bar', values: quiet ? [] : days.map(({ readings }) => readings) }]}
        y={{ min: 0 }}
        format={formatNumber}
        empty={{ title: '近 30 天没有上传', hint: '设备上传检查结果后，在这里看到每天的数量' }}
      />
    </section>
  )
}
