import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { NOTHING, percentText } from '../frame/number-text.ts'

const isFew = ({ denominator }: WallRate): boolean => (denominator ?? 0) < SHOWN_LEAST

/** In a table; of a few letters or children a share says nothing yet. */
export const shareText = (rate: WallRate): string =>
  rate.hidden ? '＊' : isFew(rate) ? NOTHING : percentText(rate.rate)

/** In words: of what it is a share, and how many are needed for one. */
export function shareWords(rate: WallRate, whole: string, unit: string): string {
  if (rate.hidden) return '＊ 人数过少，不显示'
  return isFew(rate) ? `${whole}满 ${SHOWN_LEAST} ${unit}后显示占比` : `占${whole} ${percentText(rate.rate)}%`
}
