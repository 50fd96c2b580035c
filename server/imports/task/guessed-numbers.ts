import { BizError } from '#contract/core/error-codes.ts'
import type { Db } from '../../core/db/connect.ts'
import { SAME_BIRTH_MAX } from '../row-rules/crowded-numbers.ts'
import { countMissedToday, type ImportTaskRecord } from './import-task-queries.ts'

/** Numbers of which a user may learn in a day that they are on no list, before it looks like trying them out. */
export const MISSED_PER_DAY = 300
/** A file that is refused tells that hardly any of its numbers is right. */
const MISSED_BY_REFUSED = 100

const TOO_MANY_MISSED = `文件中有较多证件号或学籍号不在名单中，超过每日 ${MISSED_PER_DAY} 个的上限，请核对所选的任务，或先同步名单`
export const CROWDED = `文件中有超过 ${SAME_BIRTH_MAX} 个证件号的地区、出生日期和性别都相同，请核对证件号`

export async function assertFewMissed(
  db: Db,
  userId: number | null,
  missed: number,
  exceptTask?: number,
): Promise<void> {
  if (userId === null || missed === 0) return
  const refused = { sentence: TOO_MANY_MISSED, rows: MISSED_BY_REFUSED }
  const today = await countMissedToday(db, userId, refused, exceptTask)
  if (today + missed > MISSED_PER_DAY) throw new BizError(700, TOO_MANY_MISSED)
}

/** What a task that goes away has told; it stays counted. */
export function missedBy({ counts, errorMsg }: Pick<ImportTaskRecord, 'counts' | 'errorMsg'>): number {
  if (errorMsg === TOO_MANY_MISSED) return MISSED_BY_REFUSED
  return (counts as { missed?: number } | null)?.missed ?? 0
}
