// Forms about one child: nothing leaves the page or its cell, whatever names, schools and readings are.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mark, Page, TextMark } from './drawing.ts'
import { CHILD_VISITS, monthsBetween, visitOf } from './forms/child-visits.ts'
import { STUDENT_REPORT_COLUMNS } from './forms/student-report.ts'
import { STUDENT_VISIT_COLUMNS } from './forms/student-visits.ts'
import { edgesOf } from './mark-edges.ts'
import { pagesOf } from './paper-forms.ts'
import type { CurvePoint, PaperSheet } from './paper-schemas.ts'
import { blankSheets, childHead, pupilHead } from './sheet-words.ts'

const LONGEST = '欧阳阿卜杜拉热西提·买买提明江艾合买提尼亚孜伊敏尼亚孜伊敏'
const SCHOOL = '很长很长的校名'.repeat(7)
const PUPIL = {
  sex: '男',
  birthDate: '2019-05-12',
  document: '330106************',
  school: SCHOOL,
  className: '三年级1班',
  phone: '139****1111',
  nation: '维吾尔族',
  studentNo: 'G330106************',
}
const textsOf = ({ marks }: Page): TextMark[] => marks.filter((mark: Mark) => mark.kind === 'text')

function expectInside(page: Page) {
  const edges = page.marks.map(edgesOf)
  expect(Math.min(...edges.flatMap(({ xs }) => xs))).toBeGreaterThanOrEqual(5)
  expect(Math.max(...edges.flatMap(({ xs }) => xs))).toBeLessThanOrEqual(page.width - 5)
  expect(Math.min(...edges.flatMap(({ ys }) => ys))).toBeGreaterThanOrEqual(5)
  expect(Math.max(...edges.flatMap(({ ys }) => ys))).toBeLessThanOrEqual(page.height - 5)
}
/** No two words stand on each other. */
function expectApart(page: Page) {
  const boxes = textsOf(page).map((mark) => {
    const [left = 0, right = 0] = edgesOf(mark).xs
    return { mark, left, right }
  })
  // One expectation for all of them: thousands of pairs are compared.
  const upon = boxes.flatMap(({ mark, left, right }, nth) =>
    boxes
      .slice(nth + 1)
      .filter(
        (other) =>
          right > other.left + 0.1 &&
          other.right > left + 0.1 &&
          Math.abs(mark.y - other.mark.y) < Math.min(mark.size, other.mark.size) * 0.3,
      )
      .map((other) => `${mark.text} | ${other.mark.text}`),
  )
  expect(upon).toEqual([])
}

const report = (rows: number, curves: CurvePoint[]): PaperSheet => ({
  bookmark: '三年级1班',
  subtitle: `${SCHOOL} 三年级1班`,
  person: LONGEST,
  parent: LONGEST,
  head: pupilHead(PUPIL),
  rows: Array.from({ length: rows }, (_, nth) => ({
    name: '',
    cells: STUDENT_REPORT_COLUMNS.map(({ title }) =>
      title === '检查日期' ? `2026-10-${nth + 10}` : title.length > 1 ? SCHOOL : '-1.625',
    ),
  })),
  foot: [[{ label: '建议', value: '请到正规医疗机构检查。'.repeat(12) }]],
  curves,
})

