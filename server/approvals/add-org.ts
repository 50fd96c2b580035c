import { ApprovalStatus } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UserTxCtx } from '../core/context.ts'
import type { Schema } from '../core/db/schema.ts'
import { type AreaIds, scopeCoversArea } from '../core/scope.ts'
import { assertStandsInDistrict, guardName, nameTaken } from '../orgs/org.ts'
import { insertOrg, isOrgNameTaken } from '../orgs/org-queries.ts'
import { groupCodeOf } from '../orgs/permission-group.ts'
import { applyForOrg } from './apply-for-org.ts'

type NewOrg = AreaIds & { orgName: string; address: string; contactName: string; contactPhone: string }
type Kind = Pick<Schema['org'], 'orgType' | 'property'>

/**
 * An organisation added by a government body in its range. It exists at once, but where a body above decides on it,
 * nobody enters before that one has approved it (671).
 */
export async function addOrg(ctx: UserTxCtx, input: NewOrg, kind: Kind) {
  const { provinceId, cityId, regionId } = input
  if (!scopeCoversArea(ctx.scope, input)) throw new BizError(616)
  await assertStandsInDistrict(ctx, input)
  if (await isOrgNameTaken(ctx.db, input, input.orgName)) throw nameTaken()
  const orgId = await guardName(
    insertOrg(ctx.db, {
      ...kind,
      name: input.orgName,
      provinceId,
      cityId,
      regionId,
      address: input.address,
      contactName: input.contactName,
      contactPhoneEnc: ctx.secrets.encrypt(input.contactPhone),
      status: ApprovalStatus.code.pending,
      expiresOn: null,
      permissionGroupCode: groupCodeOf(kind.orgType, input),
    }),
  )
  ctx.note({ objectType: 'org', objectId: orgId })
  const { status } = await applyForOrg(ctx, orgId, input)
  return { orgId, status }
}
