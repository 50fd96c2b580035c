import { z } from 'zod'
import { AreaTier } from '../areas/schemas.ts'
import { SchoolStage, ScreeningItemType, YesNo } from '../core/codes.ts'
import { codeEnum } from '../core/enums.ts'
import { PageQuery } from '../core/envelope.ts'
import { AreaId } from '../core/fields.ts'
import { WireId } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'
import { PlanStatus } from '../plans/statuses.ts'
import { RangeCounts } from './figures/plan-range.ts'
import { JudgementProfile } from './judgement/profile.ts'
import { PLAN_ITEMS, type PlanItem } from './reading.ts'

export const PlanId = WireId
export const TaskId = WireId

export const PlanKind = codeEnum({ routine: [1, '常规筛查'], survey: [2, '普查'] })
export const Season = codeEnum({ spring: [1, '春季'], autumn: [2, '秋季'] })

export const PlanDay = z.iso.date('请选择日期')

const itemTypes = Object.fromEntries(
  Object.keys(PLAN_ITEMS).map((item) => [item, ScreeningItemType.schema]),
) as Record<PlanItem, typeof ScreeningItemType.schema>
export const PlanItems = z.object(itemTypes)
export type PlanItems = z.output<typeof PlanItems>
/** What a plan examines unless somebody says otherwise. */
export const DEFAULT_ITEMS: PlanItems = {
  naked: ScreeningItemType.code.mandatory,
  corrected: ScreeningItemType.code.mandatory,
  refraction: ScreeningItemType.code.mandatory,
  position: ScreeningItemType.code.skipped,
  colour: ScreeningItemType.code.skipped,
  caries: ScreeningItemType.code.skipped,
  body: ScreeningItemType.code.skipped,
}

/** Which part of a school; nothing given means all of it. */
export const TaskSelection = z.object({
  stages: z.array(SchoolStage.schema).max(7).optional(),
  gradeIds: z.array(WireId).max(100).optional(),
  classIds: z.array(WireId).max(500).optional(),
})
export type TaskSelection = z.output<typeof TaskSelection>

/** Where a plan takes place; also what the preview counts. */
export const PlanRange = z.object({
  areaIds: z.array(AreaId).min(1, '请选择筛查区域').max(200),
  includeDirect: YesNo.schema,
  stages: z.array(SchoolStage.schema).min(1, '请选择学段').max(7),
})

const percent = (label: string) =>
  z.number().min(0, `${label}应在 0 至 100 之间`).max(100, `${label}应在 0 至 100 之间`)

/** A plan as somebody fills it in. */
export const PlanForm = PlanRange.extend({
  planName: z.string().trim().min(2, '请输入2-50个字的计划名称').max(50, '请输入2-50个字的计划名称'),
  schoolYear: z.number().int().min(2000).max(2100),
  season: Season.schema,
  kind: PlanKind.schema,
  startsOn: PlanDay,
  endsOn: PlanDay,
  items: PlanItems,
  profile: JudgementProfile,
  lastPlanId: PlanId.nullable().default(null),
  retestRatio: percent('复测比例').default(5),
  errorCap: percent('误差发生率上限').default(5),
  targetRate: percent('目标完成率').default(95),
  schoolMayAdd: z.boolean().default(false),
  remark: z.string().trim().max(500).nullable().default(null),
})
const inOrder = (plan: { startsOn: string; endsOn: string }) => plan.startsOn <= plan.endsOn
const ORDER = { message: '结束日期不能早于开始日期', path: ['endsOn'] }
export const AddPlan = PlanForm.extend({
  /** Published at once, or saved as a draft. */
  publish: z.boolean().default(false),
  /** Made once by the form: sent again it finds the plan that was made. */
  clientKey: z.uuid().optional(),
}).refine(inOrder, ORDER)
export const EditPlan = PlanForm.extend({ planId: PlanId, version: z.number().int() }).refine(inOrder, ORDER)

/** What the caller may do with a plan now. */
export const PlanActions = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  publish: z.boolean(),
  end: z.boolean(),
  reopen: z.boolean(),
  archive: z.boolean(),
  addTask: z.boolean(),
})

