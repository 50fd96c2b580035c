import { StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'

type Type = CodeOf<typeof StudentType>
const SHORT: Record<Type, string> = {
  [StudentType.code.mainland]: '大陆',
  [StudentType.code.nonMainland]: '非大陆',
  [StudentType.code.mainlandWithoutId]: '无身份证',
}

/** For tables and strips, where the full label would be too long. */
export const shortTypeOf = (type: Type): string => SHORT[type]

export const nationOf = (nation: string | null): string =>
  (nation && EthnicGroup.label(nation)) || nation || '—'

const NAMES_SHOWN = 5
/** 张三、李四等 12 人 */
export function namesOf(students: readonly { name: string }[]): string {
  const names = students
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name)
    .join('、')
  return students.length > NAMES_SHOWN ? `${names}等 ${students.length} 人` : names
}
