import { expect, test } from 'vitest'
import { WARNING_LEGEND, WARNING_WORDS, warningWord } from './warning-words.ts'

test('every level has its word, none is 无, and the legend explains all of them', () => {
  expect([null, 0, 1, 2, 3].map(warningWord)).toEqual(['无', '关注', '一级', '二级', '三级'])
  for (const word of ['无', ...Object.values(WARNING_WORDS)]) expect(WARNING_LEGEND).toContain(word)
})