describe('the file of a child', () => {
  const reading = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null })
  const point = fc.record({
    age: fc.double({ min: 2, max: 19, noNaN: true }),
    nakedRight: reading(3, 5.3),
    nakedLeft: reading(3, 5.3),
    seRight: reading(-30, 15),
    seLeft: reading(-30, 15),
  })
  const points = fc.array(point, { minLength: 0, maxLength: 30 })

  it('has every screening once, its pages counted, its head repeated', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 30 }), (curves, rows) => {
        const ordered = curves.toSorted((one, other) => one.age - other.age)
        const pages = pagesOf('student-report', report(rows, ordered))
        const words = pages.map((page) => textsOf(page).map(({ text }) => text))
        expect(words.flat().filter((text) => /^2026-10-\d\d$/.test(text))).toEqual(
          Array.from({ length: rows }, (_, nth) => `2026-10-${nth + 10}`),
        )
        for (const [nth, page] of pages.entries()) {
          expect(words[nth]).toContain(`第 ${nth + 1} 页  共 ${pages.length} 页`)
          expect(words[nth]).toContain('检查日期')
          expectInside(page)
        }
      }),
      { numRuns: 10 },
    )
  })

  it.each([1, 9, 40])('has %s visits in a table of their own, whatever came before', (count) => {
    const visits = Array.from({ length: count }, (_, nth) =>
      STUDENT_VISIT_COLUMNS.map(({ title }) =>
        title === '就诊日期' ? `2027-${nth + 10}` : title.length > 1 ? SCHOOL : '24.37',
      ),
    )
    const pages = pagesOf('student-report', { ...report(11, []), visits })
    const words = pages.map((page) => textsOf(page).map(({ text }) => text))
    expect(words.flat().filter((text) => /^2027-\d\d$/.test(text))).toEqual(visits.map(([day]) => day))
    expect(words.flat().filter((text) => text === '就诊记录')).toHaveLength(1)
    for (const [nth, page] of pages.entries()) {
      if (words[nth]?.some((text) => /^2027-/.test(text))) expect(words[nth]).toContain('眼轴（mm）')
      expectInside(page)
      expectApart(page)
    }
  })

  it('has nothing upon each other and its curves for both eyes', () => {
    const measured = [0, 1, 2].map((nth) => ({
      age: 8 + nth,
      nakedRight: 5 - nth / 10,
      nakedLeft: nth === 1 ? null : 4.9,
      seRight: -nth,
      seLeft: -0.5,
    }))
    const [front, ...rest] = pagesOf('student-report', report(12, measured))
    if (!front) throw new Error('no page')
    for (const page of [front, ...rest]) expectApart(page)
    const dots = front.marks.filter((mark) => mark.kind === 'circle')
    // Three of the right eye, two or three of the left one, and four in the two legends.
    expect(dots).toHaveLength(3 + 2 + 3 + 3 + 4)
  })
})

describe('the form of a small child', () => {
  const child: PaperSheet = {
    bookmark: '大班1班',
    subtitle: '',
    person: LONGEST,
    parent: LONGEST,
    head: childHead(PUPIL),
    rows: [
      {
        name: '',
        cells: [
          '4岁',
          '2023-10-08',
          '右4.9\n右戴镜5.0\n左4.8\n左戴镜5.0',
          '右S-10.75\nC-10.25A180\n左S+10.00\nC-0.50A5',
        ],
      },
    ],
    foot: [],
  }

  it('is one page, filled or blank, with every visit and both slips', () => {
    for (const sheet of [child, ...blankSheets('child')]) {
      const [page, ...none] = pagesOf('child', sheet)
      if (!page) throw new Error('no page')
      expect(none).toEqual([])
      expectInside(page)
      expectApart(page)
      const words = textsOf(page).map(({ text }) => text)
      for (const name of CHILD_VISITS.slice(1).map((visit) => visit.name)) expect(words).toContain(name)
      expect(words).toEqual(expect.arrayContaining(['转诊单', '转诊回执单', '第 1 页  共 1 页']))
    }
  })

  it('has readings at the visit of that age, vision not before four', () => {
    expect(monthsBetween('2020-02-29', '2024-02-28')).toBe(47)
    const nameAt = (day: string) => visitOf('2020-05-12', day)?.name
    expect(
      ['2022-05-11', '2022-05-12', '2022-11-12', '2024-05-11', '2024-05-12', '2027-05-11', '2027-05-12'].map(
        nameAt,
      ),
    ).toEqual([undefined, '24月龄', undefined, '36月龄', '4岁', '6岁', undefined])
    const first = CHILD_VISITS.findIndex(({ items }) => items.includes('vision'))
    expect(CHILD_VISITS[first]?.name).toBe('4岁')
  })
})
