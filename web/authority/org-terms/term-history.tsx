import { Flex, Timeline, Typography } from 'antd'
import { ORG_TERM_FIELDS, type OrgTermChange } from '#contract/authority/org-terms.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

/** Who changed what and why, the newest first. */
export function TermHistory({ history }: { history: readonly OrgTermChange[] }) {
  return (
    <section aria-label="变更记录">
      <h3 className={layout.partTitle}>变更记录</h3>
      {history.length === 0 ? (
        <Typography.Text type="secondary">还没有变更；每次变更的人员、时间和原因会记在这里</Typography.Text>
      ) : (
        <Timeline
          className={layout.above12}
          items={history.map((change) => ({ key: change.changeId, content: <Change change={change} /> }))}
        />
      )}
    </section>
  )
}

function Change({ change: { changedAt, changedBy, reason, changes } }: { change: OrgTermChange }) {
  return (
    <Flex vertical gap={2}>
      <Typography.Text type="secondary" className={layout.smallText}>
        {formatDateTime(changedAt)} {changedBy}
      </Typography.Text>
      {changes.map(({ field, from, to }) => (
        <span key={field}>
          {ORG_TERM_FIELDS[field]}：{from} → {to}
        </span>
      ))}
      <Typography.Text type="secondary">原因：{reason}</Typography.Text>
    </Flex>
  )
}
