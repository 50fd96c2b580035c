import { expect, it } from 'vitest'
import { changesIn } from './row-changes.ts'
import { inOrder, isOfReadings } from './sheet-columns.ts'

const change = (field: string, from: string, to: string) => ({ field, from, to })

it('shows a new value alone and a replaced one with its old value', () => {
  const naked = change('裸眼视力（右）', '未填', '4.9')
  const phone = change('联系电话', '', '138****0000')
  const sphere = change('球镜（右）', '-0.50', '-0.75')
  const gone = change('备注', '旧', '')
  expect(changesIn([naked, sphere, phone, gone])).toEqual({
    filled: [naked, phone],
    replaced: [sphere, gone],
  })
  expect(changesIn([])).toEqual({ filled: [], replaced: [] })
})

it('of results what was found stands right after who it is, of a roster only the name goes first', () => {
  const keys = [
    'school',
    'grade',
    'class',
    'name',
    'studentNo',
    'idCard',
    'glasses',
    'nakedRight',
    null,
    'remark',
  ]
  const ordered = (ofReadings: boolean) =>
    inOrder(
      keys.map((key) => ({ key })),
      ofReadings,
    ).map(({ key }) => key)
  const found = ['glasses', 'nakedRight', null, 'remark']
  expect(ordered(true)).toEqual(['name', 'grade', 'class', ...found, 'school', 'studentNo', 'idCard'])
  expect(ordered(false)).toEqual(['name', ...keys.filter((key) => key !== 'name')])
  expect(([0, 1, 2, 3] as const).map((excelType) => isOfReadings({ excelType }))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
