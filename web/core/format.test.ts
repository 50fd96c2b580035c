import { expect, it } from 'vitest'
import { formatDate, formatDateTime, formatNumber, formatPercent, formatTotal } from './format.ts'

it('separates thousands', () => {
  expect(formatNumber(1234567)).toBe('1,234,567')
  expect(formatNumber(-1234.5)).toBe('-1,234.5')
  expect(formatNumber(null)).toBe('—')
})

it('says where a count is open at its end', () => {
  expect(formatTotal(1234)).toBe('1,234')
  expect(formatTotal(50_000, true)).toBe('50,000+')
})

it('shows percents with two decimals', () => {
  expect(formatPercent(0.5)).toBe('50.00%')
  expect(formatPercent(0.100_05)).toBe('10.01%')
  expect(formatPercent(1 / 3)).toBe('33.33%')
  expect(formatPercent(null)).toBe('—')
})

it('shows moments as they are in Shanghai', () => {
  expect(formatDateTime('2026-03-01T16:05:00Z')).toBe('2026-03-02 00:05')
  expect(formatDate('2026-03-01T16:05:00Z')).toBe('2026-03-02')
  expect(formatDate('2026-03-01')).toBe('2026-03-01')
  expect(formatDateTime(null)).toBe('—')
  expect(formatDate('nonsense')).toBe('—')
})
