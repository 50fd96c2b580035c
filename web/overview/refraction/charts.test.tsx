import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ageDiopter,
  FEW_STAGE,
  gradeDiopter,
  HIDDEN_AGE,
  HIDDEN_GRADE,
  HIDDEN_STAGE,
  stageDiopter,
  VOCATIONAL_GRADE,
} from '#web/testing/samples/refraction.ts'
import { HIDDEN_RATE, wallRate } from '#web/testing/samples/walls.ts'
import { dioptreText, meanText } from './dioptre-text.ts'
import { MeansChart } from './means-chart.tsx'
import { ReserveChart } from './reserve-chart.tsx'
import { StageHistograms } from './stage-histograms.tsx'

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ width: 1_000, height: 900, top: 0, left: 0, right: 0, bottom: 0 },
  } as DOMRect)
})

it('writes dioptres with their sign, and only the decimals they have', () => {
  expect([0.75, -2.875, 0, 0.125, null].map(dioptreText)).toEqual(['+0.75', '−2.875', '0.00', '+0.125', '--'])
  expect([0.912, -0.001, null].map(meanText)).toEqual(['+0.91', '0.00', '--'])
})

describe('histograms of stages', () => {
  const bars = (container: HTMLElement) => container.querySelectorAll('g rect[class*=bar]')

  it('share one scale of percent, with a bar split where a degree ends inside of it', () => {
    const kindergarten = stageDiopter({
      stage: 1,
      name: '幼儿园',
      bars: [{ from: 0.5, parts: [{ degree: 'far', share: 40 }] }],
    })
    const { container } = render(<StageHistograms stages={[kindergarten, stageDiopter()]} />)
    const high = (nth: number) => Number(bars(container)[nth]?.getAttribute('height'))
    const [far, low, pre, rest] = [high(0), high(1), high(2), high(3)]
    expect(far / 40).toBeCloseTo(low / 10, 6)
    expect(pre / 20).toBeCloseTo(rest / 5, 6)
    for (const text of ['5,101 人', '+0.125 D', '32.9%', '52.5%', '0.7%'])
      expect(container.textContent).toContain(text)
    for (const degree of ['高度近视', '中度近视', '低度近视', '近视前期', '更偏远视'])
      expect(container.textContent).toContain(degree)
  })

  it('of a handful have neither bars nor numbers, not even how many', () => {
    const { container } = render(<StageHistograms stages={[HIDDEN_STAGE]} />)
    expect(container.textContent).toContain('小学＊ 人数过少，不显示')
    expect(container.textContent).not.toMatch(/中位数[+−\d-]/)
    expect(bars(container)).toHaveLength(0)
  })

  it('of few say how many are needed', () => {
    const { container } = render(<StageHistograms stages={[FEW_STAGE]} />)
    expect(container.textContent).toContain('有屈光数据 12 人，满 30 人后显示')
    expect(container.textContent).not.toContain('32.9%')
    expect(bars(container)).toHaveLength(0)
  })

  it.each([
    [HIDDEN_RATE, '近视前期＊'],
    [wallRate(3, 20), '近视前期--'],
  ])('show no 近视前期 where too few are valid', (preMyopia, text) => {
    const { container } = render(<StageHistograms stages={[stageDiopter({ preMyopia })]} />)
    expect(container.textContent).toContain(text)
    expect(container.textContent).toContain('32.9%')
  })
})

describe('means of grades', () => {
  it('show the left eye only where it differs, and the numbers of the ends', () => {
    const grades = [1, 2, 3, 4, 5].map((gradeNo) =>
      gradeDiopter(gradeNo, gradeNo === 2 ? { left: -1.95 } : gradeNo === 3 ? { left: -2.96 } : {}),
    )
    const { container } = render(<MeansChart grades={grades} />)
    expect(screen.getByRole('img', { name: '各年级平均等效球镜' })).toBeTruthy()
    // Five right eyes and one left one, and both in the key.
    expect(container.querySelectorAll('circle')).toHaveLength(5 + 1 + 2)
    expect(screen.getByText('左眼平均（相差 0.05 D 及以上的年级）')).toBeTruthy()
    expect(screen.getByText('−5.00')).toBeTruthy()
    expect(screen.queryByText('−2.00')).toBeNull()
  })

  it('say that the eyes do not differ', () => {
    const { container } = render(<MeansChart grades={[gradeDiopter(1), gradeDiopter(2)]} />)
    expect(container.querySelectorAll('circle')).toHaveLength(2 + 1)
    expect(screen.getByText('左眼平均与右眼相差都不到 0.05 D')).toBeTruthy()
  })

  it('part the line where a grade is hidden, and before vocational schools', () => {
    const grades = [1, 2]
      .map((gradeNo) => gradeDiopter(gradeNo))
      .concat(HIDDEN_GRADE, gradeDiopter(4), VOCATIONAL_GRADE)
    const { container } = render(<MeansChart grades={grades} />)
    const points = [...container.querySelectorAll('polyline')].map(
      (line) => line.getAttribute('points')?.split(' ').length,
    )
    expect(points).toEqual([2, 1, 1])
    expect(container.textContent).toContain('＊')
    expect(container.textContent).not.toContain('−3.00')
    expect(container.textContent).toContain('职高')
  })

  it('of few children say what is missing', () => {
    render(<MeansChart grades={[gradeDiopter(1, { students: 12, few: true })]} />)
    expect(screen.getByText('有屈光数据满 30 人的年级显示在这里。')).toBeTruthy()
  })
})

describe('the reserve', () => {
  it('stands against what is usual, the ends with all who are younger or older', () => {
    const ages = [ageDiopter(3), ageDiopter(11), ageDiopter(12, { median: -1.625, lower: -3, upper: 0 })]
    const { container } = render(<ReserveChart ages={ages} />)
    const lengths = (kind: string) =>
      [...container.querySelectorAll(kind)].map((each) => each.getAttribute('points')?.split(' ').length)
    // Between three and eleven nobody was measured.
    expect(lengths('polyline')).toEqual([1, 2])
    expect(lengths('polygon')).toEqual([2, 4])
    for (const text of ['−1.625', '≤3 岁', '11 岁', '≥12 岁']) expect(screen.getByText(text)).toBeTruthy()
  })

  it('has no marks of a handful', () => {
    const few = ageDiopter(7, { students: 29, few: true, median: -7 })
    const { container } = render(<ReserveChart ages={[ageDiopter(6), few, HIDDEN_AGE]} />)
    expect(container.querySelectorAll('circle')).toHaveLength(1)
    expect(screen.getByText('--')).toBeTruthy()
    expect(screen.getByText('＊')).toBeTruthy()
    expect(container.textContent).not.toContain('−7')
  })
})
