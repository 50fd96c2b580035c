import { SendOutlined } from '@ant-design/icons'
import { Button, Flex, Tabs } from 'antd'
import { Suspense } from 'react'
import { useAllowed } from '#web/core/allowed.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { Inbox } from './inbox.tsx'
import { MessageAddress } from './message-address.ts'

const Outbox = lazyPart(async () => (await import('./outbox.tsx')).Outbox)
const SendDrawer = lazyPart(async () => (await import('./send-drawer.tsx')).SendDrawer)

/** Messages received and messages sent. */
export function Page() {
  const list = useListQuery(MessageAddress)
  const maySend = useAllowed(['messageSend'])
  const showBox = (box: 'sent' | undefined) => list.setFilter({ box, unread: undefined })
  const sending = useDialog(SendDrawer, { onSent: () => showBox('sent') })
  if (!maySend) return <Inbox listQuery={list} />
  const sent = list.query.box === 'sent'
  const sendButton = (
    <Button type="primary" icon={<SendOutlined />} onClick={() => sending.show()}>
      发送消息
    </Button>
  )
  return (
    <>
      <Flex vertical gap="middle">
        <Panel tight>
          <Flex justify="space-between" align="center" gap="middle">
            <Tabs
              activeKey={sent ? 'sent' : 'inbox'}
              onChange={(key) => showBox(key === 'sent' ? 'sent' : undefined)}
              tabBarStyle={{ marginBottom: 0 }}
              items={[
                { key: 'inbox', label: '收件箱' },
                { key: 'sent', label: '已发送' },
              ]}
            />
            {sendButton}
          </Flex>
        </Panel>
        {sent ? (
          <Suspense fallback={null}>
            <Outbox listQuery={list} onSend={() => sending.show()} />
          </Suspense>
        ) : (
          <Inbox listQuery={list} />
        )}
      </Flex>
      {sending.element}
    </>
  )
}
