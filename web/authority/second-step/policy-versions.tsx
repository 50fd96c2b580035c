import { Card, Table } from 'antd'
import type { SecondStepPolicy } from '#contract/account/second-step-policy.ts'
import { formatDateTime } from '#web/core/format.ts'
import { rulesInWords } from './policy-grid.ts'

type Version = SecondStepPolicy['earlier'][number]

/** Who has changed the policy, when and to what; the first line holds now. */
export function PolicyVersions({ versions }: { versions: readonly Version[] }) {
  return (
    <Card title="修改记录" variant="borderless">
      <Table<Version>
        size="small"
        pagination={false}
        rowKey="version"
        dataSource={[...versions]}
        columns={[
          {
            title: '版本',
            dataIndex: 'version',
            width: 100,
            render: (version: number) => (version === 0 ? '默认' : version),
          },
          {
            title: '修改时间',
            dataIndex: 'changedAt',
            width: 180,
            render: (at: string | null) => (at ? formatDateTime(at) : '未修改过'),
          },
          {
            title: '修改人',
            dataIndex: 'changedBy',
            width: 220,
            render: (by: string | null) => by ?? '安装时设定',
          },
          { title: '要求使用二次验证的账号', dataIndex: 'rules', render: rulesInWords },
        ]}
      />
    </Card>
  )
}
