import { describe, expect, it } from 'vitest'
import { estimateWidth, wrapText } from './wrap-text.ts'

const measure = (text: string) => estimateWidth(text, 10)

describe('wrapText', () => {
  it('keeps within the width and loses nothing', () => {
    const text = '浙江省杭州市余杭区2026年秋季筛查，应筛12,345人。'
    const lines = wrapText(text, 80, measure)
    expect(lines.join('')).toBe(text)
    for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(80)
  })

  it('begins no line with what closes', () => {
    expect(wrapText('一二三四五，六七', 50, measure)).toEqual(['一二三四', '五，六七'])
    expect(wrapText('一二三四）。六七', 50, measure)).toEqual(['一二三', '四）。六七'])
    expect(wrapText('。）。）。）', 30, measure).join('')).toBe('。）。）。）')
  })

  it('cuts a word only if it is too wide by itself', () => {
    expect(wrapText('ab cdef', 30, measure)).toEqual(['ab', 'cdef'])
    expect(wrapText('abcdefgh', 30, measure).join('')).toBe('abcdefgh')
  })

  it('ends with an ellipsis where lines run out', () => {
    const lines = wrapText('一二三四五六七八九十', 30, measure, 2)
    expect(lines).toEqual(['一二三', '四五…'])
  })

  it('has one empty line for nothing, and ends even where nothing fits', () => {
    expect(wrapText('', 30, measure)).toEqual([''])
    expect(wrapText('一二', 1, measure)).toEqual(['一', '二'])
    expect(wrapText('一\n二', 50, measure)).toEqual(['一', '二'])
  })
})
