// Forms on paper of more children than are drawn at once: who is on them is found here, who draws them reads class by class.
import { SchoolStage } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { mayPrint } from '#contract/exports/paper-access.ts'
import { isOfClasses, type PaperFilter } from '#contract/exports/paper-filter.ts'
import type { UserCtx } from '../../core/context.ts'
import { assertPlace } from '../../students/student-list.ts'
import type { ExportReader, ExportSource } from './export-source.ts'
import { countRoster, selectRosterClasses } from './roster-rows-queries.ts'
import {
  assertScreeningRange,
  countScreeningRows,
  RESULT_PART,
  screeningClasses,
} from './screening-source.ts'

async function assertRange(ctx: UserCtx, filter: PaperFilter): Promise<void> {
  const { planId, taskId, areaId, orgId, classId, form } = filter
  if (!mayPrint(form, filter, (name) => ctx.caller.permissions.has(name))) throw new BizError(602)
  if (!isOfClasses(form)) throw new BizError(700, '该表请直接打印或下载')
  if (planId !== undefined) return assertScreeningRange(ctx, { ...filter, planId })
  if (taskId !== undefined || areaId !== undefined) throw new BizError(700, '请选择筛查计划')
  await assertPlace(ctx, { orgId, classId })
  if (orgId === undefined && classId === undefined && ctx.scope.kind !== 'org')
    throw new BizError(700, '请选择学校、年级、班级或学生')
}

const partOf = ({ form }: PaperFilter): typeof RESULT_PART =>
  form === 'child' ? { ...RESULT_PART, stages: [SchoolStage.code.kindergarten] } : RESULT_PART

async function count({ db, scope, ...reader }: ExportReader, filter: PaperFilter): Promise<number> {
  const { planId } = filter
  if (planId !== undefined)
    return countScreeningRows({ db, scope, ...reader }, { ...filter, planId }, partOf(filter))
  const wanted = partOf(filter).stages
  const stages = await countRoster(db, scope, filter)
  return stages.reduce((sum, { stage, students }) => sum + (wanted.includes(stage) ? students : 0), 0)
}

/** The classes whose children are on it, in their order. */
export async function paperClasses(reader: ExportReader, filter: PaperFilter): Promise<number[]> {
  const { planId } = filter
  if (planId === undefined) return selectRosterClasses(reader.db, reader.scope, filter)
  return screeningClasses(reader, { ...filter, planId }, partOf(filter))
}

export const paperSource: ExportSource<'papers'> = {
  assertRange,
  count,
  read: () => {
    throw new Error('forms have no rows')
  },
}
