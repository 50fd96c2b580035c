import { Alert, Flex } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

type Props = { result: OutputOf<typeof eyesightEndpoints.addTasks>; planId: number }
const SHOWN = 20

/** How many were made, and which schools got none and why. */
export function AddResult({ result, planId }: Props) {
  const { created, skipped } = result
  return (
    <Alert
      type={skipped.length > 0 ? 'warning' : 'success'}
      showIcon
      closable
      title={
        <Flex gap="middle">
          已分配 {formatNumber(created)} 个任务
          {skipped.length > 0 && `，${formatNumber(skipped.length)} 所学校没有分配`}
          <Link to={`/eyesight/task-list?planId=${planId}`}>查看任务</Link>
        </Flex>
      }
      description={
        skipped.length > 0 && (
          <ul className={layout.bullets}>
            {skipped.slice(0, SHOWN).map(({ orgId, orgName, reason }) => (
              <li key={orgId}>
                {orgName}：{reason}
              </li>
            ))}
            {skipped.length > SHOWN && <li>等 {formatNumber(skipped.length)} 所</li>}
          </ul>
        )
      }
    />
  )
}
