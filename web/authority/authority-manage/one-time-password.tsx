import { Alert, Button, Descriptions, Typography } from 'antd'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'

export type IssuedPassword = {
  account: string
  realName: string
  password: string
  validHours: number
  isNew: boolean
  /** A teacher sees nobody until classes are assigned. */
  needsClasses?: boolean
}

const COPY = ['复制账号和密码', '已复制']

/** Shown once: after closing nobody can read the password again. */
export function OneTimePasswordDialog({ issued, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  const text = `账号：${issued.account}\n一次性密码：${issued.password}`
  return (
    <PageModal
      open
      title={issued.isNew ? '账号已新增' : '密码已重置'}
      closable={false}
      keyboard={false}
      width={460}
      footer={
        <Button type="primary" onClick={onClose}>
          我已保存，关闭
        </Button>
      }
    >
      <Alert
        type="warning"
        showIcon
        title="此密码只显示这一次"
        description={`请转交本人。${issued.validHours} 小时内有效，首次登录时必须修改；过期未用请重新重置。`}
        style={{ margin: '12px 0 16px' }}
      />
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { key: 'account', label: '账号', children: `${issued.account}（${issued.realName}）` },
          {
            key: 'password',
            label: '一次性密码',
            children: (
              <Typography.Text code style={{ fontSize: 16 }}>
                {issued.password}
              </Typography.Text>
            ),
          },
        ]}
      />
      {issued.needsClasses && (
        <Alert
          type="info"
          showIcon
          title="未分配班级，登录后看不到学生"
          description="关闭后请在列表中点该账号的“班级”分配。"
          style={{ marginTop: 12 }}
        />
      )}
      <Typography.Paragraph
        style={{ margin: '12px 0' }}
        copyable={{ text, icon: COPY, tooltips: COPY, tabIndex: 0 }}
      />
    </PageModal>
  )
}
