// Which columns the grid of a plan has. Right before left, as on every form.
import { ScreeningItemType } from '#contract/core/codes.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import {
  PLAN_ITEMS,
  type PlanItem,
  READING_NUMBERS,
  type ReadingNumber,
  SIDE_NAMES,
  SIDES,
} from '#contract/eyesight/reading.ts'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import { isNumberField } from './cell-text.ts'

/** `flags` is one column for the three fields that say what could not be examined. */
export type GridColumnKey = RecordField | 'flags'
export type CellKind = 'number' | 'code' | 'flags' | 'remark' | 'day'
export type Column = { key: GridColumnKey; title: string; label: string; kind: CellKind; width: number }
export type ColumnGroup = { title: string; columns: readonly Column[] }

const OTHER_LABELS: Record<Exclude<GridColumnKey, ReadingNumber>, string> = {
  glasses: '戴镜类型',
  position: '眼位',
  colour: '色觉',
  unableRight: '右眼无法检查',
  unableLeft: '左眼无法检查',
  uncooperative: '不配合检查',
  flags: '特殊情况',
  absence: '未检原因',
  remark: '备注',
  checkedOn: '检查日期',
}
export const labelOf = (key: GridColumnKey): string =>
  key !== 'flags' && isNumberField(key) ? READING_NUMBERS[key].label : OTHER_LABELS[key]

const single = (key: GridColumnKey, kind: CellKind, width: number): ColumnGroup => {
  const label = labelOf(key)
  return { title: label, columns: [{ key, title: label, label, kind, width }] }
}

type EyeColumn = 'naked' | 'corrected' | 'sphere' | 'cylinder' | 'axis' | 'orthoK'
const bothEyes = (key: EyeColumn, title: string, width: number): ColumnGroup => ({
  title,
  columns: SIDES.map((side) => {
    const field = `${key}${side}` as const
    return { key: field, title: SIDE_NAMES[side], label: labelOf(field), kind: 'number', width }
  }),
})

const numbers = (title: string, columns: [ReadingNumber, string][], width: number): ColumnGroup => ({
  title,
  columns: columns.map(([key, short]) => ({
    key,
    title: short,
    label: labelOf(key),
    kind: 'number',
    width,
  })),
})

const GROUPS: Record<PlanItem, readonly ColumnGroup[]> = {
  naked: [bothEyes('naked', PLAN_ITEMS.naked, 46)],
  corrected: [bothEyes('corrected', PLAN_ITEMS.corrected, 46)],
  refraction: [
    bothEyes('sphere', '球镜', 60),
    bothEyes('cylinder', '柱镜', 60),
    bothEyes('axis', '轴位', 46),
  ],
  position: [single('position', 'code', 84)],
  colour: [single('colour', 'code', 76)],
  body: [
    numbers(
      PLAN_ITEMS.body,
      [
        ['height', '身高'],
        ['weight', '体重'],
      ],
      60,
    ),
  ],
  caries: [
    numbers(
      '乳牙',
      [
        ['milkDecayed', '龋'],
        ['milkMissing', '失'],
        ['milkFilled', '补'],
      ],
      40,
    ),
    numbers(
      '恒牙',
      [
        ['decayed', '龋'],
        ['missing', '失'],
        ['filled', '补'],
      ],
      40,
    ),
  ],
}

const examined = (items: PlanItems, item: PlanItem): boolean => items[item] !== ScreeningItemType.code.skipped

/** Both examinations of the eyes need to know what is worn. */
export const examinesEyes = (items: PlanItems): boolean =>
  (['naked', 'corrected', 'refraction'] as const).some((item) => examined(items, item))
export const examinesRefraction = (items: PlanItems): boolean => examined(items, 'refraction')

/** Measured values. */
export function readingGroups(items: PlanItems): ColumnGroup[] {
  const of = (...wanted: PlanItem[]) => wanted.flatMap((item) => (examined(items, item) ? GROUPS[item] : []))
  const eyes = examinesEyes(items)
  return [
    ...(eyes ? [single('glasses', 'code', 100)] : []),
    ...of('naked', 'corrected', 'refraction'),
    ...(eyes ? [bothEyes('orthoK', '塑形镜度数', 52)] : []),
    ...of('position', 'colour', 'body', 'caries'),
  ]
}

/** Remarks on the examination. */
export const NOTE_GROUPS: readonly ColumnGroup[] = [
  single('flags', 'flags', 108),
  single('absence', 'code', 92),
  single('remark', 'remark', 132),
  single('checkedOn', 'day', 104),
]

export const columnsIn = (groups: readonly ColumnGroup[]): Column[] =>
  groups.flatMap(({ columns }) => columns)
/** Fields behind a column. */
export const fieldsBehind = (key: GridColumnKey): readonly RecordField[] =>
  key === 'flags' ? ['unableRight', 'unableLeft', 'uncooperative'] : [key]

// 特殊情况 as one choice: 1 the right eye, 2 the left, 4 the child.
const FLAG_WORDS = ['', '右眼无法检查', '左眼无法检查', '双眼无法检查', '不配合'] as const
type Flags = { unableRight: boolean; unableLeft: boolean; uncooperative: boolean }

export const flagsCode = ({ unableRight, unableLeft, uncooperative }: Flags): number =>
  (unableRight ? 1 : 0) + (unableLeft ? 2 : 0) + (uncooperative ? 4 : 0)
export const flagsOf = (code: number): Flags => ({
  unableRight: (code & 1) > 0,
  unableLeft: (code & 2) > 0,
  uncooperative: (code & 4) > 0,
})
export const flagsWord = (code: number): string =>
  FLAG_WORDS[code] ?? `${FLAG_WORDS[code & 3]}，${FLAG_WORDS[4]}`
/** All options; a stored record may hold several of them. */
export const flagsOptions = (present: number): { value: number; label: string }[] =>
  [...new Set([1, 2, 3, 4, ...(present > 4 ? [present] : [])])].map((value) => ({
    value,
    label: flagsWord(value),
  }))
