import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ScrollRows } from './scroll-rows.tsx'

const ROW = 30
const NAMES = Array.from({ length: 10 }, (_, nth) => `学校${nth}`)
const EVERY_MS = 3_000
afterEach(() => vi.useRealTimers())

/** A list of ten rows with room for `visible` of them. */
function open(visible: number, label = '学校') {
  vi.useFakeTimers()
  render(
    <ScrollRows label={label}>
      {NAMES.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ScrollRows>,
  )
  const list = screen.getByRole('list', { name: label })
  Object.defineProperty(list, 'scrollHeight', { value: NAMES.length * ROW })
  Object.defineProperty(list, 'clientHeight', { value: visible * ROW })
  list.getBoundingClientRect = () => new DOMRect(0, 100, 300, visible * ROW)
  for (const [nth, row] of [...list.children].entries())
    row.getBoundingClientRect = () => new DOMRect(0, 100 + nth * ROW - list.scrollTop, 300, ROW)
  const to: number[] = []
  list.scrollTo = ((place: ScrollToOptions) => {
    to.push(place.top ?? 0)
    list.scrollTop = place.top ?? 0
  }) as typeof list.scrollTo
  return { list, to }
}

it('rows that overflow move on one by one, and begin again', () => {
  const { to } = open(8)
  vi.advanceTimersByTime(EVERY_MS * 3)
  expect(to).toEqual([ROW, 2 * ROW, 0])
})

it('rows that all have room stand still, and so do those under the pointer', () => {
  const { to, list } = open(10)
  vi.advanceTimersByTime(EVERY_MS * 2)
  expect(to).toEqual([])
  const other = open(4, '其他学校')
  vi.spyOn(other.list, 'matches').mockReturnValue(true)
  vi.advanceTimersByTime(EVERY_MS * 2)
  expect(other.to).toEqual([])
  expect(list.scrollTop).toBe(0)
})

it('nothing moves where nobody looks', () => {
  const { to } = open(4)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(EVERY_MS * 2)
  hidden.mockRestore()
  expect(to).toEqual([])
})
