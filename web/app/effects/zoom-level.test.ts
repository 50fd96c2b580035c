import { expect, it } from 'vitest'
import { zoomLevel } from './zoom-level.ts'

const at = (zoom: number, screenScale: number, outerWidth = 1440) =>
  zoomLevel({ outerWidth, innerWidth: Math.round(outerWidth / zoom), devicePixelRatio: zoom * screenScale })

it.each([1, 1.25, 1.5, 2, 3])('is 100 on a screen of scale %d', (scale) => {
  expect(at(1, scale)).toBe(100)
})

it.each([
  [0.5, 50],
  [0.75, 75],
  [0.9, 90],
  [1.1, 110],
  [1.25, 125],
  [1.5, 150],
  [2, 200],
])('recognises a zoom of %d, on any screen', (zoom, percent) => {
  expect(at(zoom, 1)).toBe(percent)
  expect(at(zoom, 2)).toBe(percent)
})

it('is not misled by docked tools, borders or a window without a size', () => {
  expect(zoomLevel({ outerWidth: 1440, innerWidth: 1040, devicePixelRatio: 1 })).toBe(100)
  expect(zoomLevel({ outerWidth: 1456, innerWidth: 1440, devicePixelRatio: 1.25 })).toBe(100)
  expect(zoomLevel({ outerWidth: 0, innerWidth: 1440, devicePixelRatio: 1 })).toBe(100)
})
