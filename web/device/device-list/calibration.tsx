import { Flex, Tag, Typography } from 'antd'
import type { DeviceRow } from '#contract/device/schemas.ts'

export const CALIBRATION_OPTIONS = [
  { value: 'due', label: '30天内到期' },
  { value: 'overdue', label: '已过期' },
] as const

/** When the calibration runs out; in colour as soon as somebody has to see to it. */
export function Calibration({ row }: { row: Pick<DeviceRow, 'calibration' | 'calibrationDueOn'> }) {
  const { calibration, calibrationDueOn } = row
  if (calibration === 'unknown') return <Typography.Text type="secondary">未登记</Typography.Text>
  if (calibration === 'ok') return calibrationDueOn
  const overdue = calibration === 'overdue'
  return (
    <Flex vertical align="flex-start">
      {calibrationDueOn}
      <Tag color={overdue ? 'error' : 'warning'}>{overdue ? '已过期' : '即将到期'}</Tag>
    </Flex>
  )
}
