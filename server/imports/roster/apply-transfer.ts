import { StudentType } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { applyTransfer } from '../../students/moves/transfer.ts'
import { cellText } from '../row-rules/cell-values.ts'
import { idCardText } from '../row-rules/roster-row.ts'
import { selectRowsByNo } from '../rows/import-row-queries.ts'
import { openCells } from '../rows/row-cells.ts'
import { sheetOf } from '../rows/shown-cells.ts'
import { requireOwnImport } from '../task/import-task.ts'

/** For a child who studies elsewhere: by what the row states, so that nothing is learnt about where that is. */
export async function applyTransferOfRow(
  ctx: UserTxCtx,
  { recordId, row }: { recordId: number; row: number },
) {
  const task = await requireOwnImport(ctx, recordId)
  const [found] = await selectRowsByNo(ctx.db, task.batchId ?? 0, [row])
  if (!found) throw new BizError(650)
  if (found.outcome !== RowOutcome.code.elsewhere || found.classId === null || !found.name) {
    throw new Refusal('notInThisState', '这一行不需要申请转学')
  }
  const sheet = sheetOf(task)
  const cells = (await openCells(ctx, found.batchId, [found]))(row)
  const document = ['idCard', 'passport']
    .map((key) => sheet.byKey.get(key))
    .map((column) => (column ? idCardText(cellText(cells[column.index])) : ''))
    .find((text) => text !== '')
  const numbers =
    task.studentType === StudentType.code.nonMainland ? { passportNo: document } : { idCard: document }
  return applyTransfer(ctx, {
    ...numbers,
    name: found.name,
    newOrgId: task.orgId,
    newClassId: found.classId,
    reason: '导入名单时申请转入',
  })
}