export const PlanPageQuery = PageQuery.extend({
  status: PlanStatus.query.optional(),
  kind: PlanKind.query.optional(),
  schoolYear: z.coerce.number().int().min(2000).max(2100).optional(),
  season: Season.query.optional(),
  keyword: z.string().trim().max(50).optional(),
})
export type PlanPageQuery = z.output<typeof PlanPageQuery>

/** 应筛, 实筛, 有效 inside the caller's range. */
export const Progress = z.object({ expected: z.number(), screened: z.number(), valid: z.number() })
export type Progress = z.infer<typeof Progress>

/** What is said of a plan wherever one is shown. */
const PlanSummary = z.object({
  planId: z.number(),
  planName: z.string(),
  status: PlanStatus.schema,
  schoolYear: z.number(),
  season: Season.schema,
})

export const PlanRow = PlanSummary.extend({
  kind: PlanKind.schema,
  startsOn: z.string(),
  endsOn: z.string(),
  ownerOrgName: z.string(),
  areaNames: z.array(z.string()),
  stages: z.array(SchoolStage.schema),
  targetRate: z.number(),
  taskCount: z.number(),
  progress: Progress,
  range: RangeCounts,
  version: z.number(),
  can: PlanActions,
})
export type PlanRow = z.infer<typeof PlanRow>

export const PlanDetail = PlanRow.extend({
  areaIds: z.array(z.string()),
  includeDirect: YesNo.schema,
  items: PlanItems,
  profile: JudgementProfile,
  /** The rules in words. */
  profileText: z.array(z.string()),
  lastPlanId: z.number().nullable(),
  lastPlanName: z.string().nullable(),
  retestRatio: z.number(),
  errorCap: z.number(),
  schoolMayAdd: z.boolean(),
  remark: z.string().nullable(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  publishedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
  tasksByStatus: z.object({ waiting: z.number(), underWay: z.number(), completed: z.number() }),
})
export type PlanDetail = z.infer<typeof PlanDetail>

/** A plan to choose from. */
export const PlanChoice = PlanSummary.extend({
  kind: PlanKind.schema,
  startsOn: z.string(),
  endsOn: z.string(),
  lastPlanId: z.number().nullable(),
  /** Made by the caller's own organisation. */
  own: z.boolean(),
  /** Who made it: a body of the province, of a city or of a district. */
  ownerLevel: z.literal([AreaTier.code.province, AreaTier.code.city, AreaTier.code.region]),
})
export type PlanChoice = z.infer<typeof PlanChoice>

export const PlanPreview = z.object({
  schools: z.number(),
  classes: z.number(),
  students: z.number(),
  byStage: z.array(
    z.object({ stage: SchoolStage.schema, schools: z.number(), classes: z.number(), students: z.number() }),
  ),
  byArea: z.array(
    z.object({ areaId: z.string(), areaName: z.string(), schools: z.number(), students: z.number() }),
  ),
})
export type PlanPreview = z.infer<typeof PlanPreview>

export const PlanVersion = z.object({ planId: PlanId, version: z.number().int() })
export const ReopenPlan = PlanVersion.extend({ endsOn: PlanDay })

/** Schools of a plan inside the caller's range, with or without a task. */
export const PlanSchoolQuery = PageQuery.extend({
  planId: PlanId,
  areaId: AreaId.optional(),
  hasTask: z.enum(['yes', 'no']).optional(),
  keyword: z.string().trim().max(50).optional(),
})
export const PlanSchoolRow = z.object({
  orgId: z.number(),
  orgName: z.string(),
  areaName: z.string(),
  stages: z.array(SchoolStage.schema),
  students: z.number(),
  taskCount: z.number(),
  boundOrgNames: z.array(z.string()),
})
export type PlanSchoolRow = z.infer<typeof PlanSchoolRow>

/** Who can carry out a task: hospitals and social organisations in range or bound to the school. */
export const ExecutorQuery = z.object({
  keyword: z.string().trim().max(50).optional(),
  schoolOrgId: OrgId.optional(),
})
export const ExecutorOption = z.object({
  orgId: z.number(),
  orgName: z.string(),
  orgType: z.number(),
  bound: z.boolean(),
})
