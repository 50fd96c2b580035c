// Paper: everything is on it, once, inside its cell and its page.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperFormCode } from '../exports/paper-filter.ts'
import { PaperForm } from '../exports/paper-filter.ts'
import type { Mark, Page, TextMark } from './drawing.ts'
import { fitText, widthOf, wrap } from './fit-text.ts'
import { columnsOf, pagesOf } from './paper-forms.ts'
import type { PaperSheet } from './paper-schemas.ts'
import { blankSheets } from './sheet-words.ts'

const isText = (mark: Mark): mark is TextMark => mark.kind === 'text'
const textsOf = ({ marks }: Page): TextMark[] => marks.filter(isText)
const wordsOf = (pages: readonly Page[]): string[] =>
  pages.flatMap((page) => textsOf(page).map(({ text }) => text))

describe('text', () => {
  const words = fc.string({
    unit: fc.constantFrom('张', '明', '·', 'A', 'm', '7', ' ', '；', '-'),
    maxLength: 60,
  })
  it('fits into its width, whole and in order', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 60 }), (text, width) => {
        const { size, lines } = fitText(text, width, 6, { size: 9, least: 6 })
        expect(size).toBeGreaterThanOrEqual(6)
        expect(size).toBeLessThanOrEqual(9)
        for (const line of lines)
          if ([...line].length > 1) expect(widthOf(line, size)).toBeLessThanOrEqual(width + 1e-9)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
      { numRuns: 300 },
    )
  })

  it('is made smaller first, then broken, numbers only where they must', () => {
    expect(fitText('张三', 20, 6, { size: 9, least: 6 })).toEqual({ size: 9, lines: ['张三'] })
    expect(fitText('轻度视力不良', 9, 6, { size: 9, least: 6 }).lines).toEqual(['轻度视', '力不良'])
    expect(wrap('请假 2026-10-08', 15, 6)).toEqual(['请假', '2026-10-08'])
    expect(wrap('西湖实验小学\n四年级1班', 60, 6)).toEqual(['西湖实验小学', '四年级1班'])
  })

  it('leaves signs with what they belong to', () => {
    const [wide, size] = [widthOf('四'.repeat(6), 9) + 0.01, 9]
    expect(wrap('买买提明江古·阿依古丽', wide, size)).toEqual(['买买提明江', '古·阿依古丽'])
    expect(wrap('请家长开展“明眸”行动。', wide, size)).toEqual(['请家长开展', '“明眸”行', '动。'])
    expect(
      fitText('低度近视、散光', widthOf('四'.repeat(4), 9) + 0.01, 8, { size: 9, least: 9 }).lines,
    ).toEqual(['低度近', '视、散光'])
  })
})

const LONGEST = '欧阳阿卜杜拉热西提·买买提明江艾合买提尼亚孜伊敏'
/** Names stand in their column, of a form about places in the first. */
const cellsFor = (form: PaperFormCode, nth: number): (string | null)[] =>
  columnsOf(form, EMPTY).map(({ title }, at, { length }) => {
    if (title === '姓名' || (form === 'summary' && at === 0)) return null
    return at === length - 1 ? '备注'.repeat(nth % 7) : title === '序号' ? String(nth) : '-1.625'
  })
const EMPTY: PaperSheet = { bookmark: '', subtitle: '', head: [], rows: [], foot: [] }
const sheet = (
  form: PaperFormCode,
  rows: number,
  name: (nth: number) => string = (nth) => `学生${nth}`,
): PaperSheet => ({
  bookmark: '三年级1班',
  subtitle: '某省2026学年秋季学生视力筛查',
  head: [
    [
      { label: '地区', value: '浙江省-杭州市-西湖区' },
      { label: '学校', value: '很长很长的校名'.repeat(7) },
      { label: '年级班级', value: '三年级1班' },
    ],
    [{ label: '检查人', value: null }],
  ],
  rows: Array.from({ length: rows }, (_, nth) => ({
    name: name(nth + 1),
    cells: cellsFor(form, nth + 1),
  })),
  foot: [[{ label: '应检', value: `${rows}人` }]],
})

const TABLES = PaperForm.codes.filter((form) => form !== 'child' && form !== 'student-report')

describe.each(TABLES)('%s', (form) => {
  it.each([1, 2, 24, 45, 70])('has every one of %i once, in order, and counts its pages', (rows) => {
    const pages = pagesOf(form, sheet(form, rows))
    const names = wordsOf(pages).filter((word) => /^学生\d+$/.test(word))
    expect(names).toEqual(Array.from({ length: rows }, (_, nth) => `学生${nth + 1}`))
    for (const [nth, page] of pages.entries())
      expect(wordsOf([page])).toContain(`第 ${nth + 1} 页  共 ${pages.length} 页`)
  })

  it('has nothing over the edge of the page, however long names and schools are', () => {
    for (const page of pagesOf(
      form,
      sheet(form, 45, () => LONGEST),
    )) {
      for (const { x, y, size, align, text } of textsOf(page)) {
        const width = widthOf(text, size)
        const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
        expect(left).toBeGreaterThanOrEqual(5)
        expect(left + width).toBeLessThanOrEqual(page.width - 5)
        expect(y).toBeLessThan(page.height - 4)
      }
    }
  })

  it('keeps a long name inside its column and loses none of it', () => {
    const [page] = pagesOf(
      form,
      sheet(form, 1, () => LONGEST),
    )
    if (!page) throw new Error('no page')
    const pieces = textsOf(page).filter(({ text }) => LONGEST.includes(text) && text.length > 1)
    expect(pieces.map(({ text }) => text).join('')).toBe(LONGEST)
    // Lines of one name stand below each other at the same place.
    expect(new Set(pieces.map(({ x }) => x)).size).toBe(1)
    expect(new Set(pieces.map(({ y }) => y)).size).toBe(pieces.length)
  })

  it('can be blank, to be filled in by hand: a page of empty rows', () => {
    const pages = blankSheets(form).flatMap((blank) => pagesOf(form, blank))
    expect(pages).toHaveLength(form === 'survey' ? 2 : 1)
    const across = (pages[0]?.marks ?? []).filter((mark) => mark.kind === 'line' && mark.y1 === mark.y2)
    expect(across.length).toBeGreaterThan(20)
    expect(wordsOf(pages).join()).toContain('＿')
  })
})
