import { formatDate } from '#web/core/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS_COUNTED = 30

/** How long ago, in the largest unit that fits; a date once it is longer than a month. */
export function timeAgo(at: string, now: number): string {
  // A clock a little behind the server's must not speak of the future.
  const passed = Math.max(0, now - new Date(at).getTime())
  if (passed < MINUTE) return '刚刚'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} 分钟前`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} 小时前`
  return passed < DAYS_COUNTED * DAY ? `${Math.floor(passed / DAY)} 天前` : formatDate(at)
}
