import { Button, Card, Popconfirm, Table, Tag } from 'antd'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import type { OwnAccount } from '#contract/account/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { deviceName } from './device-name.ts'

type OwnSession = OwnAccount['sessions'][number]

/** Where the account is signed in now. */
export function SessionsCard({ sessions }: { sessions: readonly OwnSession[] }) {
  const leave = useSend(accountEndpoints.signOutOthers, {
    refreshes: [accountEndpoints.ownAccount],
    success: false,
  })
  const others = sessions.filter(({ current }) => !current).length
  const handleLeave = async () => {
    const answer = await leave.send({})
    if (answer.ok) notifySuccess(`已退出 ${answer.data.ended} 处登录`)
  }
  return (
    <Card
      title="登录中的设备"
      variant="borderless"
      extra={
        others > 0 && (
          <Popconfirm
            title={`退出其他 ${others} 处登录？`}
            description="那些设备上未保存的内容会丢失，需要重新登录。"
            okText="退出"
            okButtonProps={{ danger: true }}
            cancelText="取消"
            placement="bottomRight"
            onConfirm={handleLeave}
          >
            <Button danger>退出其他设备</Button>
          </Popconfirm>
        )
      }
    >
      <Table<OwnSession>
        size="small"
        pagination={false}
        rowKey={(session) => `${session.startedAt} ${session.address} ${session.device}`}
        dataSource={sessions}
        columns={[
          {
            title: '设备',
            dataIndex: 'device',
            render: (device: string, session) => (
              <>
                <span title={device}>{deviceName(device)}</span>{' '}
                {session.current && <Tag color="success">本机</Tag>}
              </>
            ),
          },
          { title: '网络地址', dataIndex: 'address', width: 180 },
          { title: '登录时间', dataIndex: 'startedAt', width: 180, render: formatDateTime },
          { title: '最近活动', dataIndex: 'lastSeenAt', width: 180, render: formatDateTime },
        ]}
      />
    </Card>
  )
}
