import { Button, Drawer, Flex, Skeleton, Timeline, Typography } from 'antd'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { type RecordChangeRow, type RecordRow, RecordSource } from '#contract/eyesight/record-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from '../../class-details.module.css'

type Props = { open: boolean; row: RecordRow; onClose: () => void }

/** Who changed what of a record, and when; the latest first. */
export function ChangesDrawer({ open, row, onClose }: Props) {
  const changes = useCall(recordEndpoints.recordChanges, { recordId: row.recordId }, { enabled: open })
  return (
    <Drawer open={open} onClose={onClose} title={`${row.studentName}的修改经过`} size={480} destroyOnHidden>
      {row.blind && <Typography.Paragraph type="secondary">{row.conclusion.text}</Typography.Paragraph>}
      {changes.data ? (
        <ChangeList changes={changes.data} />
      ) : changes.error ? (
        <EmptyState
          title="修改经过无法打开"
          hint={changes.error.message}
          action={<Button onClick={() => void changes.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Drawer>
  )
}

function ChangeList({ changes }: { changes: readonly RecordChangeRow[] }) {
  if (changes.length === 0) return <EmptyState title="还没有录入过" hint="录入、导入和设备上传都会记在这里" />
  const latestFirst = changes.toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Timeline
      items={latestFirst.map((change) => ({
        key: `${change.at} ${change.fields.map(({ label }) => label).join()}`,
        content: <Change change={change} />,
      }))}
    />
  )
}

function Change({
  change: { at, byName, orgName, source, deviceName, fields },
}: {
  change: RecordChangeRow
}) {
  const who = [byName ?? deviceName, orgName].filter(Boolean).join('，')
  return (
    <Flex vertical gap={2}>
      <Flex gap="small" wrap>
        <Typography.Text strong>{formatDateTime(at)}</Typography.Text>
        <span>{RecordSource.label(source)}</span>
      </Flex>
      {who && <Typography.Text type="secondary">{who}</Typography.Text>}
      <dl className={styles.gridChanges}>
        {fields.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before || '空'} → {after || '空'}
            </dd>
          </div>
        ))}
      </dl>
    </Flex>
  )
}
