// 学生编码: the last four of the 16 digits by which the monitoring of common diseases knows a child.
import { z } from 'zod'
import { Sex } from '../core/codes.ts'
import { PrivateName } from '../core/private-name.ts'
import { WireId } from '../core/wire.ts'
import { TaskId } from './plan-schemas.ts'

/** Two digits of the class and two in the class; classes with a name instead of a number share the last hundred. */
export const NUMBERS_PER_CLASS = 99
export const NAMED_CLASSES = 99
const NUMBER_MAX = 9999

export const fourDigits = (number: number): string => String(number).padStart(4, '0')

export const ClassNumbersQuery = z.object({ taskId: TaskId, classId: WireId })
export const ClassNumbers = z.object({
  /** Why they cannot be changed now; null: they can. */
  lockedReason: z.string().nullable(),
  rows: z.array(
    z.object({
      recordId: z.number(),
      studentName: PrivateName,
      sex: Sex.schema,
      number: z.number().nullable(),
    }),
  ),
})
export type ClassNumbers = z.infer<typeof ClassNumbers>

export const SaveClassNumbers = ClassNumbersQuery.extend({
  rows: z
    .array(
      z.object({
        recordId: WireId,
        number: z.number().int().min(1).max(NUMBER_MAX).nullable(),
      }),
    )
    .min(1)
    .max(200),
})

/** Of one class, or of all classes of the task. */
export const FillNumbers = z.object({ taskId: TaskId, classId: WireId.optional() })
/** How many got one, and for how many there was none left. */
export const NumbersFilled = z.object({ given: z.number(), without: z.number() })
export type NumbersFilled = z.infer<typeof NumbersFilled>
