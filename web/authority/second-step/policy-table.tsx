import { Checkbox, Flex, Table, Typography } from 'antd'
import type { PolicyAccounts } from '#contract/account/second-step-policy.ts'
import { RoleType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import layout from '#web/core/layout.module.css'
import { mayHaveRole, ORG_KINDS, type OrgKind, type PolicyDraft, stateOf, withCell } from './policy-grid.ts'

type Role = CodeOf<typeof RoleType>
type Props = {
  draft: PolicyDraft
  accounts: readonly PolicyAccounts[]
  onChange: (draft: PolicyDraft) => void
}

/** Kinds of organisation against roles; a tick demands a second step. */
export function PolicyTable({ draft, accounts, onChange }: Props) {
  const cell = (kind: OrgKind, role: Role) => {
    if (!mayHaveRole(kind, role)) return <Typography.Text type="secondary">—</Typography.Text>
    const state = stateOf(draft, kind, role)
    return (
      <Flex vertical>
        <Checkbox
          aria-label={`${kind.label}${RoleType.label(role)}`}
          disabled={draft.everybody}
          checked={draft.everybody || state === 'all'}
          indeterminate={!draft.everybody && state === 'some'}
          onChange={({ target }) => onChange(withCell(draft, kind, role, target.checked))}
        >
          必须使用
        </Checkbox>
        <Typography.Text type="secondary" className={layout.smallText}>
          {countInWords(accounts.filter((one) => isOf(one, kind, role)))}
        </Typography.Text>
      </Flex>
    )
  }
  return (
    <Table<OrgKind>
      size="small"
      bordered
      pagination={false}
      rowKey="label"
      dataSource={[...ORG_KINDS]}
      columns={[
        { title: '机构', dataIndex: 'label', width: 140, rowScope: 'row' },
        ...RoleType.options.map(({ value, label }) => ({
          title: label,
          key: value,
          render: (_: unknown, kind: OrgKind) => cell(kind, value),
        })),
      ]}
    />
  )
}

const isOf = (one: PolicyAccounts, kind: OrgKind, role: Role): boolean =>
  one.roleType === role && kind.properties.includes(one.property)

function countInWords(kinds: readonly PolicyAccounts[]): string {
  const total = kinds.reduce((sum, { accounts }) => sum + accounts, 0)
  const missing = kinds.reduce((sum, { accounts, ready }) => sum + accounts - ready, 0)
  if (total === 0) return '没有账号'
  return missing > 0 ? `${total} 个账号，${missing} 个须设置` : `${total} 个账号`
}
