import { z } from 'zod'
import { SchoolStage } from '../core/codes.ts'
import { PrivateName } from '../core/private-name.ts'
import { PaperFilter } from '../exports/paper-filter.ts'

const PaperField = z.object({
  label: z.string(),
  /** Null: to be written by hand. */
  value: z.string().nullable(),
})

/** One screening on the curves of a child. */
export const CurvePoint = z.object({
  age: z.number(),
  nakedRight: z.number().nullable(),
  nakedLeft: z.number().nullable(),
  seRight: z.number().nullable(),
  seLeft: z.number().nullable(),
})
export type CurvePoint = z.infer<typeof CurvePoint>

export const PaperSheet = z.object({
  /** What the pages are called in the contents of a file. */
  bookmark: z.string(),
  subtitle: z.string(),
  /** Where a form has other columns for schools than for kindergartens. */
  variant: z.enum(['school', 'kindergarten']).optional(),
  /** Lines of fields, over the table and under it. */
  head: z.array(z.array(PaperField)),
  /** The cell that is null holds the name. */
  rows: z.array(z.object({ name: PrivateName, cells: z.array(z.string().nullable()) })),
  foot: z.array(z.array(PaperField)),
  /** Of a form about one child: the child, and who cares for it. */
  person: PrivateName.optional(),
  parent: PrivateName.optional(),
  /** The oldest first. */
  curves: z.array(CurvePoint).optional(),
  /** Visits to hospitals, as rows of a table of their own. */
  visits: z.array(z.array(z.string())).optional(),
})
export type PaperSheet = z.infer<typeof PaperSheet>

/** Students chosen one by one; their ids still fit into an address. */
export const PAPER_MOST_CHOSEN = 300

const ID = /^[1-9]\d{0,14}$/
const TOO_MANY = `一次最多选择${PAPER_MOST_CHOSEN}名学生`
/** Written into one text, so that they fit an address; or the list already parsed from it. */
const ChosenStudents = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]))])
  .transform((given) => (typeof given === 'string' ? given.split(',') : given.map(String)))
  .refine((ids) => ids.every((id) => ID.test(id)), '学生有误')
  .transform((ids) => [...new Set(ids.map(Number))])
  .refine(({ length }) => length <= PAPER_MOST_CHOSEN, TOO_MANY)

/** Of a plan, or without one of the roster; a part of it, or students chosen one by one. */
export const PaperQuery = PaperFilter.extend({ studentIds: ChosenStudents.optional() })
export type PaperQuery = z.output<typeof PaperQuery>

export const PaperChoice = PaperQuery.omit({ form: true })
export type PaperChoice = z.output<typeof PaperChoice>

/** How many students a choice has. */
export const ChosenCount = z.object({
  students: z.number(),
  /** Those of a stage; none of who has left the school. */
  stages: z.array(z.object({ stage: SchoolStage.schema, students: z.number() })),
})
export type ChosenCount = z.infer<typeof ChosenCount>
