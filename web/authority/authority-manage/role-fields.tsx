import { Form, Switch } from 'antd'
import { type AccountRow, AddAccount, type Quota } from '#contract/authority/schemas.ts'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { isFull } from './quota-strip.tsx'

type Props = {
  orgType: AccountRow['orgType']
  quota: Quota
  /** The account as stored: a role it already holds needs no free place. */
  current?: AccountRow
}

/** The roles the caller may give here; those without a free place cannot be chosen. */
export function RoleFields({ orgType, quota, current }: Props) {
  const role = Form.useWatch<number | undefined>('roleType')
  const free = freePlaces(quota, current)
  const full: Readonly<Record<number, boolean>> = {
    [RoleType.code.admin]: !free.admin && !free.superAdmin,
    [RoleType.code.screener]: !free.screener,
  }
  const options = RoleType.options
    .filter(({ value }) => quota.roles.includes(value))
    .map((option) =>
      full[option.value] ? { ...option, disabled: true, label: `${option.label}（名额已满）` } : option,
    )
  return (
    <>
      <Form.Item
        name="roleType"
        label="角色"
        rules={rulesOf(AddAccount, 'roleType', '请选择角色')}
        extra={orgType === OrgType.code.government ? undefined : '数据范围：本机构'}
      >
        <SelectRadio options={options} />
      </Form.Item>
      {role === RoleType.code.admin && quota.mayGiveSuper && (
        <Form.Item
          name="isSuper"
          label="超级管理员"
          valuePropName="checked"
          extra={free.superAdmin ? '可管理本机构的其他管理员' : '本机构的超级管理员名额已满'}
          rules={[
            {
              validator: async (_rule, isSuper: boolean | undefined) => {
                if (!isSuper && !free.admin) throw new Error('普通管理员名额已满，只能设为超级管理员')
              },
            },
          ]}
        >
          <Switch disabled={!free.superAdmin} checkedChildren="是" unCheckedChildren="否" />
        </Form.Item>
      )}
    </>
  )
}

function freePlaces(quota: Quota, current: AccountRow | undefined) {
  const isAdmin = current?.roleType === RoleType.code.admin
  return {
    superAdmin: quota.mayGiveSuper && (current?.isSuper === true || !isFull(quota.superAdmin)),
    admin: (isAdmin && !current.isSuper) || !isFull(quota.admin),
    screener: current?.roleType === RoleType.code.screener || !isFull(quota.screener),
  }
}
