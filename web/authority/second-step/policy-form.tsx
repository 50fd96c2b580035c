import { Alert, Button, Card, Flex, Form, Select, Switch, Typography } from 'antd'
import { useState } from 'react'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import {
  isSecondStepDemanded,
  type SecondStepPolicy,
  type SecondStepRule,
} from '#contract/account/second-step-policy.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { draftOf, type PolicyDraft, rulesOf } from './policy-grid.ts'
import { PolicyTable } from './policy-table.tsx'

export function PolicyForm({ policy }: { policy: SecondStepPolicy }) {
  const [draft, setDraft] = useState(() => draftOf(policy.rules))
  const [form] = Form.useForm<{ accounts: string[] }>()
  const save = useSend(accountEndpoints.saveSecondStepPolicy, {
    refreshes: [accountEndpoints.secondStepPolicy],
    success: '已保存，下次登录起生效',
    form,
  })
  const rules = rulesOf(draft)
  const changed = JSON.stringify(rules) !== JSON.stringify(rulesOf(draftOf(policy.rules)))
  const restore = () => {
    setDraft(draftOf(policy.rules))
    form.resetFields()
  }
  return (
    <Card
      title="哪些账号登录时必须使用二次验证"
      variant="borderless"
      extra={
        <Flex gap="small">
          <Button disabled={!changed} onClick={restore}>
            还原
          </Button>
          <Button
            type="primary"
            disabled={!changed}
            loading={save.sending}
            onClick={() => void save.send({ version: policy.version, rules })}
          >
            保存
          </Button>
        </Flex>
      }
    >
      <Typography.Paragraph type="secondary">
        被要求的账号除密码外，还要输入身份验证器上的动态验证码；没有启用身份验证器的收短信验证码。没有被要求的账号可以自愿在“我的账号”启用。
      </Typography.Paragraph>
      {!policy.smsAvailable && (
        <Alert
          type="info"
          showIcon
          title="本平台没有开通短信，被要求的账号须使用身份验证器：下次登录时，输入密码后会引导设置。"
          className={layout.below16}
        />
      )}
      <Flex gap="small" align="center" className={layout.below16}>
        <Switch
          id="everybody"
          checked={draft.everybody}
          onChange={(everybody) => setDraft({ ...draft, everybody })}
        />
        <label htmlFor="everybody">所有账号都要求</label>
      </Flex>
      <PolicyTable draft={draft} accounts={policy.accounts} onChange={setDraft} />
      <Form form={form} layout="vertical" className={layout.above16}>
        <Form.Item
          name="accounts"
          label="另外要求的账号"
          initialValue={accountsOf(draft)}
          extra="输入账号后回车，可以输入多个"
        >
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[' ', ',', '，', '、']}
            placeholder="请输入账号"
            onChange={(accounts: string[]) => setDraft(withAccounts(draft, accounts))}
          />
        </Form.Item>
      </Form>
      <Typography.Text>{effectInWords(rules, policy)}</Typography.Text>
    </Card>
  )
}

const accountsOf = ({ named }: PolicyDraft): string[] => named.map(({ account = '' }) => account)

/** A rule that names an account together with more stays whole. */
function withAccounts(draft: PolicyDraft, accounts: readonly string[]): PolicyDraft {
  const named = accounts
    .map((account) => account.trim())
    .filter(Boolean)
    .map((account) => draft.named.find((rule) => rule.account === account) ?? { account })
  return { ...draft, named }
}

function effectInWords(rules: readonly SecondStepRule[], { accounts }: SecondStepPolicy): string {
  const demanded = accounts.filter((kind) => isSecondStepDemanded(rules, { ...kind, account: '' }))
  const total = demanded.reduce((sum, kind) => sum + kind.accounts, 0)
  const missing = demanded.reduce((sum, kind) => sum + kind.accounts - kind.ready, 0)
  const named = rules.filter(({ account }) => account !== undefined).length
  const also = named > 0 ? `，另有指定的账号 ${named} 个` : ''
  if (total === 0) return named > 0 ? `按类别没有要求任何账号${also}。` : '目前没有要求任何账号使用二次验证。'
  const left = missing > 0 ? `，其中 ${missing} 个还没有可用的方式，下次登录时引导设置` : '，都有可用的方式'
  return `按类别要求 ${total} 个账号使用二次验证${left}${also}。`
}
