import { describe, expect, test } from 'vitest'
import { PERSON_NAME } from '#contract/core/fields.ts'
import { type CellValue, cellText, lostDigits, parseDay, parseSex, phoneText } from './cell-values.ts'

describe('a day', () => {
  const SAME: CellValue[] = [
    { date: '2016-03-09' },
    { date: '2016-03-09 00:00:00' },
    '2016-03-09',
    '2016-3-9',
    '2016/3/9',
    '2016.03.09',
    '2016年3月9日',
    '2016年03月09号',
    '二〇一六年三月九日',
    '二○一六年三月九日',
    '20160309',
    20160309,
    42438,
    '42438',
    42438.5,
    '２０１６－０３－０９',
    ' 2016-03-09 ',
    '2016-03-09 00:00',
    '2016-03-09T08:30:00',
    '2016 年 3 月 9 日',
    '9-Mar-2016',
    'Mar 9, 2016',
  ]
  test.each(SAME.map((cell) => [cell]))('%j is the ninth of March 2016', (cell) => {
    expect(parseDay(cell)).toBe('2016-03-09')
  })

  const NONE: CellValue[] = [
    null,
    '',
    '2016-02-30',
    '2016-13-01',
    '2016年3月',
    '03/09/2016',
    '9/3/2016',
    '昨天',
    201603091,
    2016030,
    2016,
    -5,
    0,
    1e300,
    true,
    { error: '#N/A' },
    '2016-00-10',
    '20161301',
  ]
  test.each(NONE.map((cell) => [cell]))('%j is none, or could be two', (cell) => {
    expect(parseDay(cell)).toBeUndefined()
  })

  test('months and days in Chinese up to the last', () => {
    expect(parseDay('二〇一六年十二月三十一日')).toBe('2016-12-31')
    expect(parseDay('二零一五年十月二十日')).toBe('2015-10-20')
    expect(parseDay('二零一五年十月十日')).toBe('2015-10-10')
  })
})

describe('text', () => {
  test.each<[CellValue | undefined, string]>([
    [undefined, ''],
    [null, ''],
    ['　张三　', '张三'],
    ['张\u200b三\ufeff', '张三'],
    ['ＡＢＣ１２３', 'ABC123'],
    [330106, '330106'],
    [123456789012345, '123456789012345'],
    [1.5, '1.5'],
    [-0, '0'],
    [true, 'TRUE'],
    [{ date: '2016-03-09' }, '2016-03-09'],
    [{ error: '#REF!' }, '#REF!'],
    ['a\tb\nc', 'abc'],
  ])('of %j is %j', (cell, text) => expect(cellText(cell)).toBe(text))

  test('numbers beyond fifteen digits have lost some', () => {
    expect(lostDigits(Number('330106201603091234'))).toBe(true)
    expect(lostDigits(330106160309123)).toBe(false)
    expect(lostDigits('330106201603091234')).toBe(false)
    expect(lostDigits(undefined)).toBe(false)
  })

  test('sex and phones as people write them', () => {
    expect(['男', '男生', '1', 'M', 'male'].map(parseSex)).toEqual([1, 1, 1, 1, 1])
    expect(['女', '女性', '2', 'f', 'Female'].map(parseSex)).toEqual([2, 2, 2, 2, 2])
    expect(['', '男女', '未知', '3'].map(parseSex)).toEqual([undefined, undefined, undefined, undefined])
    expect(phoneText('139 1234-5678')).toBe('13912345678')
    expect(phoneText('(139)12345678')).toBe('13912345678')
  })
})

test('common characters are taken as they stand, and make a name', () => {
  const changed: string[] = []
  for (let code = 0x4e00; code <= 0x9fff; code++) {
    const char = String.fromCharCode(code)
    if (char.normalize('NFKC') !== char || !PERSON_NAME.test(char + char)) changed.push(code.toString(16))
  }
  expect(changed).toEqual([])
  expect(cellText('实验小学1班')).toBe('实验小学1班')
  expect(cellText(' 实验　小学１班\u200b')).toBe('实验 小学1班')
})
