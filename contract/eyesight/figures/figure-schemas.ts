import { z } from 'zod'
import { RateIndicator, SchoolStage, Sex } from '../../core/codes.ts'
import { codeEnum } from '../../core/enums.ts'
import { PageQuery } from '../../core/envelope.ts'
import { AreaId } from '../../core/fields.ts'
import { PrivateName } from '../../core/private-name.ts'
import { WireId } from '../../core/wire.ts'
import { OrgId } from '../../orgs/schemas.ts'
import { PlanStatus } from '../../plans/statuses.ts'
import { PlanId, PlanKind, Season } from '../plan-schemas.ts'
import { Conclusion, RecordFields } from '../record-schemas.ts'
import { COUNTER_NAMES, type CounterName, isFinding } from './counters.ts'
import { RangeCounts, RangePart } from './plan-range.ts'

/** Progress of the work is never suppressed. */
export type WorkDone =
  | 'expected'
  | 'pupils'
  | 'screened'
  | 'valid'
  | 'absent'
  | 'rated'
  | 'collegeRated'
  | 'nakedRightEyes'
  | 'nakedLeftEyes'
  | 'byHand'
  | 'byImport'
  | 'byDevice'
  | 'cariesChecked'

/** Every counter of a unit, summed; a finding is null where too few are counted to be shown to this caller. */
export const Counts = z.object(
  Object.fromEntries(
    COUNTER_NAMES.map((name) => [name, isFinding(name) ? z.number().nullable() : z.number()]),
  ) as { [Name in CounterName]: Name extends WorkDone ? z.ZodNumber : z.ZodNullable<z.ZodNumber> },
)
export type Counts = z.infer<typeof Counts>
/** Whether findings are suppressed. */
const Hidden = z.boolean()

export const UnitLevel = codeEnum({
  range: ['range', '本范围'],
  province: ['province', '省'],
  city: ['city', '市'],
  region: ['region', '区县'],
  school: ['school', '学校'],
  grade: ['grade', '年级'],
  class: ['class', '班级'],
})

/** A place whose figures are asked for; nothing named: the caller's whole range. Drilled from left to right. */
export const UnitQuery = z.object({
  planId: PlanId,
  areaId: AreaId.optional(),
  orgId: OrgId.optional(),
  prefix: SchoolStage.query.optional(),
  gradeNo: z.coerce.number().int().min(0).max(6).optional(),
  classId: WireId.optional(),
})
export type UnitQuery = z.output<typeof UnitQuery>

/** How a unit is named in an address; what it has not is absent. */
export const UnitKey = z.object({
  areaId: z.string().optional(),
  orgId: z.number().optional(),
  prefix: SchoolStage.schema.optional(),
  gradeNo: z.number().optional(),
  classId: z.number().optional(),
})
export type UnitKey = z.infer<typeof UnitKey>
export const Unit = z.object({ level: UnitLevel.schema, key: UnitKey, name: z.string() })
export type Unit = z.infer<typeof Unit>

/** Of the plan whose figures are shown. */
export const FigurePlan = z.object({
  planId: z.number(),
  planName: z.string(),
  status: PlanStatus.schema,
  kind: PlanKind.schema,
  season: Season.schema,
  schoolYear: z.number(),
  targetRate: z.number(),
})

/** The places below a unit with their counts: progress by sub-region, school, grade or class. */
export const Breakdown = z.object({
  plan: FigurePlan,
  /** From the caller's range down to the unit, for going back. */
  path: z.array(Unit),
  unit: Unit,
  childLevel: UnitLevel.schema.nullable(),
  total: Counts,
  totalHidden: Hidden,
  range: RangeCounts,
  rows: z.array(z.object({ unit: Unit, counts: Counts, hidden: Hidden, range: RangeCounts })),
  /** When the figures were read: they are right up to this moment. */
  at: z.string(),
})
export type Breakdown = z.infer<typeof Breakdown>
export const BreakdownQuery = UnitQuery.extend({
  /** Only one stage. */
  stage: SchoolStage.query.optional(),
})

/** Plan in one page: by stage, by who carries it out, by day. */
export const PlanOverview = z.object({
  total: Counts,
  totalHidden: Hidden,
  range: RangeCounts,
  byStage: z.array(z.object({ stage: SchoolStage.schema, counts: Counts, hidden: Hidden })),
  byExecutor: z.array(
    z.object({
      orgId: z.number(),
      orgName: z.string(),
      tasks: z.number(),
      completed: z.number(),
      counts: Counts,
      hidden: Hidden,
    }),
  ),
  byDay: z.array(z.object({ day: z.string(), screened: z.number(), valid: z.number() })),
  at: z.string(),
})
export type PlanOverview = z.infer<typeof PlanOverview>

/** One rate: null where nobody counts, or where too few do to be shown to this caller. */
export const Rate = z.object({
  indicator: RateIndicator.schema,
  numerator: z.number().nullable(),
  denominator: z.number().nullable(),
  /** Percent, not rounded. */
  rate: z.number().nullable(),
  last: z.number().nullable(),
  /** 百分点 against the plan compared with. */
  difference: z.number().nullable(),
  hidden: z.boolean(),
})
export type Rate = z.infer<typeof Rate>

