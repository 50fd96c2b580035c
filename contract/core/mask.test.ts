import { expect, it } from 'vitest'
import { maskIdCard, maskName, maskPassport, maskPhone } from './mask.ts'

it('id number: the first six', () => {
  expect(maskIdCard('330300201509010011')).toBe('330300************')
  expect(maskIdCard('33030020160512019X')).toBe('330300************')
})

it('phone: first three and last four', () => {
  expect(maskPhone('13812341234')).toBe('138****1234')
})

it('name: two letters, three, more', () => {
  expect(maskName('张三')).toBe('张*')
  expect(maskName('李小明')).toBe('李*明')
  expect(maskName('欧阳小明')).toBe('欧**明')
  expect(maskName('𠮷野')).toBe('𠮷*')
})

it('passport: first two and the last', () => {
  expect(maskPassport('E12345676')).toBe('E1***6')
})

it('a document as long as an id number: the first two', () => {
  expect(maskPassport('810000201509010018')).toBe('81***')
  expect(maskPassport('FRA310080042609')).toBe('FR***')
})

it('shows nothing of a value too short to be one', () => {
  expect(maskIdCard('123456789')).toBe('*********')
  expect(maskPhone('1234567890')).toBe('**********')
  expect(maskPassport('E12')).toBe('***')
  for (const mask of [maskIdCard, maskPhone]) expect(mask('')).toBe('')
})
