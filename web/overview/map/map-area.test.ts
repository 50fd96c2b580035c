import { describe, expect, test } from 'vitest'
import { colors, wallColors } from '#web/core/theme.ts'
import {
  changeText,
  fillOf,
  inOrderOfRank,
  type MapArea,
  type MapRamp,
  type MapStep,
  spokenArea,
  textOn,
} from './map-area.ts'

const RAMPS: readonly MapRamp[] = ['progress', 'rate']
const STEPS: readonly MapStep[] = [0, 1, 2, 3, 4]
const AREA: MapArea = {
  id: '330100',
  name: '杭州',
  value: '78.57',
  step: 2,
  note: null,
  attention: false,
  tooltip: [],
  opens: true,
}

/** Relative luminance, as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, two: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
/** The colour behind a custom property of the theme. */
function colourOf(property: string): string {
  const name = property.slice('var(--'.length, -1).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
  const colour = Object.entries({ ...colors, ...wallColors }).find(([key]) => key === name)?.[1]
  if (!colour) throw new Error(`${property} is no colour of the theme`)
  return colour
}

describe('labels', () => {
  test.each(RAMPS.flatMap((ramp) => STEPS.map((step) => [ramp, step] as const)))(
    'can be read on %s %i: white where white is enough, else the ground',
    (ramp, step) => {
      const fill = colourOf(fillOf(ramp, step))
      const text = colourOf(textOn(ramp, step))
      expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5)
      const isWhiteEnough = contrast(colors.surface, fill) >= 4.5
      expect(text).toBe(isWhiteEnough ? colors.surface : wallColors.wallGround)
    },
  )

  test.each([
    [0.13, '▲ 0.13'],
    [-0.54, '▼ 0.54'],
    [0.004, '0.00'],
    [-0.004, '0.00'],
    [0, '0.00'],
    [null, '--'],
  ])('a change of %s is %s', (points, text) => {
    expect(changeText(points)).toBe(text)
  })
})

test('what is read out says all that colours say', () => {
  const legend = { title: '近视率（%）', labels: [], none: '尚无数据', attention: '照此速度不足 90%' }
  expect(spokenArea(AREA, legend)).toBe('杭州，近视率（%）78.57')
  expect(spokenArea({ ...AREA, change: { points: -0.54 } }, legend)).toBe(
    '杭州，近视率（%）78.57，下降 0.54 个百分点',
  )
  expect(spokenArea({ ...AREA, change: { points: null }, attention: true }, legend)).toBe(
    '杭州，近视率（%）78.57，照此速度不足 90%',
  )
  expect(spokenArea({ ...AREA, value: '--', step: null, note: '11-20 开始' }, legend)).toBe(
    '杭州，11-20 开始',
  )
})

test('the best is first: much progress, a low rate; what has no value is last', () => {
  const areas = ['71.26', '--', '96.42', '100.00'].map((value) => ({ ...AREA, id: value, value }))
  const ranked = (ramp: MapRamp) => inOrderOfRank(areas, ramp).map(({ id }) => id)
  expect(ranked('progress')).toEqual(['100.00', '96.42', '71.26', '--'])
  expect(ranked('rate')).toEqual(['71.26', '96.42', '100.00', '--'])
})
