import { type Selectable, sql } from 'kysely'
import { ApprovalStatus, DataRangeType, OrgType } from '#contract/core/codes.ts'
import { type PermissionName, permissionId } from '#contract/core/permissions.ts'
import { type GovLevel, govLevelOf } from '#contract/orgs/looks-after.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Tx } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'
import { TODAY } from '../core/db/today.ts'
import type { AreaIds } from '../core/scope.ts'

const approvalStatus = codeLiterals(ApprovalStatus)
const { pending, passed, rejected } = ApprovalStatus.code

export type ApprovalRecord = Selectable<Schema['approval']>
type Common = Pick<ApprovalRecord, 'applicantUserId' | 'applicantOrgId' | 'applyReason'>

type CoveredArea = Pick<ApprovalRecord, 'provinceId' | 'cityId' | 'regionId'>
type NewOrgApproval = Common & CoveredArea & { orgId: number }

/**
 * An open application is not doubled: the update that changes nothing waits for a concurrent writer and returns its
 * id.
 */
export async function insertOrgApproval(db: Tx, approval: NewOrgApproval): Promise<number> {
  const { id } = await db
    .insertInto('approval')
    .values({ kind: 'org', ...approval })
    .onConflict((conflict) =>
      conflict
        .column('orgId')
        .where(sql<boolean>`status = ${approvalStatus.pending} and kind = 'org'`)
        .doUpdateSet({ kind: 'org' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertCorrectionApproval(
  db: Tx,
  approval: Common & CoveredArea & { correctionId: number },
): Promise<number> {
  const { id } = await db
    .insertInto('approval')
    .values({ kind: 'correction', ...approval })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertAssessmentApproval(
  db: Tx,
  approval: Common & CoveredArea & { applicationId: number },
): Promise<number> {
  const { id } = await db
    .insertInto('approval')
    .values({ kind: 'assessment', ...approval })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewTransferApproval = Common &
  Pick<ApprovalRecord, 'toGradeId' | 'toClassId'> & {
    studentId: number
    fromOrgId: number
    toOrgId: number
  }

/** The cover area, which an approver's range must hold whole, is what both schools have in common. */
export async function insertTransferApproval(db: Tx, approval: NewTransferApproval): Promise<number> {
  const { studentId, fromOrgId, toOrgId, toGradeId, toClassId } = approval
  const { rows } = await sql<{ id: number }>`
    insert into approval (kind, province_id, city_id, region_id, student_id, from_org_id, to_org_id, to_grade_id,
      to_class_id, applicant_user_id, applicant_org_id, apply_reason)
    select 'transfer',
      case when f.province_id = t.province_id then t.province_id end,
      case when f.city_id = t.city_id then t.city_id end,
      case when f.region_id = t.region_id then t.region_id end,
      ${studentId}, f.id, t.id, ${toGradeId}::bigint, ${toClassId}::bigint,
      ${approval.applicantUserId}::bigint, ${approval.applicantOrgId}::bigint, ${approval.applyReason}
    from org as f cross join org as t
    where f.id = ${fromOrgId} and t.id = ${toOrgId}
    on conflict (student_id, to_org_id) where status = ${approvalStatus.pending} and kind = 'transfer'
      do update set kind = 'transfer'
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a transfer between schools that do not exist')
  return row.id
}

/** The student's school; undefined where there is no such student. */
export async function lockStudentForApplication(db: Tx, studentId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('student')
    .select('orgId')
    .where('id', '=', studentId)
    .forShare()
    .executeTakeFirst()
  return row?.orgId
}

/** Back among those that wait; false where it is not refused, also because somebody else was faster. */
export async function reopenOrg(db: Tx, orgId: number): Promise<boolean> {
  const result = await db
    .updateTable('org')
    .set({ status: pending, updatedAt: sql<Date>`now()` })
    .where('id', '=', orgId)
    .where('status', '=', rejected)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Government users who can sign in, whose range holds the place and who may decide on such applications; the widest
 * range first. `level` is that of their body.
 */
export async function selectApprovers(
  db: Tx,
  holding: PermissionName,
  area: AreaIds,
  exceptUserId: number,
): Promise<{ id: number; dataRangeType: number; level: GovLevel }[]> {
  const { provinceId, cityId = null, regionId = null } = area
  const { province, city, region } = DataRangeType.code
  const permission = permissionId(holding)
  const { rows } = await sql<Place & { id: number; dataRangeType: number }>`
    select u.id, u.data_range_type, o.city_id, o.region_id from app_user u join org o on o.id = u.org_id
    where u.enabled and o.enabled and o.org_type = ${OrgType.code.government} and o.status = ${passed}
      and o.expires_on >= ${TODAY} and u.id <> ${exceptUserId}
      and ((u.data_range_type = ${province} and u.data_range_province_id = ${provinceId})
        or (u.data_range_type = ${city} and u.data_range_city_id = ${cityId})
        or (u.data_range_type = ${region} and u.data_range_region_id = ${regionId}))
      and coalesce(
        (select x.granted from user_permission_override x where x.user_id = u.id and x.permission_id = ${permission}),
        exists (select 1 from permission_group_item item where item.group_id = o.permission_group_id
          and item.role_type = u.role_type and item.permission_id = ${permission}))
    order by u.data_range_type, u.id`.execute(db)
  return rows.map(({ id, dataRangeType, ...place }) => ({ id, dataRangeType, level: govLevelOf(place) }))
}
type Place = { cityId: string | null; regionId: string | null }
