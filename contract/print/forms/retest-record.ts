// 复测记录表: the second examination beside the first, item by item.
import { Glasses } from '../../core/codes.ts'
import type { RetestRow } from '../../eyesight/record-schemas.ts'
import { RETEST_ITEMS } from '../../eyesight/retest.ts'
import { type FormColumn, NAME, NUMBER, SEX } from './columns.ts'

type Item = RetestRow['items'][number]
const cellOf =
  (key: string, write: (item: Item) => string) =>
  ({ items }: RetestRow): string => {
    const item = items.find((each) => each.key === key)
    return item ? write(item) : ''
  }
const number = (value: number | null, digits: number): string => (value === null ? '' : value.toFixed(digits))
const signed = (value: number | null, digits: number): string =>
  value === null ? '' : `${value > 0 ? '+' : ''}${value.toFixed(digits)}`

export const RETEST_RECORD_COLUMNS: readonly FormColumn<RetestRow>[] = [
  NUMBER,
  NAME,
  SEX,
  { title: '班级', width: 20, cell: ({ className }) => className },
  {
    title: '戴镜类型',
    width: 13,
    cell: ({ glasses }) => (glasses === null ? '' : Glasses.label(glasses as 1)),
  },
  ...RETEST_ITEMS.flatMap(({ key, label }): FormColumn<RetestRow>[] => {
    // Spherical equivalents are dioptres with their sign, vision is read from the chart.
    const isSphere = key.startsWith('se')
    const digits = isSphere ? 3 : 1
    const reading = isSphere ? signed : number
    const width = isSphere ? 10 : 7
    return [
      { title: '初测', group: label, width, cell: cellOf(key, ({ first }) => reading(first, digits)) },
      { title: '复测', group: label, width, cell: cellOf(key, ({ second }) => reading(second, digits)) },
      {
        title: '差值',
        group: label,
        width,
        cell: cellOf(key, ({ difference }) => signed(difference, digits)),
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
