import { z } from 'zod'
import { AUDIT_KIND_NAMES } from '../core/audit-actions.ts'
import { type CodeOf, codeEnum } from '../core/enums.ts'
import { PageQuery, page } from '../core/envelope.ts'
import { PlainDate } from '../core/fields.ts'
import { PrivateName } from '../core/private-name.ts'
import { OrgId } from '../orgs/schemas.ts'
import { StudentId } from '../students/schemas.ts'

/** Without days the list begins so many days ago, today included. */
export const AUDIT_DAYS_DEFAULT = 7
/** A list counts and shows so many entries; beyond them it says that there are more. */
export const AUDIT_LISTED_MAX = 1_000

export const AuditFilter = z.object({
  /** First and last day, in China. */
  startDay: PlainDate.optional(),
  endDay: PlainDate.optional(),
  /** Account or name of who acted. */
  keyword: z.string().trim().max(50).optional(),
  /** Organisation of who acted. */
  orgId: OrgId.optional(),
  kind: z.enum(AUDIT_KIND_NAMES).optional(),
  result: z.enum(['success', 'refused']).optional(),
  /** Whose data it was: acts on this child, and on a class, school and so on that it was in. */
  studentId: StudentId.optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditPageQuery = PageQuery.extend(AuditFilter.shape)
export type AuditPageQuery = z.output<typeof AuditPageQuery>

/** How many an act concerned at once. */
export const AuditWhole = codeEnum({
  class: ['class', '整班'],
  grade: ['grade', '整年级'],
  task: ['task', '整个任务'],
  school: ['school', '全校'],
  area: ['area', '整个地区'],
})
export type AuditWhole = CodeOf<typeof AuditWhole>

export const AuditRow = z.object({
  auditId: z.number(),
  at: z.string(),
  /** Null for a device and for a command on the server. */
  account: z.string().nullable(),
  realName: z.string().nullable(),
  orgName: z.string().nullable(),
  /** In words. */
  action: z.string(),
  /** What kind of thing it was done to, and which; names of children are masked. */
  objectType: z.string().nullable(),
  object: z.string().nullable(),
  /** Asked for one child: the act was on all of these. */
  whole: AuditWhole.schema.nullable(),
  /** The reason that was given, how many rows it was. */
  note: z.string().nullable(),
  success: z.boolean(),
  result: z.string(),
  ip: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditPage = page(AuditRow).extend({
  /** There are more than `total`. */
  more: z.boolean(),
  /** The masked name of the student that was asked for. */
  studentName: PrivateName.nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>
