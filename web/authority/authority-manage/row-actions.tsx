import { Flex, Typography } from 'antd'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { AccountRow } from '#contract/authority/schemas.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { Allowed, useAllowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { ConfirmedLink } from '#web/widgets/dialog/confirmed-link.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import type { IssuedPassword } from './one-time-password.tsx'
import { isTeacher } from './teacher.ts'

const refreshes = [authorityEndpoints.accountPageList]

type Props = {
  row: AccountRow
  onEdit: () => void
  onGrant: () => void
  onAssign: () => void
  onIssued: (issued: IssuedPassword) => void
}

/** What the caller may do with one account: both the permission and the account's own consent count. */
export function RowActions({ row, onEdit, onGrant, onAssign, onIssued }: Props) {
  const ownId = useSession().user?.userId
  const maySeeClasses = useAllowed(['students', 'schools'])
  const enable = useSend(authorityEndpoints.setAccountEnabled, {
    refreshes,
    success: row.enabled ? '账号已停用' : '账号已启用',
  })
  const unlock = useSend(authorityEndpoints.unlockAccount, { refreshes, success: '账号已解锁' })
  const resetStep = useSend(sessionEndpoints.resetSecondStep, { refreshes, success: '二次验证已重置' })
  const reset = useSend(authorityEndpoints.resetAccountPassword, { refreshes, success: false })

  if (!row.manageable) {
    return (
      <Typography.Text type="secondary">
        {row.userId === ownId ? '本人账号' : '不在您的管理权限内'}
      </Typography.Text>
    )
  }
  const { userId } = row
  const handleReset = async () => {
    const answer = await reset.send({ userId })
    if (answer.ok) onIssued({ ...answer.data, account: row.account, realName: row.realName, isNew: false })
  }
  return (
    <Flex gap="0 10px" wrap>
      <Action needs="accountEdit" label="编辑" onClick={onEdit} />
      <Action needs="accountGrant" label="权限" onClick={onGrant} />
      {isTeacher(row) && maySeeClasses && <Action needs="accountClasses" label="班级" onClick={onAssign} />}
      {row.locked && (
        <Action
          needs="accountUnlock"
          label="解锁"
          confirm={`解除“${row.realName}”的登录锁定？`}
          detail="解锁后可立即用原密码登录。"
          onClick={() => unlock.send({ userId })}
        />
      )}
      <Action
        needs="accountDisable"
        label={row.enabled ? '停用' : '启用'}
        danger={row.enabled}
        confirm={row.enabled ? `停用“${row.realName}”的账号？` : `启用“${row.realName}”的账号？`}
        detail={row.enabled ? '停用后立即退出登录，数据保留，可随时启用。' : '启用后可用原密码登录。'}
        onClick={() => enable.send({ userId, enabled: !row.enabled })}
      />
      <Action
        needs="accountResetPassword"
        label="重置密码"
        confirm={`重置“${row.realName}”的密码？`}
        detail="原密码立即失效，并生成一个一次性密码。"
        onClick={handleReset}
      />
      {row.totp && (
        <Action
          needs="accountResetPassword"
          label="重置验证"
          confirm={`重置“${row.realName}”的二次验证？`}
          detail="移除其身份验证器和恢复码并退出登录，用于手机丢失；对方会收到消息。"
          onClick={() => resetStep.send({ userId })}
        />
      )}
    </Flex>
  )
}

type ActionProps = {
  needs: PermissionName
  label: string
  onClick: () => unknown
  confirm?: string
  detail?: string
  danger?: boolean
}

function Action({ needs, label, onClick, confirm, detail, danger }: ActionProps) {
  return (
    <Allowed any={[needs]}>
      {confirm ? (
        <ConfirmedLink
          label={label}
          title={confirm}
          detail={detail}
          danger={danger}
          onConfirm={async () => void (await onClick())}
        />
      ) : (
        <LinkButton onClick={() => void onClick()}>{label}</LinkButton>
      )}
    </Allowed>
  )
}
