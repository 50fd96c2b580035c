import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lensFaults, normalReading } from './normal-reading.ts'

const lens = (sphereRight: number | null, cylinderRight: number | null, axisRight: number | null) => ({
  sphereRight,
  cylinderRight,
  axisRight,
})

describe('a positive cylinder', () => {
  test.each([
    [lens(-1, 0.5, 90), lens(-0.5, -0.5, 180)],
    [lens(-1, 0.5, 91), lens(-0.5, -0.5, 1)],
    [lens(1.25, 2, 0), lens(3.25, -2, 90)],
    [lens(1.25, 2, 180), lens(3.25, -2, 90)],
    [lens(-1, 0.5, null), lens(-0.5, -0.5, null)],
    [lens(-1, -0.5, 90), lens(-1, -0.5, 90)],
    [lens(-1, 0, null), lens(-1, 0, null)],
  ])('%j becomes %j', (given, stored) => {
    expect(normalReading(given)).toEqual(stored)
    expect(lensFaults(normalReading(given))).toEqual([])
  })

  test('has the same spherical equivalent afterwards, and is turned once only', () => {
    const quarter = (min: number, max: number) => fc.integer({ min, max }).map((steps) => steps / 4)
    fc.assert(
      fc.property(quarter(-40, 40), quarter(-40, 40), fc.nat({ max: 180 }), (sphere, cylinder, axis) => {
        const turned = normalReading(lens(sphere, cylinder, axis))
        expect((turned.sphereRight ?? 0) + (turned.cylinderRight ?? 0) / 2).toBe(sphere + cylinder / 2)
        expect(turned.cylinderRight).toBeLessThanOrEqual(0)
        expect(turned.axisRight).toBeGreaterThanOrEqual(0)
        expect(turned.axisRight).toBeLessThanOrEqual(180)
        expect(normalReading(turned)).toBe(turned)
      }),
    )
  })

  test('cannot be turned without its sphere, nor beyond what a sphere can be', () => {
    const alone = normalReading({ cylinderLeft: 0.5, axisLeft: 5 })
    expect(alone).toEqual({ cylinderLeft: 0.5, axisLeft: 5 })
    expect(lensFaults(alone)).toMatchObject([{ field: 'cylinderLeft', message: /左眼.*球镜/ }])
    expect(lensFaults(normalReading(lens(19, 2, 5)))).toMatchObject([{ field: 'cylinderRight' }])
    expect(lensFaults(normalReading(lens(1900, 200, 5)), 100)).toMatchObject([{ field: 'cylinderRight' }])
    expect(lensFaults(normalReading(lens(1800, 200, 5)), 100)).toEqual([])
  })
})

test('an ortho-K lens of power 0 was not written down; what was not stated stays unstated', () => {
  expect(normalReading({ orthoKRight: 0, orthoKLeft: 300 })).toEqual({ orthoKRight: null, orthoKLeft: 300 })
  const nothing = { sphereRight: -1 }
  expect(normalReading(nothing)).toBe(nothing)
})
