import { z } from 'zod'
import { ExportItemType } from '../core/codes.ts'
import { PageQuery, page } from '../core/envelope.ts'
import { Reason } from '../core/fields.ts'
import { PrivateName } from '../core/private-name.ts'
import { WireFlag } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'
import { AreaFilter } from '../schools/schemas.ts'
import { EXPORT_ITEMS } from './catalogue.ts'
import { CHECKED_KEYS } from './checks.ts'
import { EXPORT_FILE_TYPES, EXPORT_GROUPS } from './export-item.ts'
import { EXPORT_KEYS, ExportKey } from './export-key.ts'
import { PRINT_KEYS } from './print-items.ts'
import { HealthFilter } from './screening-filter.ts'

/** Above so many rows the dialog asks for a task in the background instead of waiting for the file. */
export const EXPORT_DIRECT_ROWS = 20_000
/** A file made in the background can be fetched this long. */
export const EXPORT_KEEP_HOURS = 24
/** Tasks of one user that wait or run. */
export const EXPORT_TASKS_OPEN = 3
/** What the trail says where a third party's call names no reason. */
export const DOCKING_REASON = '数据对接'

const FileName = z
  .string()
  .trim()
  .max(80)
  .optional()
  .transform((name) => name || undefined)

/**
 * Common fields of every export in addition to its filter; `personal` asks for full numbers and needs its own
 * permission.
 */
export const ExportOptions = z.object({ reason: Reason, personal: WireFlag, fileName: FileName })
export type ExportOptions = z.output<typeof ExportOptions>

export const exportInput = <S extends z.ZodRawShape>(parameters: z.ZodObject<S>) =>
  z.object({ ...parameters.shape, ...ExportOptions.shape })

type Filters = { [K in ExportKey]: (typeof EXPORT_ITEMS)[K]['parameters'] }
type Sent<O> = { [K in ExportKey]: z.input<Filters[K]> & { item: K } & O }[ExportKey]
type Taken<O> = { [K in ExportKey]: z.output<Filters[K]> & { item: K } & O }[ExportKey]
type Form = z.ZodObject<{ item: z.ZodLiteral<ExportKey> }>

/** One form for each item, discriminated by its name. */
function byItem<O extends z.ZodObject>(options: O) {
  const forms = EXPORT_KEYS.map((key) =>
    z.object({ ...EXPORT_ITEMS[key].parameters.shape, ...options.shape, item: z.literal(key) }),
  )
  // The types of forms that are made in a loop are lost; those of the catalogue say the same.
  return z.discriminatedUnion('item', forms as unknown as [Form, ...Form[]]) as unknown as z.ZodType<
    Taken<Pick<z.output<O>, keyof O['shape'] & keyof z.output<O>>>,
    Sent<Pick<z.input<O>, keyof O['shape'] & keyof z.input<O>>>
  >
}

export const ExportSizeQuery = byItem(z.object({}))
export type ExportSizeQuery = z.output<typeof ExportSizeQuery>
export const StartExport = byItem(ExportOptions)
export type StartExport = z.output<typeof StartExport>

const ItemRow = z.object({
  title: z.string(),
  api: z.string(),
  type: ExportItemType.schema,
  resourceId: z.number(),
})

/** Spec §3 "Export item", and what else the dialog needs. */
export const ExportItemRow = ItemRow.extend({
  key: ExportKey,
  act: z.literal('download'),
  fileType: z.enum(EXPORT_FILE_TYPES),
  group: z.enum(Object.keys(EXPORT_GROUPS) as [keyof typeof EXPORT_GROUPS]),
  /** Whether the caller may have its numbers in full. */
  personal: z.boolean(),
})
export type ExportItemRow = z.infer<typeof ExportItemRow>

/** One that opens a page with what is chosen. */
export const PrintItemRow = ItemRow.extend({ key: z.enum(PRINT_KEYS), act: z.literal('open') })
export type PrintItemRow = z.infer<typeof PrintItemRow>

export const ExportSize = z.object({
  rows: z.number(),
  /** What the caller may still export today. */
  rowsLeftToday: z.number(),
})

/** Above so many rows a check asks for a smaller part of the plan. */
export const CHECK_ROWS_MAX = 50_000

export const CheckExportQuery = HealthFilter.extend({
  item: z.enum(CHECKED_KEYS),
  /** Only rows with this fault. */
  fault: z.string().max(40).optional(),
  ...PageQuery.shape,
})
export type CheckExportQuery = z.output<typeof CheckExportQuery>
export const CheckedRow = z.object({
  recordId: z.number(),
  schoolName: z.string(),
  gradeName: z.string(),
  className: z.string(),
  /** Null for who may not see students. */
  studentName: PrivateName.nullable(),
  faults: z.array(z.string()),
})
export type CheckedRow = z.infer<typeof CheckedRow>
/** What would be sent back, or stays empty, before the file is made. */
export const ExportCheck = z.object({
  rows: z.number(),
  /** Rows with a fault, whether it keeps them out or leaves a cell empty, and how many of all go into the file. */
  faulty: z.number(),
  written: z.number(),
  notes: z.array(z.string()),
  faults: z.array(z.object({ code: z.string(), label: z.string(), count: z.number() })),
  page: page(CheckedRow),
})
export type ExportCheck = z.infer<typeof ExportCheck>

export const DockingQuery = AreaFilter.extend({
  orgId: OrgId.optional(),
  /** Without one the names are masked for callers above the school. */
  reason: z.string().trim().max(200).optional(),
})
