// A report as it is read: sections of sentences, tables and charts. Made once, on the server; the screen, Word, Excel and
// PDF only lay it out. Numbers are numbers here, rounded where they are shown and nowhere else.
import { z } from 'zod'
import { codeEnum } from '../../core/enums.ts'
import { FigurePlan, Unit } from '../../eyesight/figures/figure-schemas.ts'

export const ReportKind = codeEnum({
  province: ['province', '省级报告'],
  city: ['city', '市级报告'],
  region: ['region', '区县报告'],
  school: ['school', '学校报告'],
  grade: ['grade', '年级报告'],
  class: ['class', '班级报告'],
  contrast: ['contrast', '对比报告'],
  design: ['design', '自定义报告'],
})

/** How a number is written: people, percent of a whole, difference of two percents, vision, dioptres, 等效球镜 or points scored. */
export const ReportFormat = z.enum([
  'text',
  'count',
  'percent',
  'points',
  'vision',
  'dioptre',
  'equivalent',
  'score',
])
export type ReportFormat = z.infer<typeof ReportFormat>

export const ReportColumn = z.object({
  key: z.string(),
  title: z.string(),
  /** Columns of one group share a heading. */
  group: z.string().nullable(),
  format: ReportFormat,
})
export type ReportColumn = z.infer<typeof ReportColumn>

/** Null: nobody counts (`--`); 'hidden': suppressed for this reader because too few are counted (`*`). */
export const ReportValue = z.union([z.string(), z.number(), z.null()])
export type ReportValue = z.infer<typeof ReportValue>
export const HIDDEN_VALUE = '*'
export const NO_VALUE = '--'

export const ReportRow = z.object({
  name: z.string(),
  /** Where there is more to read about it. */
  unit: Unit.nullable(),
  /** 合计, or a part of it that other rows add up to. */
  isTotal: z.boolean(),
  /** 0 at the margin; a part of the row above is indented. */
  indent: z.number().int().min(0).max(3),
  values: z.array(ReportValue),
  /** A remark on the row, such as 口径不一致. */
  note: z.string().nullable(),
})
export type ReportRow = z.infer<typeof ReportRow>

export const ReportTable = z.object({
  id: z.string(),
  title: z.string(),
  /** Over the first column. */
  rowTitle: z.string(),
  columns: z.array(ReportColumn),
  rows: z.array(ReportRow),
  notes: z.array(z.string()),
})
export type ReportTable = z.infer<typeof ReportTable>

/** Grouped or stacked bars, lines, or a ranking; every chart has a table with the same numbers. */
export const ReportChart = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['bars', 'stacked', 'lines', 'ranking']),
  format: ReportFormat,
  unit: z.string(),
  categories: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
})
export type ReportChart = z.infer<typeof ReportChart>

/** A text of an organisation's own under a heading of its own; everything else in a report is computed. */
export const ReportBlock = z.object({
  id: z.string(),
  title: z.string(),
  /** Who wrote it. */
  orgId: z.number(),
  orgName: z.string(),
  paragraphs: z.array(z.string()),
})
export type ReportBlock = z.infer<typeof ReportBlock>

export const ReportSection = z.object({
  id: z.string(),
  title: z.string(),
  paragraphs: z.array(z.string()),
  /** Missing in most sections, and in reports that were frozen before it was added. */
  blocks: z.array(ReportBlock).optional(),
  charts: z.array(ReportChart),
  tables: z.array(ReportTable),
  /** Its sentence only says why there is nothing; it is not laid out. */
  isEmpty: z.boolean().optional(),
})
export type ReportSection = z.infer<typeof ReportSection>

/** The days are missing in reports that were frozen before they were added. */
const ReportPlan = FigurePlan.extend({ startsOn: z.string().optional(), endsOn: z.string().optional() })

const Asked = z.union([z.string(), z.number()])

export const Report = z.object({
  kind: ReportKind.schema,
  title: z.string(),
  unit: Unit,
  plan: ReportPlan,
  lastPlan: FigurePlan.nullable(),
  /** 同比 where the seasons are the same, else 环比. */
  comparison: z.enum(['同比', '环比']).nullable(),
  sections: z.array(ReportSection),
  /** What a reader should know before handing it on; missing in reports frozen before there were any. */
  cautions: z.array(z.string()).optional(),
  /** Rules, cut-off, profile: what every figure rests on. */
  notes: z.array(z.string()),
  /** The figures are right up to this moment. */
  at: z.string(),
  /** Number and author of a frozen report; null for a report computed just now. */
  frozen: z
    .object({
      reportNo: z.string(),
      frozenAt: z.string(),
      frozenBy: z.string(),
      orgName: z.string(),
      /** 已作废: it holds no more, but can still be read. */
      withdrawn: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable().optional(),
      /** What was asked for: the same is asked for again to see it with today's figures. */
      query: z.record(z.string(), z.union([Asked, z.array(Asked)])),
    })
    .nullable(),
})
export type Report = z.infer<typeof Report>
