// What stands in place of what is measured of too few children.
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import { NOTHING } from '../frame/number-text.ts'

type Group = { hidden: boolean; few: boolean }

export const isShown = ({ hidden, few }: Group): boolean => !hidden && !few

/** In a chart there is room for a sign. */
export const signOf = ({ hidden }: Group): string => (hidden ? '＊' : NOTHING)

/** What the signs say, where there are any. */
export const signNotes = (groups: readonly Group[]): string =>
  [
    groups.some(({ hidden }) => hidden) ? ' · ＊ 人数过少，不显示' : '',
    groups.some((group) => !group.hidden && group.few) ? ` · ${NOTHING} 不足 ${SHOWN_LEAST} 人` : '',
  ].join('')

/** Instead of all charts; null where there are enough. */
export function tooFewMeasured(students: number | null): string | null {
  if (students === null) return '＊ 人数过少，不显示。'
  if (students === 0) return '还没有屈光数据，录入验光结果后这里显示等效球镜的分布。'
  return students < SHOWN_LEAST
    ? `有屈光数据 ${students} 人，满 ${SHOWN_LEAST} 人后显示等效球镜的分布。`
    : null
}
