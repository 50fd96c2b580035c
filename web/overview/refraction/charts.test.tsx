import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { dioptreText, meanText } from './dioptre-text.ts'
import { type GradeMean, MeansChart } from './means-chart.tsx'
import { type AgeMedian, ReserveChart } from './reserve-chart.tsx'
import { type StageHistogram, StageHistograms } from './stage-histograms.tsx'

const measured = () =>
  vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ width: 1_000, height: 900, top: 0, left: 0, right: 0, bottom: 0 } as DOMRect)

const PRIMARY: StageHistogram = {
  key: '2',
  name: '小学',
  people: 5_101,
  bars: [
    { from: -1, parts: [{ degree: 'low', share: 10 }] },
    {
      from: 0.5,
      parts: [
        { degree: 'pre', share: 20 },
        { degree: 'far', share: 5 },
      ],
    },
  ],
  median: 0.125,
  myopic: 32.9,
  pre: 52.5,
  high: 0.7,
  hidden: false,
}

it('writes dioptres with their sign, and only the decimals they have', () => {
  expect([0.75, -2.875, 0, 0.125, null].map(dioptreText)).toEqual(['+0.75', '−2.875', '0.00', '+0.125', '--'])
  expect([0.912, -0.001, null].map(meanText)).toEqual(['+0.91', '0.00', '--'])
})

it('stages share one scale of percent, with a bar split where a degree ends inside of it', () => {
  measured()
  const kindergarten = {
    ...PRIMARY,
    key: '1',
    name: '幼儿园',
    bars: [{ from: 0.5, parts: [{ degree: 'far', share: 40 }] }],
  } as const
  const { container } = render(
    <StageHistograms stages={[kindergarten, PRIMARY]} from={-10} to={3.5} step={0.5} />,
  )
  const high = (nth: number) =>
    Number(container.querySelectorAll('g rect[style]')[nth]?.getAttribute('height'))
  const [far, low, pre, rest] = [high(0), high(1), high(2), high(3)]
  expect(far / 40).toBeCloseTo(low / 10, 6)
  expect(pre / 20).toBeCloseTo(rest / 5, 6)
  expect(container.textContent).toContain('+0.125 D')
  expect(container.textContent).toContain('32.9%')
  for (const degree of ['高度近视', '中度近视', '低度近视', '近视前期', '更偏远视'])
    expect(container.textContent).toContain(degree)
})

it('of a handful has neither bars nor numbers', () => {
  measured()
  const hidden = { ...PRIMARY, bars: [], median: null, myopic: null, pre: null, high: null, hidden: true }
  const { container } = render(<StageHistograms stages={[hidden]} from={-10} to={3.5} step={0.5} />)
  expect(container.textContent).toContain('＊ 人数过少，不显示')
  expect(container.textContent).not.toContain('中位数--')
  expect(container.querySelectorAll('rect[style]')).toHaveLength(0)
})

it('the means of both eyes stand at their grade, the ends with their numbers', () => {
  measured()
  const grades: GradeMean[] = ['一', '二', '三', '四', '五'].map((name, nth) => ({
    key: name,
    name,
    right: -nth,
    left: nth === 1 ? null : -nth,
    lower: -nth - 1,
    upper: -nth + 1,
  }))
  const { container } = render(<MeansChart grades={grades} />)
  expect(screen.getByRole('img', { name: '各年级平均等效球镜' })).toBeTruthy()
  // Four left eyes, five right ones, and both in the key.
  expect(container.querySelectorAll('circle')).toHaveLength(4 + 5 + 2)
  expect(screen.getByText('−4.00')).toBeTruthy()
  expect(screen.queryByText('−1.00')).toBeNull()
})

it('the reserve stands against what is usual, only where that is known', () => {
  measured()
  const ages: AgeMedian[] = [
    { age: 6, median: 0.5, lower: 0, upper: 0.875, reference: [1, 1.5] },
    { age: 13, median: -1.625, lower: -3, upper: 0, reference: null },
  ]
  const { container } = render(<ReserveChart ages={ages} />)
  expect(container.querySelector('polygon')?.getAttribute('points')?.split(' ')).toHaveLength(2)
  expect(screen.getByText('−1.625')).toBeTruthy()
  expect(screen.getByText('13 岁')).toBeTruthy()
})
