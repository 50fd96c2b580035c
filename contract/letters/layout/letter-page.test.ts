import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page } from '../../print/drawing.ts'
import { edgesOf } from '../../print/mark-edges.ts'
import type { LetterSheet } from '../letter-schemas.ts'
import { LETTER_SAMPLES, PLAIN_SAMPLE } from '../samples.ts'
import { LetterContent, templateFaults } from '../template-schemas.ts'
import { letterPage } from './letter-page.ts'

const EYE = {
  naked: '4.5',
  corrected: '—',
  sphere: '−1.00',
  cylinder: '−0.50',
  axis: '180',
  equivalent: '−1.250',
  hint: '视力低于正常',
}
const PAST = {
  when: '2025秋',
  nakedRight: '5.0',
  nakedLeft: '5.0',
  equivalentRight: '−0.25',
  equivalentLeft: '+0.25',
}
const LONG_NAME = '阿卜杜热合曼·买买提艾力江·吐尔逊那也提尼亚孜古丽克孜巴依'
const letter = (change: Partial<LetterSheet> = {}): LetterSheet => ({
  letterNo: '000931',
  template: 0,
  planName: '浙江省2026学年秋季学生视力筛查',
  areaName: '宁波市海曙区',
  schoolName: '海曙实验小学',
  className: '四年级2班',
  name: '杨彤凝',
  sex: '女',
  age: 9,
  executorName: '宁波明眸视力筛查中心',
  issuedOn: '2026-11-13',
  corrected: false,
  result: {
    checkedOn: '2026-11-11',
    glasses: '未戴镜',
    eyes: [EYE, { ...EYE, naked: '5.0', hint: '视力正常' }],
    history: [PAST, PAST, PAST],
    finding: 'referral',
    conclusion: '低度近视、散光；建议就诊。',
    change: '与2025秋季筛查相比，右眼裸眼视力由 5.0 降至 4.5，等效球镜由 −0.25 D 变为 −1.25 D。',
    advice: '筛查提示近视可能。请到正规医疗机构散瞳验光确诊，遵医嘱矫正，每3–6个月复查。',
    dueOn: '2026-12-13',
  },
  code: {
    ticket: '7QM4XKD2VTP9CWHN3B6RJ5YEGA',
    squares: Array.from({ length: 37 }, () => '1'.repeat(37)).join('\n'),
  },
  ...change,
})
const plain = PLAIN_SAMPLE.letters.result
const STRIP_TOP = 222
const wordsOf = (page: Page): string =>
  page.marks.map((mark) => (mark.kind === 'text' ? mark.text : '')).join('')

/** Nothing leaves the paper, and what stands over the strip stays over it. */
function expectInOrder(page: Page, withStrip: boolean) {
  const edges = page.marks.map(edgesOf)
  const xs = edges.flatMap((edge) => edge.xs)
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(3)
  expect(Math.max(...xs)).toBeLessThanOrEqual(page.width - 3)
  const ys = edges.flatMap((edge) => edge.ys)
  expect(Math.max(...ys)).toBeLessThanOrEqual(page.height - 5)
  // The numbers of page and slip stand under the last line.
  const lines = page.marks.filter(({ kind }) => kind === 'line').flatMap((mark) => edgesOf(mark).ys)
  expect(Math.max(...lines)).toBeLessThan(page.height - 8 - 3)
  if (!withStrip) return
  const from = page.marks.findIndex((mark) => mark.kind === 'polyline')
  const above = page.marks.slice(0, from).flatMap((mark) => edgesOf(mark).ys)
  expect(Math.max(...above)).toBeLessThan(STRIP_TOP - 2)
}

describe('a result letter', () => {
  it('says who, what was measured, what follows and until when, and the strip says whose it is', () => {
    const words = wordsOf(letterPage(plain, letter()))
    for (const part of [
      '学生视力筛查结果告知书',
      '编号 000931',
      '杨彤凝',
      '−1.250',
      '低度近视、散光；建议就诊。',
      '请在 12 月 13 日前带孩子就诊，并扫码确认',
      '海曙实验小学（盖章）',
      '2026 年 11 月 13 日',
      '7QM4XKD2VTP9C',
      '就 诊 回 执',
      '第 1 页  共 1 页',
    ])
      expect(words).toContain(part)
    expect(words).not.toContain('已更正')
    expect(wordsOf(letterPage(plain, letter({ corrected: true })))).toContain('【已更正】')
  })

  it('is as large as possible, and every sample fits', () => {
    for (const { letters } of LETTER_SAMPLES) {
      expectInOrder(letterPage(letters.result, letter()), letters.result.strip)
      expectInOrder(letterPage(letters.notice, letter({ result: null, code: null })), letters.notice.strip)
    }
  })

  it('fits one page with the longest texts and names', () => {
    const long = (length: number) => '长'.repeat(length)
    const content: LetterContent = {
      title: long(30),
      greeting: long(60),
      opening: long(160),
      normal: long(120),
      watch: long(120),
      referral: long(120),
      closing: long(160),
      footer: `${long(58)}\n${long(60)}`,
      seal: long(40),
      qr: true,
      strip: true,
    }
    expect(LetterContent.parse(content)).toEqual(content)
    expect(templateFaults('result', content)).toEqual([])
    const longest = letter({
      name: LONG_NAME,
      schoolName: long(50),
      className: '普通高中三年级国际课程实验2班',
      executorName: long(50),
      planName: long(50),
      corrected: true,
    })
    expectInOrder(letterPage(content, longest), true)
    expectInOrder(
      letterPage({ ...content, opening: long(900) }, { ...longest, result: null, code: null }),
      true,
    )
  })

  it('fits whatever is written in lines of any length', () => {
    const sign = fc.constantFrom('眼', 'w', 'M', ' ', '8', '，', '—')
    const words = (most: number, lines: number) =>
      fc
        .array(fc.string({ unit: sign, maxLength: most }), { maxLength: lines })
        .map((texts) => texts.join('\n').slice(0, most))
    fc.assert(
      fc.property(
        words(160, 4),
        words(120, 3),
        words(160, 4),
        words(120, 4),
        fc.boolean(),
        (opening, referral, closing, footer, strip) => {
          const content = { ...plain, opening, referral, closing, footer, strip }
          expectInOrder(letterPage(content, letter({ name: LONG_NAME })), strip)
        },
      ),
      { numRuns: 60 },
    )
  })
})
