// Warnings as people see and handle them.
import { z } from 'zod'
import { type CodeOf, codeEnum } from '../core/enums.ts'
import { PageQuery, page } from '../core/envelope.ts'
import { NameDisclosure, PrivateName } from '../core/private-name.ts'
import { WireFlag, WireId } from '../core/wire.ts'
import { UnitQuery } from '../eyesight/figures/figure-schemas.ts'
import { LetterState } from '../eyesight/letter-state.ts'
import { INDICATOR_NAMES, Notified, WarningLevelCode, WarningScope } from './rules.ts'

/** What people have done. */
export const WarningStatus = codeEnum({
  waiting: [1, '待处理'],
  notified: [2, '已通知'],
  acted: [3, '已干预'],
  closed: [4, '已关闭'],
})
export type WarningStatusCode = CodeOf<typeof WarningStatus>

/** Why a warning no longer counts, by the data. */
export const WarningEnd = codeEnum({
  gone: [1, '原因已消除'],
  fine: [2, '后续筛查正常'],
  continued: [3, '由后续筛查接续'],
})

export const CloseReason = codeEnum({
  seen: [1, '已就诊，按医嘱处理'],
  corrected: [2, '已配镜或调整矫正'],
  intervened: [3, '已采取干预，定期复查'],
  moved: [4, '学生已离校'],
  declined: [5, '家长知情，暂不处理'],
  other: [9, '其他'],
})

/** What a school can do for a child. */
export const Intervention = codeEnum({
  seat: [1, '调整座位'],
  furniture: [2, '按身高调整课桌椅'],
  outdoor: [3, '增加户外活动'],
  glasses: [4, '督促规范配戴眼镜'],
  habits: [5, '用眼习惯指导'],
  other: [9, '其他'],
})

/** Closed by people, a warning still counts until the data ends it. */
export const Counting = codeEnum({
  open: ['open', '未关闭'],
  active: ['active', '含已关闭'],
  ended: ['ended', '已解除'],
  all: ['all', '全部'],
})

export type CountingCode = CodeOf<typeof Counting>

/** Of a list and of its file; a unit narrows it. */
export const WarningFilter = UnitQuery.extend({
  scope: WarningScope.query.default(WarningScope.code.student),
  level: WarningLevelCode.query.optional(),
  status: WarningStatus.query.optional(),
  indicator: z.enum(INDICATOR_NAMES).optional(),
  /** Of open ones those that are closed only where the state asks for them. */
  counting: Counting.query.default('open'),
  overdue: WireFlag,
  keyword: z.string().trim().max(30).optional(),
})
/** Of a file with a line for each child. */
export const StudentWarningFilter = WarningFilter.omit({ scope: true })
/** Of a file of classes, schools or areas. */
export const UnitWarningFilter = WarningFilter.extend({
  scope: WarningScope.query
    .refine((scope) => scope !== WarningScope.code.student, '请选择班级、学校或地区')
    .default(WarningScope.code.school),
})
export const WarningQuery = WarningFilter.extend(PageQuery.shape).extend(NameDisclosure.shape)

export const WarningRow = z.object({
  warningId: z.number(),
  scope: WarningScope.schema,
  level: WarningLevelCode.schema,
  planId: z.number(),
  planName: z.string(),
  studentId: z.number().nullable(),
  /** Of a student. */
  name: PrivateName.nullable(),
  /** Of a class, school or area. */
  unitName: z.string().nullable(),
  areaName: z.string(),
  schoolName: z.string().nullable(),
  className: z.string().nullable(),
  /** Each in words, the gravest first. */
  reasons: z.array(z.string()),
  status: WarningStatus.schema,
  ended: WarningEnd.schema.nullable(),
  raisedOn: z.string(),
  dueOn: z.string(),
  overdue: z.boolean(),
  /** Of a student with a referral: what became of the letter, and when the child was seen. */
  letter: LetterState.schema.nullable(),
  visitedOn: z.string().nullable(),
  version: z.number(),
})
export type WarningRow = z.infer<typeof WarningRow>
export const WarningPage = page(WarningRow)

/** How many count, by level and by what was done; what the tabs and the start page show. */
export const WarningTally = z.object({
  scope: WarningScope.schema,
  level: WarningLevelCode.schema,
  status: WarningStatus.schema,
  warnings: z.number(),
})
export type WarningTally = z.infer<typeof WarningTally>
export const WarningSummary = z.object({
  tallies: z.array(WarningTally),
  overdue: z.number(),
  /** The same by whom they are about. */
  overdueByScope: z.array(z.object({ scope: WarningScope.schema, warnings: z.number() })),
})
export type WarningSummary = z.infer<typeof WarningSummary>

