import { expect, it } from 'vitest'
import { isBuiltInDate, isDateFormat } from './number-formats.ts'

it.each([
  'yyyy/m/d;@',
  'yyyy"年"m"月"d"日"',
  '[$-804]yyyy"年"m"月";@',
  '[DBNum1][$-804]yyyy"年"m"月"d"日";@',
  'mm-dd-yy',
  'h:mm:ss AM/PM',
  '[h]:mm',
  'e"年"m"月"',
  '[$-804]aaaa;@',
  'YYYY\\-MM\\-DD',
])('%s shows a date', (code) => {
  expect(isDateFormat(code)).toBe(true)
})

it.each([
  'General',
  'G/通用格式',
  '@',
  '0.00E+00',
  '#,##0.00_);[Red](#,##0.00)',
  '"day"0',
  '0\\d',
  '[Red]0',
  '[$¥-804]#,##0.00',
  '0_d',
  '*y0',
  '0"年级"',
  '',
])('%s shows a number', (code) => {
  expect(isDateFormat(code)).toBe(false)
})

it('built-in formats include those of Chinese systems', () => {
  const dates = Array.from({ length: 82 }, (_, id) => id).filter(isBuiltInDate)
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  expect(dates).toEqual([...range(14, 22), ...range(27, 36), ...range(45, 47), ...range(50, 58)])
})
