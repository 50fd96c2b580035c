import { expect, test } from 'vitest'
import { scaleShapes } from './scaled-shapes.ts'

const MAP = {
  width: 200,
  height: 100,
  areas: [{ id: '330100', x: 100, y: 50, path: 'M0 0l200 0 0 100-200 0z' }],
}
const NO_CORNER = { width: 0, height: 0 }

test('a map fills its box in one direction and stands in the middle of the other', () => {
  const { left, top, width, height, shapes } = scaleShapes(MAP, { width: 420, height: 400 }, 10, NO_CORNER)
  expect({ left, top, width, height }).toEqual({ left: 10, top: 100, width: 400, height: 200 })
  expect(shapes[0]?.anchor).toEqual([210, 200])
  expect(shapes[0]?.rings[0]?.[2]).toEqual([410, 300])
})

test('it makes room for what stands in the corner only where it would lie below it', () => {
  const box = { width: 420, height: 400 }
  expect(scaleShapes(MAP, box, 10, { width: 100, height: 80 }).width).toBe(400)
  const beside = scaleShapes(MAP, box, 10, { width: 100, height: 150 })
  expect(beside.left).toBe(110)
  expect(beside.width).toBe(300)
})
