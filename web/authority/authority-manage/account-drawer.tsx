import { Form } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { AccountRow, Quota } from '#contract/authority/schemas.ts'
import { DataRangeType, OrgType } from '#contract/core/codes.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { ownOrgOf } from '#web/core/session/own-org.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { FormDrawer } from '#web/widgets/dialog/form-drawer.tsx'
import { AccountForm, type AccountOrg } from './account-form.tsx'
import { type AccountFormValues, sharedInputOf } from './account-values.ts'
import type { IssuedPassword } from './one-time-password.tsx'
import { pathOf } from './range-fields.tsx'
import { isTeacher } from './teacher.ts'

const refreshes = [authorityEndpoints.accountPageList, authorityEndpoints.accountQuota]

type Props = {
  open: boolean
  /** The account to edit; absent for a new one. */
  row?: AccountRow
  onClose: () => void
  onIssued: (issued: IssuedPassword) => void
}

/** Adds an account to an organisation of the range, or changes one. Mounted anew for each opening. */
export function AccountDrawer({ open, row, onClose, onIssued }: Props) {
  const [form] = Form.useForm<AccountFormValues>()
  const formId = useId()
  const ownOrg = useOnlyOrg()
  const [picked, setPicked] = useState<AccountOrg>()
  const org = row ?? ownOrg ?? picked
  const answer = useCall(
    authorityEndpoints.accountQuota,
    { orgId: org?.orgId ?? 0 },
    { enabled: open && org !== undefined },
  )
  // The quota of the previously chosen organisation must not be shown for this one.
  const quota = org && !answer.isPlaceholderData ? answer.data : undefined
  const add = useSend(authorityEndpoints.addAccount, { refreshes, success: false, form })
  const edit = useSend(authorityEndpoints.editAccount, { refreshes, success: '账号已保存', form })

  // What most new accounts get: the only role there is, the whole area of the organisation.
  const suggest = open && !row && quota !== undefined && org?.orgType === OrgType.code.government
  const suggested = useRef<Quota>(undefined)
  useEffect(() => {
    // Effects run again whenever a cached page is shown again: the user's choice stays.
    if (!suggest || suggested.current === quota || quota.roles.length === 0) return
    suggested.current = quota
    const area = pathOf(quota.area)
    const level = DataRangeType.codes.find((code) => code === area.length)
    form.setFieldsValue({ roleType: quota.roles[0], dataRangeType: level, area })
  }, [suggest, quota, form])

  const handlePick = (next: AccountOrg | undefined) => {
    setPicked(next)
    form.resetFields(['roleType', 'isSuper', 'dataRangeType', 'area'])
  }
  const handleFinish = async (values: AccountFormValues) => {
    if (!org) return
    const shared = sharedInputOf(values, org.orgType)
    if (row) {
      const saved = await edit.send({ ...shared, userId: row.userId, version: row.version })
      if (saved.ok) onClose()
      return
    }
    const { phone, realName } = values
    const account = values.account.trim()
    const added = await add.send({ ...shared, orgId: org.orgId, account, phone })
    if (!added.ok) return
    onClose()
    onIssued({
      ...added.data,
      account,
      realName,
      isNew: true,
      needsClasses: isTeacher({ ...org, ...shared }),
    })
  }
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={row ? `编辑账号 ${row.account}` : '新增账号'}
      size={520}
      formId={formId}
      okText={row ? '保存' : '新增'}
      sending={add.sending || edit.sending}
      // Before the quota is there, the fields are missing: what they demand would not be checked.
      disabled={org !== undefined && !quota?.roles.length}
    >
      <AccountForm
        id={formId}
        form={form}
        row={row}
        org={org}
        orgFixed={row !== undefined || ownOrg !== undefined}
        quota={quota}
        quotaFailed={answer.error !== null && !quota}
        onRetry={() => void answer.refetch()}
        onPickOrg={handlePick}
        onFinish={handleFinish}
      />
    </FormDrawer>
  )
}

/** The caller's organisation where it is the only one in range. */
function useOnlyOrg(): AccountOrg | undefined {
  const { user } = useSession()
  return user?.dataRangeType === DataRangeType.code.own ? ownOrgOf(user) : undefined
}
