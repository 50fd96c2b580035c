// `npm run admin`: the last valid day of an organisation, also of the highest body, which no screen reaches.
import { z } from 'zod'
import { ChangeReason, PlainDate } from '#contract/core/fields.ts'
import { OrgTermState } from '#contract/orgs/terms.ts'
import { type Given, Mistake, mistake, requireOptions, systemUser } from './admin-command.ts'
import { type ListedOrg, selectOrgByIdOrName, selectOrgsByExpiry } from './admin-queries.ts'
import { assertLastDay } from './authority/org-terms.ts'
import { extendTerms, lockOrgs } from './authority/org-terms-queries.ts'
import { writeAudit } from './core/audit-queries.ts'
import { say } from './core/console.ts'
import { type Ctx, tx } from './core/context.ts'

const SHOWN = 200
const Extension = z.object({
  org: z.string().trim(),
  until: PlainDate,
  reason: ChangeReason.default('命令行续期'),
})

export function readList({ org = '' }: Given) {
  return async (ctx: Ctx) => {
    const { list, total } = await selectOrgsByExpiry(ctx.db, org.trim(), SHOWN)
    if (total === 0) say(org ? `没有名称含“${org}”的机构` : '还没有机构')
    for (const each of list) say(lineOf(each))
    if (total > list.length) say(`另有 ${total - list.length} 个，请用 --org 缩小范围`)
  }
}

const lineOf = ({ id, name, areaName, expiresOn, state }: ListedOrg): string =>
  [id, name, areaName, expiresOn ? `有效期至 ${expiresOn}` : '未设有效期', OrgTermState.label(state)].join(
    '  ',
  )

export function readExtension(given: Given) {
  requireOptions(given, ['org', 'until'])
  const parsed = Extension.safeParse(given)
  if (!parsed.success) throw mistake(given, parsed.error)
  return (ctx: Ctx) => extendOrg(ctx, parsed.data)
}

async function extendOrg(ctx: Ctx, { org, until, reason }: z.output<typeof Extension>) {
  const found = await selectOrgByIdOrName(ctx.db, org)
  const [one] = found
  if (!one) throw new Mistake(`没有编号或全称为“${org}”、已审核通过的机构；用 list-orgs 查看`)
  if (found.length > 1)
    throw new Mistake(
      [`有 ${found.length} 个机构名为“${org}”，请用编号指定：`, ...found.map(lineOf)].join('\n'),
    )
  await assertLastDay(ctx.db, until, 'until')
  await tx(ctx, async (ctx) => {
    await lockOrgs(ctx.db, [one.id])
    const by = systemUser()
    const author = { userId: null, name: `命令行 ${by}`, orgName: null }
    await extendTerms(ctx.db, [one.id], author, { until, reason })
    ctx.note({
      objectType: 'org',
      objectId: one.id,
      detail: { expiresOn: [one.expiresOn, until], reason, by },
    })
    await writeAudit(ctx, { action: 'admin.extendOrg', success: true, code: 200 })
  })
  say(`“${one.name}”（${one.areaName}）的有效期已由 ${one.expiresOn ?? '未设置'} 改为 ${until}`)
  if (one.state === OrgTermState.code.disabled) say('注意：该机构已停用，由其主管部门启用后才能登录')
}
