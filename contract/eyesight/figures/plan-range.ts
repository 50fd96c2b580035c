import { z } from 'zod'
import { codeEnum } from '../../core/enums.ts'

/** 计划范围: every school of the plan's areas and stages, by how far it is. 应筛 are the students of all three. */
export const RangePart = codeEnum({
  begun: ['begun', '已开展'],
  waiting: ['waiting', '未开始'],
  unassigned: ['unassigned', '未分配'],
})
export type RangePart = (typeof RangePart.codes)[number]

const SchoolsAndStudents = z.object({ schools: z.number(), students: z.number() })
export type SchoolsAndStudents = z.infer<typeof SchoolsAndStudents>
/** Schools and students of a unit in each part of the range; inside a school only students. */
export const RangeCounts = z.object({
  /** On lists that were taken. */
  begun: SchoolsAndStudents,
  /** In school today, of a task that has not begun. */
  waiting: SchoolsAndStudents,
  /** In school today, of no task; in a school that has begun, of classes that no task names. */
  unassigned: SchoolsAndStudents,
})
export type RangeCounts = z.infer<typeof RangeCounts>

export const wholeRange = (range: RangeCounts): SchoolsAndStudents =>
  RangePart.codes.reduce(
    (sum, part) => ({
      schools: sum.schools + range[part].schools,
      students: sum.students + range[part].students,
    }),
    { schools: 0, students: 0 },
  )

export const addRanges = (ranges: readonly RangeCounts[]): RangeCounts => {
  const sum = (part: RangePart) =>
    ranges.reduce(
      (all, range) => ({
        schools: all.schools + range[part].schools,
        students: all.students + range[part].students,
      }),
      { schools: 0, students: 0 },
    )
  return { begun: sum('begun'), waiting: sum('waiting'), unassigned: sum('unassigned') }
}
