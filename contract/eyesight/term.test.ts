import { expect, test } from 'vitest'
import { Season } from './plan-schemas.ts'
import { termText } from './term.ts'

test('a school year begins with an autumn and ends with the spring of the next year', () => {
  expect(termText({ schoolYear: 2025, season: Season.code.autumn })).toBe('2025 秋')
  expect(termText({ schoolYear: 2025, season: Season.code.spring })).toBe('2026 春')
})
