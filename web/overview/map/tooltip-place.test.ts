import { describe, expect, test } from 'vitest'
import { type Box, overlap } from './boxes.ts'
import { lineTo, placeCard } from './tooltip-place.ts'

const FRAME = { width: 900, height: 600 }
const CARD = { width: 216, height: 170 }
const NONE = { own: null, all: [] }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('a card', () => {
  test.each([
    ['in the middle', box(400, 250, 80, 80)],
    ['in a corner', box(0, 0, 50, 50)],
    ['in the other corner', box(840, 560, 60, 40)],
    ['that fills the frame', box(0, 0, 900, 600)],
  ])('about an area %s lies in the frame', (_, target) => {
    const { left, top, right, bottom } = placeCard(target, NONE, CARD, FRAME, 20)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(FRAME.width)
    expect(bottom).toBeLessThanOrEqual(FRAME.height)
  })

  test('covers neither its area nor its label where there is room', () => {
    const target = box(400, 250, 80, 80)
    const own = box(490, 250, 70, 60)
    const card = placeCard(target, { own, all: [own] }, CARD, FRAME, 20)
    expect(overlap(card, target)).toBe(false)
    expect(overlap(card, own)).toBe(false)
  })
})

test('the line ends where the area begins, or at its box where nothing says more', () => {
  const target = box(100, 100, 100, 100)
  const card = box(300, 100, 100, 100)
  expect(lineTo(target, card, ([x]) => x <= 180)[1][0]).toBeCloseTo(180, -1)
  expect(lineTo(target, card, () => false)).toEqual([
    [300, 150],
    [200, 150],
  ])
})
