import { Tag } from 'antd'
import {
  WarningEnd,
  type WarningRow,
  WarningStatus,
  type WarningStatusCode,
} from '#contract/warning/warning-schemas.ts'

const COLORS: Record<WarningStatusCode, string | undefined> = {
  1: 'error',
  2: 'blue',
  3: 'cyan',
  4: undefined,
}

/** What people have done, or that the reason is gone. */
export const StatusTag = ({ status, ended }: Pick<WarningRow, 'status' | 'ended'>) =>
  ended === null ? (
    <Tag color={COLORS[status]}>{WarningStatus.label(status)}</Tag>
  ) : (
    <Tag color="success" title={WarningEnd.label(ended)}>
      已解除
    </Tag>
  )
