import { Alert, Button, Flex, Form, type FormInstance, Input, InputNumber, Typography } from 'antd'
import dayjs from 'dayjs'
import { ACCOUNT_LIMIT_MAX, ChangeOrgTerms, type OrgTerms } from '#contract/authority/org-terms.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { formatDate } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { UsualReasons } from '#web/widgets/dialog/usual-reasons.tsx'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { SelectDropdown } from '#web/widgets/select/select-dropdown.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { daysInWords } from './columns.tsx'
import { USUAL_REASONS } from './terms.ts'

export type TermsValues = {
  expiresOn: string
  superAdminLimit?: number | null
  adminLimit?: number | null
  screenerLimit?: number | null
  groupCode?: string
  enabled: boolean
  reason: string
}

type Props = {
  id: string
  form: FormInstance<TermsValues>
  org: OrgTerms
  onFinish: (values: TermsValues) => Promise<void>
}

const STATES = [
  { value: 'on', label: '启用' },
  { value: 'off', label: '停用' },
] as const

export function TermsForm({ id, form, org, onFinish }: Props) {
  const { expiresOn, superAdminLimit, adminLimit, screenerLimit, groupCode, enabled } = org
  return (
    <Form<TermsValues>
      form={form}
      name={id}
      layout="vertical"
      initialValues={{
        expiresOn: expiresOn ?? undefined,
        superAdminLimit,
        adminLimit,
        screenerLimit,
        groupCode: groupCode ?? undefined,
        enabled,
      }}
      onFinish={onFinish}
      scrollToFirstError
    >
      <Form.Item
        name="expiresOn"
        label="有效期至"
        rules={rulesOf(ChangeOrgTerms, 'expiresOn', '请选择日期')}
        extra={<LastDayHint org={org} />}
      >
        <DateInput placeholder="最后一个有效日" />
      </Form.Item>
      <Limits org={org} />
      <Form.Item name="groupCode" label="权限组" extra="决定本机构各角色的权限；变更后下一次操作起生效">
        <SelectDropdown
          options={org.groups.map((group) => ({ value: group.groupCode, label: group.groupName }))}
          placeholder="请选择权限组"
          allowClear={false}
        />
      </Form.Item>
      <Form.Item
        name="enabled"
        label="使用状态"
        getValueProps={(on) => ({ value: on ? 'on' : 'off' })}
        normalize={isOn}
      >
        <SelectRadio options={STATES} />
      </Form.Item>
      <Form.Item noStyle dependencies={['enabled']}>
        {() =>
          enabled &&
          form.getFieldValue('enabled') === false && (
            <Alert
              type="warning"
              showIcon
              title="停用后该机构所有账号立即退出，不能再登录"
              description="数据保留；启用后可用原密码登录。"
              className={layout.below16}
            />
          )
        }
      </Form.Item>
      <Form.Item name="reason" label="变更原因" rules={rulesOf(ChangeOrgTerms, 'reason')}>
        <Input.TextArea rows={2} maxLength={200} showCount placeholder="记入变更记录" />
      </Form.Item>
      <UsualReasons reasons={USUAL_REASONS} />
    </Form>
  )
}

const isOn = (value: unknown): boolean => value === 'on'

/** How far off the day is, and the usual ways to move it. */
function LastDayHint({ org: { expiresOn, remainingDays } }: { org: OrgTerms }) {
  const form = Form.useFormInstance<TermsValues>()
  const today = formatDate(new Date())
  const from = expiresOn && expiresOn > today ? expiresOn : today
  return (
    <Flex gap="small" align="center" wrap className={layout.above4}>
      <Typography.Text type="secondary">
        {remainingDays === null ? '未设有效期，其账号不能登录' : daysInWords(remainingDays)}
      </Typography.Text>
      {[1, 2, 3].map((years) => (
        <Button
          key={years}
          size="small"
          onClick={() => {
            form.setFieldValue('expiresOn', dayjs(from).add(years, 'year').format('YYYY-MM-DD'))
            void form.validateFields(['expiresOn'])
          }}
        >
          延长 {years} 年
        </Button>
      ))}
    </Flex>
  )
}

const LIMITS = [
  ['superAdminLimit', 'superAdmin', '超级管理员'],
  ['adminLimit', 'admin', '管理员'],
  ['screenerLimit', 'screener', '筛查员'],
] as const

/** Numbers of its own; left blank, those of its group hold. Kinds that it cannot have are not asked for. */
function Limits({ org }: { org: OrgTerms }) {
  const groupCode = Form.useWatch<string | undefined>('groupCode') ?? org.groupCode
  const group = org.groups.find((each) => each.groupCode === groupCode)
  return (
    <Form.Item label="账号名额" extra="留空则按权限组的名额；不能少于已用的账号数" className={layout.below16}>
      <Flex gap="middle">
        {LIMITS.filter(([, line]) => org[line].limit > 0 || org[line].used > 0).map(
          ([field, line, label]) => (
            <Flex key={field} vertical className={layout.fullWidth}>
              <Typography.Text type="secondary" className={layout.smallText}>
                {label}（已用 {org[line].used}）
              </Typography.Text>
              <Form.Item name={field} noStyle>
                <InputNumber
                  aria-label={`${label}名额`}
                  min={0}
                  max={ACCOUNT_LIMIT_MAX}
                  precision={0}
                  placeholder={group ? `按权限组 ${group[field]}` : undefined}
                  className={layout.fullWidth}
                />
              </Form.Item>
            </Flex>
          ),
        )}
      </Flex>
    </Form.Item>
  )
}
