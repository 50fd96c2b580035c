import type { z } from 'zod'
import {
  ApprovalStatus,
  DataRangeType,
  OrgType,
  PROPERTIES_OF_ORG_TYPE,
  RoleType,
  SmsType,
} from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { RegisterInput } from '#contract/session/schemas.ts'
import { addUser, assertAccountFree } from '../account/new-user.ts'
import { submitOrgApproval } from '../approvals/approval.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { type Ctx, tx } from '../core/context.ts'
import { assertStandsInDistrict, guardName, nameTaken } from '../orgs/org.ts'
import { insertOrg, insertSchool, isOrgNameTaken } from '../orgs/org-queries.ts'
import { groupCodeOf } from '../orgs/permission-group.ts'
import { checkCaptcha } from './codes/captcha.ts'
import { checkSmsCode, REGISTER, spendSmsCode } from './codes/sms-code.ts'
import { assertAcceptablePassword } from './passwords/password-policy.ts'

/** An organisation asks to take part. It exists at once, but nobody enters before it is approved (671). */
export async function register(ctx: Ctx, input: z.output<typeof RegisterInput>): Promise<{ orgId: number }> {
  await checkCaptcha(ctx, input)
  await assertPlace(ctx, input)
  if (await isOrgNameTaken(ctx.db, input, input.orgName)) throw nameTaken()
  await assertAccountFree(ctx, input.account, input.phone)
  const password = await assertAcceptablePassword(ctx.config, 'register', input.password, input)
  const codeId = await checkSmsCode(ctx, {
    phoneHash: ctx.secrets.lookupHash('phone', input.phone),
    type: SmsType.code.register,
    purpose: REGISTER,
    smsCode: input.smsCode,
  })
  const passwordHash = await ctx.passwords.hash(password)
  return tx(ctx, async (ctx) => {
    await spendSmsCode(ctx, codeId)
    const orgId = await guardName(insertOrg(ctx.db, newOrg(ctx, input)))
    const userId = await addUser(ctx, {
      account: input.account,
      realName: input.realName,
      phone: input.phone,
      passwordHash,
      orgId,
      roleType: RoleType.code.admin,
      isSuper: true,
      dataRangeType: DataRangeType.code.own,
    })
    // What it is in detail its own administrator says once it is admitted.
    if (input.orgType === OrgType.code.school) await insertSchool(ctx.db, orgId)
    await submitOrgApproval(ctx, orgId, input, { userId, orgId })
    ctx.note({ objectType: 'org', objectId: orgId })
    await writeAudit(ctx, {
      action: 'org.register',
      success: true,
      code: 200,
      userId,
      account: input.account,
    })
    return { orgId }
  })
}

function newOrg(ctx: Ctx, input: z.output<typeof RegisterInput>) {
  const { provinceId, cityId, regionId, orgType, address } = input
  return {
    name: input.orgName,
    orgType,
    property: input.orgProperty,
    provinceId,
    cityId,
    regionId,
    address,
    contactName: input.realName,
    contactPhoneEnc: ctx.secrets.encrypt(input.phone),
    status: ApprovalStatus.code.pending,
    expiresOn: null,
    permissionGroupCode: groupCodeOf(orgType, input),
  }
}

async function assertPlace(ctx: Ctx, input: z.output<typeof RegisterInput>) {
  const properties: readonly number[] = PROPERTIES_OF_ORG_TYPE[input.orgType]
  if (!properties.includes(input.orgProperty)) {
    const message = `${OrgType.label(input.orgType)}不能选择该机构性质`
    throw new BizError(700, message, [{ path: ['orgProperty'], message }])
  }
  await assertStandsInDistrict(ctx, input)
}
