import type {
  SaveSecondStepPolicy,
  SecondStepPolicy,
  SecondStepRule,
} from '#contract/account/second-step-policy.ts'
import { OrgType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { changedMeanwhile } from '../../orgs/org.ts'
import { govLevelOf } from '../../orgs/permission-group.ts'
import { accountKey } from '../account-key.ts'
import { defaultRules, readRules } from './policy.ts'
import {
  countPolicyAccounts,
  insertPolicy,
  selectKnownAccounts,
  selectPolicy,
  selectPolicyVersions,
} from './policy-queries.ts'

const EARLIER_SHOWN = 10

export async function findPolicy(ctx: UserCtx): Promise<SecondStepPolicy> {
  const [versions, counts] = await Promise.all([
    selectPolicyVersions(ctx.db, EARLIER_SHOWN + 1),
    countPolicyAccounts(ctx.db, ctx.scope),
  ])
  const [newest, ...earlier] = versions.map(({ version, rules, changedAt, account, realName }) => ({
    version,
    rules: readRules(rules),
    changedAt: changedAt.toISOString(),
    changedBy: account === null ? null : `${realName}（${account}）`,
  }))
  const smsAvailable = !ctx.sms.unavailable
  return {
    ...(newest ?? { version: 0, rules: defaultRules(ctx), changedAt: null, changedBy: null }),
    earlier,
    smsAvailable,
    accounts: counts.map(({ withTotp, withPhoneOnly, ...kind }) => ({
      ...kind,
      ready: withTotp + (smsAvailable ? withPhoneOnly : 0),
    })),
  }
}

/** Holds for every sign-in from now on, on every node; who is signed in stays so. */
export async function savePolicy(ctx: UserTxCtx, input: SaveSecondStepPolicy): Promise<{ version: number }> {
  assertHighestBody(ctx)
  ctx.note({ objectType: 'secondStepPolicy', objectId: input.version + 1 })
  const current = await selectPolicy(ctx.db)
  if ((current?.version ?? 0) !== input.version) throw changedMeanwhile()
  const before = current ? readRules(current.rules) : defaultRules(ctx)
  const rules = await spellAccounts(ctx, input.rules, before)
  const version = input.version + 1
  if (!(await insertPolicy(ctx.db, { version, rules, changedBy: ctx.caller.userId })))
    throw changedMeanwhile()
  ctx.note({ detail: { before, after: rules } })
  return { version }
}

/** A permission can be handed on, what it changes here is not the giver's alone: one policy for the whole platform. */
function assertHighestBody({ caller }: UserCtx): void {
  const { org } = caller
  const highest = org?.orgType === OrgType.code.government && govLevelOf(org) === 1
  if (!highest) throw new BizError(602)
}

/** An account that is named anew must be there; one that was named before may be out of range or gone. */
async function spellAccounts(
  ctx: UserCtx,
  rules: readonly SecondStepRule[],
  before: readonly SecondStepRule[],
): Promise<SecondStepRule[]> {
  const named = rules.flatMap(({ account }) => (account === undefined ? [] : [accountKey(account)]))
  const rows = await selectKnownAccounts(ctx.db, ctx.scope, named)
  const known = new Map(rows.map((row) => [row.accountKey, row.account]))
  for (const { account } of before) if (account !== undefined) known.set(accountKey(account), account)
  return rules.map((rule) => {
    if (rule.account === undefined) return rule
    const account = known.get(accountKey(rule.account))
    if (account === undefined) throw noSuchAccount(rule.account)
    return { ...rule, account }
  })
}

function noSuchAccount(account: string): BizError {
  const message = `没有账号 ${account.slice(0, 20)}，或不在您的数据范围内`
  return new BizError(652, message, [{ path: ['accounts'], message }])
}
