import { describe, expect, it } from 'vitest'
import { headLines, headWidth, headWords } from './head-words.ts'

const measure = (text: string) => [...text].length

describe('the heading of a column', () => {
  it.each([
    ['近视统计人数', ['近视', '统计', '人数']],
    ['高度近视率', ['高度', '近视率']],
    ['高度近视占近视', ['高度', '近视', '占近视']],
    ['未分度占比', ['未分度', '占比']],
    ['已登记未检', ['已登记', '未检']],
    ['未矫与欠矫率', ['未矫与', '欠矫率']],
    ['有结果的学校数', ['有结果的', '学校数']],
    ['角膜塑形镜', ['角膜', '塑形镜']],
    ['变化（百分点）', ['变化', '（百分点）']],
  ])('%s is broken between its words', (title, words) => {
    expect(headWords(title)).toEqual(words)
  })

  it('takes as few lines as the room allows, and cuts only a word that is too wide', () => {
    expect(headLines('近视统计人数', 6, measure)).toEqual(['近视统计人数'])
    expect(headLines('近视统计人数', 4, measure)).toEqual(['近视统计', '人数'])
    expect(headLines('近视统计人数', 3, measure)).toEqual(['近视', '统计', '人数'])
    expect(headLines('近视率', 2, measure)).toEqual(['近视', '率'])
  })

  it('asks for no more room than its lines need', () => {
    expect(headWidth('近视统计人数', 3, measure)).toBe(2)
    expect(headWidth('远视储备不足人数', 3, measure)).toBe(4)
    expect(headWidth('完成率', 3, measure)).toBe(3)
    expect(headWidth('', 3, measure)).toBe(0)
  })
})