export const IndicatorQuery = UnitQuery.extend({
  stage: SchoolStage.query.optional(),
  /** The plan to compare with, where it is not the plan's own. */
  lastPlanId: PlanId.optional(),
})
export const IndicatorTable = z.object({
  plan: FigurePlan,
  lastPlan: FigurePlan.nullable(),
  /** 同比 where the seasons are the same, else 环比. */
  comparison: z.enum(['同比', '环比']).nullable(),
  /** The two plans judge or examine differently: their rates are not of the same kind. */
  rulesDiffer: z.boolean(),
  /** The whole is not comparable: different schools took part in the two plans. */
  unlike: z.boolean(),
  path: z.array(Unit),
  unit: Unit,
  childLevel: UnitLevel.schema.nullable(),
  total: z.array(Rate),
  /** At the schools with results in both plans; null where these are all of them, or none. */
  totalComparable: z.object({ schools: z.number(), valid: z.number(), rates: z.array(Rate) }).nullable(),
  /** 含大学; null where nobody, or nobody else, is at a college. */
  totalWithColleges: z.array(Rate).nullable(),
  rows: z.array(
    z.object({
      unit: Unit,
      valid: z.number(),
      rates: z.array(Rate),
      /** Not comparable: different schools took part in the two plans. */
      unlike: z.boolean(),
    }),
  ),
  at: z.string(),
})
export type IndicatorTable = z.infer<typeof IndicatorTable>

/** A number that explains itself. */
export const ExplainQuery = UnitQuery.extend({
  /** One of the rates, or a counter by its name. */
  indicator: RateIndicator.query.optional(),
  counter: z.enum(COUNTER_NAMES as [CounterName, ...CounterName[]]).optional(),
  stage: SchoolStage.query.optional(),
}).refine((query) => (query.indicator === undefined) !== (query.counter === undefined), '请选择一个指标')
export const Explanation = z.object({
  title: z.string(),
  unit: Unit,
  planName: z.string(),
  numeratorLabel: z.string(),
  numerator: z.number().nullable(),
  denominatorLabel: z.string().nullable(),
  denominator: z.number().nullable(),
  rate: z.number().nullable(),
  /** In sentences: formula, who counts, the judgement profile of the plan. */
  rules: z.array(z.string()),
  at: z.string(),
  hidden: z.boolean(),
  /** Whether the caller may see the students behind it. */
  studentsVisible: z.boolean(),
})
export type Explanation = z.infer<typeof Explanation>

export const FigureStudentsQuery = ExplainQuery.safeExtend({
  part: z.enum(['numerator', 'denominator']).default('numerator'),
  ...PageQuery.shape,
})
export const FigureStudent = z.object({
  recordId: z.number(),
  taskId: z.number(),
  studentId: z.number(),
  studentName: PrivateName,
  sex: Sex.schema,
  age: z.number(),
  schoolName: z.string(),
  gradeName: z.string(),
  className: z.string(),
  classId: z.number(),
  fields: RecordFields,
  conclusion: Conclusion,
})
export type FigureStudent = z.infer<typeof FigureStudent>

/** Data intake of a plan, school by school (schedule-access). */
export const IntakeQuery = PageQuery.extend({
  planId: PlanId,
  areaId: AreaId.optional(),
  keyword: z.string().trim().max(50).optional(),
  only: z.enum(['owing', 'conflicts', 'retest', 'errors']).optional(),
})
export const IntakeRow = z.object({
  orgId: z.number(),
  orgName: z.string(),
  areaName: z.string(),
  executorNames: z.array(z.string()),
  taskIds: z.array(z.number()),
  part: RangePart.schema,
  expected: z.number(),
  screened: z.number(),
  valid: z.number(),
  invalid: z.number(),
  byHand: z.number(),
  byImport: z.number(),
  byDevice: z.number(),
  /** Of 应筛 those on no list yet. */
  waiting: z.number(),
  unassigned: z.number(),
  /** Neither screened nor excused. */
  owing: z.number(),
  conflicts: z.number(),
  retestDrawn: z.number(),
  retestDone: z.number(),
  /** Percent of the valid. */
  retestRate: z.number().nullable(),
  errorRate: z.number().nullable(),
  retestShort: z.boolean(),
  errorsOver: z.boolean(),
})
export type IntakeRow = z.infer<typeof IntakeRow>
export const IntakeTotal = IntakeRow.omit({
  orgId: true,
  orgName: true,
  areaName: true,
  executorNames: true,
  taskIds: true,
  part: true,
}).extend({ range: RangeCounts, schoolsOwing: z.number() })
export const Intake = z.object({
  plan: FigurePlan.extend({ retestRatio: z.number(), errorCap: z.number() }),
  total: IntakeTotal,
  page: z.object({ list: z.array(IntakeRow), total: z.number(), pageNum: z.number(), pageSize: z.number() }),
  at: z.string(),
})
export type Intake = z.infer<typeof Intake>
