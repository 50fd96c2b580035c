import { describe, expect, it } from 'vitest'
import {
  countsText,
  isOpen,
  isRunning,
  progressPercent,
  remainingText,
  undoReadingsText,
  undoText,
  writeReadingsText,
  writeText,
} from './import-task-text.ts'

const NONE = {
  rows: 0,
  insert: 0,
  update: 0,
  unchanged: 0,
  locked: 0,
  error: 0,
  elsewhere: 0,
  back: 0,
  waiting: 0,
}

describe('progress of an import', () => {
  it('is 100 where no total is known, and never leaves 0 to 100', () => {
    expect(progressPercent({ total: 0, currentProgress: 0 })).toBe(100)
    expect(progressPercent({ total: 3, currentProgress: 1 })).toBe(33)
    expect(progressPercent({ total: 1000, currentProgress: 999 })).toBe(99)
    expect(progressPercent({ total: 10, currentProgress: 12 })).toBe(100)
    expect(progressPercent({ total: 10, currentProgress: -1 })).toBe(0)
  })

  it.each([
    [null, ''],
    [0, '即将完成'],
    [17, '约 20 秒'],
    [20, '约 20 秒'],
    [56, '约 60 秒'],
    [61, '约 2 分钟'],
    [3600, '约 1 小时'],
  ])('%s seconds are shown as %s', (seconds, text) => {
    expect(remainingText(seconds)).toBe(text)
  })

  it('waits for a person in the preview, without running', () => {
    expect([isRunning({ state: 'preview' }), isOpen({ state: 'preview' })]).toEqual([false, true])
    expect([isRunning({ state: 'writing' }), isOpen({ state: 'writing' })]).toEqual([true, true])
    expect([isRunning({ state: 'undone' }), isOpen({ state: 'undone' })]).toEqual([false, false])
  })
})

describe('words about the rows', () => {
  it('name what happened only', () => {
    expect(countsText({ ...NONE, insert: 1200, error: 3 })).toBe('新增 1,200 · 错误 3')
    expect(countsText(NONE)).toBe('没有数据行')
  })

  it('say what is written and what is left out', () => {
    expect(writeText({ ...NONE, insert: 2, update: 1 })).toBe('将新增 2 人，更新 1 人。')
    expect(writeText({ ...NONE, insert: 2, error: 4, locked: 1 })).toBe(
      '将新增 2 人，更新 0 人。4 行有错误、1 行不可覆盖，不写入，可更正后再写入。',
    )
  })

  it('say what an undo takes back, and nothing of what there is none of', () => {
    expect(undoText({ ...NONE, update: 2 })).toMatch(/^本次更新的 2 名学生恢复为导入前的内容。/)
    expect(undoText({ ...NONE, insert: 1, update: 2 })).toMatch(/^本次新增的 1 名学生将移除，更新的 2 名学生/)
    expect(undoText(null)).toMatch(/^本次写入的内容将全部恢复/)
  })
})

describe('of results', () => {
  it('says what becomes of those that contradict', () => {
    const counts = { ...NONE, insert: 1200, update: 3, locked: 2, error: 1 }
    expect(writeReadingsText(counts)).toBe(
      '将写入 1,200 人的结果，更新 3 人的结果。2 行与已有结果不一致，不覆盖，列为冲突由人工决定。1 行有错误，不写入，可更正后再写入。',
    )
    expect(writeReadingsText({ ...NONE, insert: 1 })).toBe('将写入 1 人的结果，更新 0 人的结果。')
    expect(undoReadingsText(counts)).toMatch(/^本次写入的 1,203 人的结果恢复为导入前的内容/)
    expect(undoReadingsText(null)).toMatch(/^本次写入的内容恢复/)
  })
})
