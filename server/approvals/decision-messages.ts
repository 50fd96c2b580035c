import type { ApprovalKind } from '#contract/approvals/schemas.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { maskName } from '#contract/core/mask.ts'
import type { UserTxCtx } from '../core/context.ts'
import { sendMessage } from '../messages/message.ts'
import { selectNames } from './decide-queries.ts'
import { approvalTitle } from './read-approvals.ts'
import type { ApprovalRecord } from './submit-queries.ts'

const ORG_PAGE = '/account/organization-information'
const CLASS_PAGE = '/eyesight/class-details'
const listPage = ({ kind, status }: ApprovalRecord) => `/approve/approve-list?kind=${kind}&status=${status}`
const present = (ids: (number | null)[]) => ids.filter((id) => id !== null)

/** Notifies the applicant and both sides; nobody is shown more than the list shows the one who sees least. */
export async function tellDecision(ctx: UserTxCtx, decided: ApprovalRecord[]): Promise<void> {
  const ids = decided.map(({ id }) => id)
  const names = await selectNames(ctx.db, ids)
  for (const approval of decided) {
    // What was scored is not said before the results are published; a return says so itself.
    if (approval.kind === 'assessment') continue
    const subject = names.get(approval.id)
    if (!subject) continue
    const text = textOf(approval, approvalTitle(subject, maskName))
    const applicant = present([approval.applicantUserId])
    if (approval.kind === 'transfer') {
      const adminsOf = present([approval.fromOrgId, approval.toOrgId])
      await sendMessage(ctx, { ...text, link: listPage(approval) }, { userIds: applicant, adminsOf })
      continue
    }
    if (approval.kind === 'correction') {
      // Who applies does not open the list: the class is where the answer matters.
      const link = `${CLASS_PAGE}?taskId=${subject.taskId}&classId=${subject.classId}`
      const adminsOf = present([approval.applicantOrgId])
      await sendMessage(ctx, { ...text, link }, { userIds: applicant, adminsOf })
      continue
    }
    // The organisation itself cannot open the list; an applicant who applied for another organisation can.
    const own = approval.applicantOrgId === approval.orgId
    const admins = { userIds: own ? applicant : [], adminsOf: present([approval.orgId]) }
    await sendMessage(ctx, { ...text, link: ORG_PAGE }, admins)
    if (!own) await sendMessage(ctx, { ...text, link: listPage(approval) }, { userIds: applicant })
  }
}

const WORDS = {
  org: ['机构审核', '的入驻申请'],
  transfer: ['转学申请', '的转学申请'],
  correction: ['筛查数据更正申请', '的数据更正申请'],
  assessment: ['考核申报审核', '的考核申报'],
} as const satisfies Record<ApprovalKind, readonly [string, string]>

function textOf({ kind, status, decideReason }: ApprovalRecord, title: string) {
  const [name, application] = WORDS[kind]
  const passed = status === ApprovalStatus.code.passed
  const outcome = passed ? '已通过' : '未通过'
  const reason = decideReason ? `${passed ? '备注' : '原因'}：${decideReason}` : ''
  return {
    kind: `approval.${kind}`,
    title: `${name}${outcome}`,
    body: `“${title}”${application}${outcome}审核。${reason}`,
  }
}
