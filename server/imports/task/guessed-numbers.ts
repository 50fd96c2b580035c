import { BizError } from '#contract/core/error-codes.ts'
import type { Db } from '../../core/db/connect.ts'
import { SAME_BIRTH_MAX } from '../row-rules/crowded-numbers.ts'
import { type ImportTaskRecord, selectNumbersToday } from './import-task-queries.ts'

/** Numbers of which a user may learn in a day that they are on no list, before it looks like trying them out. */
export const MISSED_PER_DAY = 300
/** A file that is refused tells that hardly any of its numbers is right. */
const MISSED_BY_REFUSED = 100

const TOO_MANY_MISSED = `文件中有较多证件号或学籍号不在名单中，超过每日 ${MISSED_PER_DAY} 个的上限，请核对所选的任务，或先同步名单`
export const CROWDED = `文件中有超过 ${SAME_BIRTH_MAX} 个证件号的地区、出生日期和性别都相同，请核对证件号`

/** Of a whole district some hundred are on no list any day: where many were found, one in so many may be missed. */
const FOUND_FOR_EACH_MISSED = 5

type Told = { missed: number; found: number }

export async function assertFewMissed(
  db: Db,
  userId: number | null,
  { missed, found }: Told,
  exceptTask?: number,
): Promise<void> {
  if (userId === null || missed === 0) return
  const refused = { sentence: TOO_MANY_MISSED, rows: MISSED_BY_REFUSED }
  const today = await selectNumbersToday(db, userId, refused, exceptTask)
  const most = Math.max(MISSED_PER_DAY, Math.floor((today.found + found) / FOUND_FOR_EACH_MISSED))
  if (today.missed + missed > most) throw new BizError(700, TOO_MANY_MISSED)
}

/** What a task that goes away has told; it stays counted. */
export function missedBy({ counts, errorMsg }: Pick<ImportTaskRecord, 'counts' | 'errorMsg'>): number {
  if (errorMsg === TOO_MANY_MISSED) return MISSED_BY_REFUSED
  return (counts as { missed?: number } | null)?.missed ?? 0
}
