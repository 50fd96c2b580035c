// Numbers on a wall roll in few steps, and only the digits that changed.
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RollingNumber } from './rolling-number.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.unstubAllGlobals())

const positions = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLElement>('[class*=strip]')].map(({ style }) =>
    Number(/-([\d.]+)%/.exec(style.transform)?.[1]),
  )

test('stand at their digits at once', () => {
  const { container } = render(<RollingNumber text="1,204" />)
  expect(positions(container)).toEqual([10, 20, 0, 40])
})

test('roll the digits that changed, slower towards the end, in at most six steps', () => {
  const { container, rerender } = render(<RollingNumber text="1,204" />)
  rerender(<RollingNumber text="1,205" />)
  const last: number[] = []
  for (let passed = 0; passed < 700; passed += 15) {
    vi.advanceTimersByTime(15)
    const [first, second, third, fourth = 0] = positions(container)
    expect([first, second, third]).toEqual([10, 20, 0])
    last.push(fourth)
  }
  const steps = [...new Set(last)]
  expect(steps.length).toBeLessThanOrEqual(6)
  expect(steps.length).toBeGreaterThan(4)
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
  expect(steps.at(-1)).toBe(50)
  expect(vi.getTimerCount()).toBe(0)
})

test('roll on from where they are when they change again', () => {
  const { container, rerender } = render(<RollingNumber text="0" />)
  rerender(<RollingNumber text="9" />)
  vi.advanceTimersByTime(75)
  const [underWay = 0] = positions(container)
  rerender(<RollingNumber text="0" />)
  vi.advanceTimersByTime(75)
  const [back = 0] = positions(container)
  expect(back).toBeLessThan(underWay)
  expect(back).toBeGreaterThan(0)
})

test('do not move for who asked for less motion, nor after they are gone', () => {
  const { container, rerender, unmount } = render(<RollingNumber text="3" />)
  rerender(<RollingNumber text="4" />)
  unmount()
  vi.advanceTimersByTime(75)
  expect(vi.getTimerCount()).toBe(0)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const still = render(<RollingNumber text="3" />)
  still.rerender(<RollingNumber text="8" />)
  expect(positions(still.container)).toEqual([80])
  expect(container.textContent).toBe('')
})
