import { Button, Descriptions, Flex, Form, Skeleton } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { OrgTerms } from '#contract/authority/org-terms.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { takeOver } from '#web/core/form/take-over.ts'
import { notifyWarning } from '#web/core/notice.ts'
import { FormDrawer } from '#web/widgets/dialog/form-drawer.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { kindOf, TermTag } from './columns.tsx'
import { TermHistory } from './term-history.tsx'
import { REFRESHED } from './terms.ts'
import { TermsForm, type TermsValues } from './terms-form.tsx'

type Props = DialogProps & { orgId: number }

/** The terms of one organisation, with who changed them before. Mounted anew for each opening. */
export function TermsDrawer({ open, orgId, onClose }: Props) {
  const [form] = Form.useForm<TermsValues>()
  const formId = useId()
  const loaded = useCall(authorityEndpoints.orgTerms, { orgId })
  const org = loaded.isFetchedAfterMount ? loaded.data : undefined
  const { send, sending } = useSend(authorityEndpoints.changeOrgTerms, {
    refreshes: REFRESHED,
    success: '已保存，立即生效',
    form,
  })
  useFollow(form, open ? org : undefined)

  const handleFinish = async (values: TermsValues) => {
    if (!org) return
    // What was not asked for stays as it is; a number that was left blank is the group's.
    const { superAdminLimit, adminLimit, screenerLimit, groupCode } = { ...org, ...values }
    const sent = await send({
      orgId,
      version: org.version,
      expiresOn: values.expiresOn,
      superAdminLimit: superAdminLimit ?? null,
      adminLimit: adminLimit ?? null,
      screenerLimit: screenerLimit ?? null,
      groupCode: groupCode ?? null,
      enabled: values.enabled,
      reason: values.reason,
    })
    if (sent.ok) onClose()
  }
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={org ? `变更授权 ${org.orgName}` : '变更授权'}
      size={560}
      formId={formId}
      okText="保存"
      sending={sending}
      disabled={!org}
    >
      {org ? (
        <Flex vertical gap="large">
          <Descriptions
            size="small"
            column={2}
            items={[
              { key: 'kind', label: '类型', children: kindOf(org) },
              { key: 'state', label: '状态', children: <TermTag state={org.state} /> },
              { key: 'area', label: '所在区域', span: 2, children: org.areaName },
            ]}
          />
          <TermsForm id={formId} form={form} org={org} onFinish={handleFinish} />
          <TermHistory history={org.history} />
        </Flex>
      ) : loaded.isFetchedAfterMount && loaded.error ? (
        <EmptyState
          title="机构信息加载失败"
          hint={loaded.error.message}
          action={<Button onClick={() => void loaded.refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active />
      )}
    </FormDrawer>
  )
}

/** What somebody else saved meanwhile comes into the fields that were left alone; what was typed stays. */
function useFollow(form: ReturnType<typeof Form.useForm<TermsValues>>[0], org: OrgTerms | undefined) {
  const shown = useRef<OrgTerms>(undefined)
  useEffect(() => {
    if (!org || shown.current === org) return
    const before = shown.current
    shown.current = org
    if (before === undefined || before.version === org.version) return
    notifyWarning('已载入最新内容，您填写的内容保留，请核对后再保存')
    takeOver(form, before, org)
  }, [form, org])
}
