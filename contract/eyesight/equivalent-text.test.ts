import { expect, test } from 'vitest'
import { equivalentText } from './equivalent-text.ts'

test.each([
  [-0.5, '-0.500'],
  [-0.625, '-0.625'],
  [0, '0.000'],
  [1, '+1.000'],
])('%s is written %s', (dioptres, text) => expect(equivalentText(dioptres)).toBe(text))
