import type { ProgressView } from '#contract/overview/progress.ts'
import { countText } from '../frame/number-text.ts'

type Pace = Pick<ProgressView, 'perDay' | 'neededPerDay' | 'workdaysLeft'>

/** What the pace of the last days is worth, in one sentence. */
export function paceText({ perDay, neededPerDay, workdaysLeft }: Pace): string {
  if (neededPerDay === 0) return '已达标'
  if (workdaysLeft === 0) return '计划已到最后一天'
  const needed = neededPerDay === null ? '' : `，达标需 ${countText(neededPerDay)} 人`
  return perDay === null
    ? `还有 ${workdaysLeft} 个工作日`
    : `近 5 日均 ${countText(Math.round(perDay))} 人${needed}`
}
