import { describe, expect, it } from 'vitest'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import { editedText, parseCell, readOnlyText, seText } from './cell-text.ts'

const TODAY = '2025-10-20'
const read = (field: RecordField, text: string) => parseCell(field, text, TODAY)
const meaning = (field: RecordField, text: string) => {
  const parsed = read(field, text)
  return parsed.ok ? parsed.value : parsed.fault
}

describe('numbers as they are typed', () => {
  it.each<[RecordField, string, number | null]>([
    ['nakedRight', '49', 4.9],
    ['nakedRight', '4.9', 4.9],
    ['nakedRight', '４．９', 4.9],
    ['nakedRight', '4。9', 4.9],
    ['nakedRight', '4，9', 4.9],
    ['nakedRight', '4', 4],
    ['nakedRight', '5', 5],
    ['nakedRight', '50', 5],
    ['correctedLeft', ' 33 ', 3.3],
    ['nakedRight', '', null],
    ['sphereRight', '-150', -1.5],
    ['sphereRight', '-1.5', -1.5],
    ['sphereRight', '－１５０', -1.5],
    ['sphereRight', '—1.50', -1.5],
    ['sphereRight', '−25', -0.25],
    ['sphereRight', '+.25', 0.25],
    ['sphereRight', '.5', 0.5],
    ['sphereRight', '150', 1.5],
    ['sphereRight', '+1.00D', 1],
    ['sphereRight', '-2', -2],
    ['sphereRight', '-20', -20],
    ['sphereRight', '-2000', -20],
    ['sphereRight', '-0', 0],
    ['cylinderLeft', '75', -0.75],
    ['cylinderLeft', '0.75', -0.75],
    ['cylinderLeft', '-0.75', -0.75],
    ['cylinderLeft', '-75', -0.75],
    ['cylinderLeft', '0', 0],
    ['cylinderLeft', '+0.75', 0.75],
    ['cylinderLeft', '+75', 0.75],
    ['axisRight', '180', 180],
    ['axisRight', '90°', 90],
    ['orthoKRight', '300', 300],
    ['orthoKRight', '-300', 300],
    ['orthoKRight', '3.25', 325],
    ['orthoKRight', '0', null],
    ['height', '142.5', 142.5],
    ['weight', '35', 35],
    ['decayed', '2', 2],
  ])('%s: %s', (field, text, value) => {
    const parsed = read(field, text)
    expect(parsed).toEqual({ ok: true, value })
    if (parsed.ok) expect(Object.is(parsed.value, -0)).toBe(false)
  })

  it.each<[RecordField, string, string]>([
    ['nakedRight', '5.4', '裸眼视力（右）应在 3.3 至 5.3 之间'],
    ['nakedRight', '0.8', '裸眼视力（右）应在 3.3 至 5.3 之间，请用5分记录'],
    ['nakedRight', '4.95', '裸眼视力（右）应以 0.1 为一档'],
    ['nakedRight', '490', '裸眼视力（右）应在 3.3 至 5.3 之间'],
    ['sphereRight', '-130', '球镜（右）应以 0.25 为一档'],
    ['sphereRight', '-2025', '球镜（右）应在 -20 至 20 之间'],
    ['sphereRight', '1.2.3', '球镜（右）应为数字'],
    ['cylinderRight', '+20.25', '柱镜（右）应在 -20 至 20 之间'],
    ['axisRight', '90.5', '轴位（右）应以 1 为一档'],
    ['axisRight', '181', '轴位（右）应在 0 至 180 之间'],
    ['orthoKLeft', '310', '塑形镜度数（左）应以 25 为一档'],
    ['decayed', '33', '恒牙龋 D应在 0 至 32 之间'],
  ])('%s: %s is refused', (field, text, fault) => {
    expect(meaning(field, text)).toBe(fault)
  })

  it.each<[RecordField, string, boolean]>([
    ['nakedRight', '3', true],
    ['nakedRight', '3.', true],
    ['nakedRight', '6', false],
    ['nakedRight', '5.4', false],
    ['sphereRight', '-', true],
    ['sphereRight', '-1.2', true],
    ['sphereRight', '-22', true],
    ['sphereRight', '-130', false],
    ['sphereRight', '-131', false],
    ['sphereRight', 'x', false],
    ['orthoKRight', '31', false],
    ['orthoKRight', '32', true],
  ])('%s: %s can still become right: %s', (field, text, unfinished) => {
    expect(read(field, text)).toMatchObject({ ok: false, unfinished })
  })
})

describe('other cells', () => {
  it.each<[RecordField, string, unknown]>([
    ['glasses', '2', 2],
    ['glasses', '３', 3],
    ['glasses', '', null],
    ['glasses', '7', '没有这个选项'],
    ['absence', '9', 9],
    ['colour', '4', '没有这个选项'],
    ['unableRight', '1', true],
    ['unableRight', '', false],
    ['remark', '  近期发热 ', '近期发热'],
    ['remark', ' ', null],
    ['remark', 'x'.repeat(201), '备注不超过200字'],
  ])('%s: %s', (field, text, value) => {
    expect(meaning(field, text)).toBe(value)
  })

  it.each([
    ['2025-09-12', '2025-09-12'],
    ['2025/9/2', '2025-09-02'],
    ['2025年9月2日', '2025-09-02'],
    ['20250912', '2025-09-12'],
    ['0912', '2025-09-12'],
    ['9-12', '2025-09-12'],
    ['9。12', '2025-09-12'],
    ['9月12日', '2025-09-12'],
    ['1225', '2024-12-25'],
    ['', null],
    ['2025-10-21', '检查日期不能晚于今天'],
    ['0931', '请填写日期，如 0912 或 2025-09-12'],
    ['昨天', '请填写日期，如 0912 或 2025-09-12'],
  ])('day %s', (text, value) => {
    expect(meaning('checkedOn', text)).toBe(value)
  })
})

describe('values as they are shown', () => {
  it.each<[RecordField, number | string | boolean | null, string]>([
    ['nakedRight', 5, '5.0'],
    ['sphereRight', 0.25, '+0.25'],
    ['sphereRight', -1.5, '-1.50'],
    ['sphereRight', 0, '0.00'],
    ['cylinderRight', -0.75, '-0.75'],
    ['cylinderRight', 0.75, '+0.75'],
    ['axisRight', 90, '90'],
    ['height', 142.5, '142.5'],
    ['glasses', 2, '2'],
    ['remark', null, ''],
    ['unableLeft', true, '1'],
    ['unableLeft', false, ''],
  ])('%s %s', (field, value, text) => {
    expect(editedText(field, value)).toBe(text)
    expect(meaning(field, text)).toBe(value)
  })

  it('reads codes by their names', () => {
    expect(readOnlyText('glasses', 2)).toBe('框架眼镜')
    expect(readOnlyText('absence', null)).toBe('')
    expect(readOnlyText('nakedRight', 4.9)).toBe('4.9')
  })

  it.each([
    [-625, '-0.625'],
    [-500, '-0.500'],
    [1000, '+1.000'],
    [0, '0.000'],
    [null, ''],
  ])('SE %s', (thousandths, text) => {
    expect(seText(thousandths)).toBe(text)
  })
})
