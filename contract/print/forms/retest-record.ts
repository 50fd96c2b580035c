// 复测记录表: the second examination beside the first, item by item.
import { Glasses } from '../../core/codes.ts'
import type { RetestRow } from '../../eyesight/record-schemas.ts'
import { RETEST_ITEMS } from '../../eyesight/retest.ts'
import { type FormColumn, NAME, NUMBER, readingText, SEX } from './columns.ts'

type Item = RetestRow['items'][number]
const cellOf =
  (key: string, write: (item: Item) => string) =>
  ({ items }: RetestRow): string => {
    const item = items.find((each) => each.key === key)
    return item ? write(item) : ''
  }
/** A difference has its sign. */
const differenceText = (value: number | null, digits: number): string =>
  value === null ? '' : `${value > 0 ? '+' : ''}${value.toFixed(digits)}`

export const RETEST_RECORD_COLUMNS: readonly FormColumn<RetestRow>[] = [
  NUMBER,
  NAME,
  SEX,
  { title: '班级', width: 20, cell: ({ className }) => className },
  {
    title: '戴镜类型',
    width: 13,
    cell: ({ glasses }) => Glasses.label(glasses),
  },
  ...RETEST_ITEMS.flatMap(({ key, label }): FormColumn<RetestRow>[] => {
    const isSphere = key.startsWith('se')
    const format = isSphere ? 'equivalent' : 'vision'
    const width = isSphere ? 10 : 7
    return [
      { title: '初测', group: label, width, cell: cellOf(key, ({ first }) => readingText(first, format)) },
      { title: '复测', group: label, width, cell: cellOf(key, ({ second }) => readingText(second, format)) },
      {
        title: '差值',
        group: label,
        width,
        cell: cellOf(key, ({ difference }) => differenceText(difference, isSphere ? 3 : 1)),
      },
      {
        title: '超差',
        group: label,
        width: 6,
        cell: cellOf(key, ({ difference, over }) => (difference === null ? '' : over ? '是' : '否')),
      },
    ]
  }),
]
