import { expect, test } from 'vitest'
import { disclosures, idCardEndingInX, possibleNumbers } from './number-privacy.ts'

const number = idCardEndingInX()
const head = number.slice(0, 6)

test('a number, its end or the usual mask is found, wherever it stands', () => {
  expect(disclosures(`["${number}"]`, [number])).toHaveLength(1)
  expect(disclosures(`后四位 ${number.slice(-4)}`, [number])).toHaveLength(1)
  expect(disclosures(`G${head}********${number.slice(-4)}`, [number])).toHaveLength(2)
  expect(disclosures(`证件号：${head}**********${number.slice(-2)}；`, [number])).toHaveLength(1)
})

test('with the place alone five hundred numbers remain', () => {
  expect(possibleNumbers(`${head}************`, number)).toBe(500)
  expect(disclosures(`G${head}************，2016-05-12，男`, [number])).toEqual([])
})

test('with the check digit as well too few remain', () => {
  expect(possibleNumbers(`${head}***********X`, number)).toBeLessThan(100)
})