export const WarningReason = z.object({
  indicator: z.enum(INDICATOR_NAMES),
  label: z.string(),
  /** The readings behind it. */
  sentence: z.string(),
  /** How it is counted, and the threshold. */
  rule: z.string(),
  level: WarningLevelCode.schema,
})

/** One screening or visit of the child, as the curve and the table show it. */
export const WarningReading = z.object({
  on: z.string(),
  ageYears: z.number(),
  /** A visit at a hospital; otherwise a screening. */
  visit: z.boolean(),
  cycloplegic: z.boolean(),
  glasses: z.string(),
  nakedRight: z.number().nullable(),
  nakedLeft: z.number().nullable(),
  correctedRight: z.number().nullable(),
  correctedLeft: z.number().nullable(),
  sphereRight: z.number().nullable(),
  sphereLeft: z.number().nullable(),
  cylinderRight: z.number().nullable(),
  cylinderLeft: z.number().nullable(),
  axisRight: z.number().nullable(),
  axisLeft: z.number().nullable(),
  seRight: z.number().nullable(),
  seLeft: z.number().nullable(),
  axialRight: z.number().nullable(),
  axialLeft: z.number().nullable(),
})
export type WarningReading = z.infer<typeof WarningReading>

const ProgressionEnd = z.object({ on: z.string(), ageYears: z.number(), se: z.number() })
/** How the spherical equivalent of the worse eye went down from about a year before the last screening. */
export const Progression = z.object({
  /** 1 right, 2 left. */
  eye: z.literal([1, 2]),
  from: ProgressionEnd,
  to: ProgressionEnd,
  days: z.number(),
  change: z.number(),
  perYear: z.number(),
})
export type Progression = z.infer<typeof Progression>

export const WarningEvent = z.object({
  at: z.string(),
  kind: z.string(),
  title: z.string(),
  note: z.string(),
  /** Null: by the data. */
  by: z.string().nullable(),
})
export type WarningEvent = z.infer<typeof WarningEvent>

export const WarningDetail = WarningRow.extend({
  sex: z.string().nullable(),
  age: z.number().nullable(),
  taskId: z.number().nullable(),
  classId: z.number().nullable(),
  schoolOrgId: z.number().nullable(),
  /** The smallest area it lies in; of an area itself. */
  areaId: z.string(),
  gradesName: z.string(),
  facts: z.array(WarningReason),
  readings: z.array(WarningReading),
  progression: Progression.nullable(),
  events: z.array(WarningEvent),
  closeReason: CloseReason.schema.nullable(),
  closedNote: z.string(),
  letterId: z.number().nullable(),
  reminders: z.number(),
  mayAct: z.boolean(),
})
export type WarningDetail = z.infer<typeof WarningDetail>

export const WarningDetailQuery = z.object({ warningId: WireId }).extend(NameDisclosure.shape)

export const ACTED_AT_ONCE = 200
const note = z.string().trim().max(200, '说明不能超过200个字').default('')
/** The same for one and for many; those that changed meanwhile are left alone and counted. */
const Chosen = z.object({
  warnings: z
    .array(z.object({ warningId: WireId, version: z.number().int().positive() }))
    .min(1, '请选择预警')
    .max(ACTED_AT_ONCE, `一次最多处理${ACTED_AT_ONCE}条`),
  note,
})
export const NotifyWarnings = Chosen
export const RemindWarnings = Chosen.omit({ note: true })
export const ActOnWarnings = Chosen.extend({
  interventions: z.array(Intervention.schema).min(1, '请选择干预措施').max(6),
})
export const CloseWarnings = Chosen.extend({ reason: CloseReason.schema }).refine(
  ({ reason, note: given }) => reason !== CloseReason.code.other || given.length >= 4,
  { path: ['note'], message: '请写明原因，至少4个字' },
)
export const ReopenWarnings = Chosen.refine(({ note: given }) => given.length >= 4, {
  path: ['note'],
  message: '请写明原因，至少4个字',
})
export const Acted = z.object({ done: z.number(), skipped: z.number() })
export type Acted = z.infer<typeof Acted>

/** Who was reminded: where a class has no teacher, others in their place. */
export const Reminded = Acted.extend({
  recipients: z.array(z.object({ role: Notified.schema, people: z.number(), classes: z.number() })),
  /** Classes of which nobody could be reminded; their warnings stay as they were. */
  unreached: z.number(),
})
export type Reminded = z.infer<typeof Reminded>
