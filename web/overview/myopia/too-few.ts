import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { WallRate } from '#contract/overview/wall.ts'

/** Few results say nothing yet: what is shown instead of a rate; null where there are enough. */
export function tooFewText({ denominator, hidden }: WallRate): string | null {
  const counted = denominator ?? 0
  if (hidden || counted >= SHOWN_LEAST) return null
  return counted === 0
    ? '还没有纳入近视率统计的结果，筛查开始后这里显示近视率。'
    : `有效 ${counted} 人，满 ${SHOWN_LEAST} 人后显示近视率。`
}
