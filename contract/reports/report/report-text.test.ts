import { describe, expect, it } from 'vitest'
import { HIDDEN_VALUE, type ReportFormat, type ReportValue } from './report.ts'
import { formatUnitless, formatValue } from './report-text.ts'

describe('formatValue', () => {
  it.each<[ReportValue, ReportFormat, string]>([
    [0, 'count', '0'],
    [1234567, 'count', '1,234,567'],
    [12.345, 'percent', '12.35%'],
    [100, 'percent', '100.00%'],
    [10.004999999999999, 'percent', '10.01%'],
    [1.2, 'points', '+1.20百分点'],
    [-0.456, 'points', '-0.46百分点'],
    [0, 'points', '0.00百分点'],
    [-0.001, 'points', '0.00百分点'],
    [4.96, 'vision', '5.0'],
    [5, 'vision', '5.0'],
    [-1.254, 'dioptre', '-1.25'],
    [0.5, 'dioptre', '+0.50'],
    [0.5, 'equivalent', '+0.500'],
    [-0.625, 'equivalent', '-0.625'],
    [0, 'equivalent', '0.000'],
    [-0.0001, 'percent', '0.00%'],
    [12, 'text', '12'],
    ['=1+1', 'text', '=1+1'],
  ])('%s as %s is %s', (value, format, text) => {
    expect(formatValue(value, format)).toBe(text)
  })

  it.each<ReportFormat>(['text', 'count', 'percent', 'points', 'vision', 'dioptre', 'equivalent'])(
    'has no figure for nobody and keeps what is hidden: %s',
    (format) => {
      expect(formatValue(null, format)).toBe('--')
      expect(formatValue(HIDDEN_VALUE, format)).toBe('*')
      expect(formatValue(Number.NaN, format)).toBe('--')
    },
  )

  it('omits the unit where it is shown elsewhere', () => {
    expect(formatUnitless(12.345, 'percent')).toBe('12.35')
    expect(formatUnitless(1.2, 'points')).toBe('+1.20')
  })
})
