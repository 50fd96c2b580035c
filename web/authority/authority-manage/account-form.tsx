import { Alert, Button, Form, type FormInstance, Input, type InputProps, Skeleton } from 'antd'
import { type AccountRow, AddAccount, type Quota } from '#contract/authority/schemas.ts'
import { OrgType } from '#contract/core/codes.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { type AccountFormValues, accountFormValues } from './account-values.ts'
import { OrgSelect } from './org-select.tsx'
import { QuotaStrip } from './quota-strip.tsx'
import { RangeFields } from './range-fields.tsx'
import { RoleFields } from './role-fields.tsx'

export type AccountOrg = Pick<AccountRow, 'orgId' | 'orgName' | 'orgType'>

type Props = {
  id: string
  form: FormInstance<AccountFormValues>
  /** The account to edit; absent for a new one. */
  row?: AccountRow
  /** The organisation of the account, once it is chosen. */
  org?: AccountOrg
  /** Where the caller has no choice, the organisation is not asked for. */
  orgFixed: boolean
  quota?: Quota
  quotaFailed: boolean
  onRetry: () => void
  onPickOrg: (org: AccountOrg | undefined) => void
  onFinish: (values: AccountFormValues) => Promise<void>
}

export function AccountForm(props: Props) {
  const { id, form, row, org, orgFixed, quota, quotaFailed, onRetry, onPickOrg, onFinish } = props
  const closed = quota !== undefined && quota.roles.length === 0
  return (
    <Form<AccountFormValues>
      name={id}
      form={form}
      layout="vertical"
      initialValues={row && accountFormValues(row)}
      onFinish={onFinish}
      scrollToFirstError
    >
      {orgFixed && org ? (
        <Form.Item label="所属机构">{org.orgName}</Form.Item>
      ) : (
        <Form.Item name="orgId" label="所属机构" rules={[{ required: true, message: '请选择所属机构' }]}>
          <OrgSelect purpose="accounts" approvedOnly onPick={onPickOrg} />
        </Form.Item>
      )}
      {!org && <Alert type="info" title="选择所属机构后，继续填写账号、角色和数据范围" />}
      {org && !quota && !quotaFailed && <Skeleton active paragraph={{ rows: 6 }} />}
      {quotaFailed && (
        <EmptyState title="账号名额加载失败" action={<Button onClick={onRetry}>重试</Button>} />
      )}
      {closed && (
        <Alert
          type="warning"
          showIcon
          title="您不能在该机构新增账号"
          description="只能为下级机构新增；本机构的管理员账号由超级管理员新增。"
        />
      )}
      {org && quota && !closed && (
        <>
          <div className={layout.below16}>
            <QuotaStrip quota={quota} />
          </div>
          <IdentityFields isNew={!row} />
          <RoleFields orgType={org.orgType} quota={quota} current={row} />
          {org.orgType === OrgType.code.government && <RangeFields area={quota.area} />}
          {row && <Alert type="info" title="修改角色或数据范围后，对方需要重新登录" />}
        </>
      )}
    </Form>
  )
}

function IdentityFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      {isNew && (
        <TextItem name="account" label="账号" maxLength={16} placeholder="6-16位字母和数字，至少一个字母" />
      )}
      <TextItem name="realName" label="姓名" maxLength={15} placeholder="2-15个中文或英文字符" />
      {isNew && (
        <TextItem
          name="phone"
          label="手机号码"
          maxLength={14}
          inputMode="tel"
          placeholder="用于短信验证和找回密码"
        />
      )}
    </>
  )
}

type TextItemProps = Pick<InputProps, 'maxLength' | 'inputMode' | 'placeholder'> & {
  name: 'account' | 'realName' | 'phone'
  label: string
}

function TextItem({ name, label, ...input }: TextItemProps) {
  return (
    <Form.Item name={name} label={label} rules={rulesOf(AddAccount, name)} validateTrigger="onBlur">
      <Input autoComplete="off" {...input} />
    </Form.Item>
  )
}
