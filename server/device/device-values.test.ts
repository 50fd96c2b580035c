import { describe, expect, it } from 'vitest'
import { readDeviceValues } from './device-values.ts'

describe('readDeviceValues', () => {
  it('keeps what was measured and nothing else', () => {
    const sent = { nakedRight: 4.9, nakedLeft: null, unableLeft: false, glasses: 1 }
    expect(readDeviceValues(sent)).toEqual({ fields: { nakedRight: 4.9, glasses: 1 } })
  })

  it.each([
    ['out of range', { nakedRight: 5.4 }, '裸眼视力（右）应在 3.3 至 5.3 之间'],
    ['off the step', { sphereLeft: -1.1 }, '球镜（左）应以 0.25 为一档'],
    ['a text in the place of a number', { axisRight: '90' }, '轴位（右）的格式不正确'],
    ['no number', { nakedRight: Number.NaN }, '裸眼视力（右）的格式不正确'],
    ['an unknown code', { glasses: 77 }, '戴镜类型的格式不正确'],
    ['a misspelt field', { nakedright: 4.9 }, '没有“nakedright”这个检查项目'],
    ['a field nobody wants to read', { 'a\u0000<b>': 1 }, '有不认识的检查项目'],
    ['a field of Object', { constructor: 1 }, '没有“constructor”这个检查项目'],
    ['nothing', {}, '没有检查结果'],
    ['nothing but blanks', { nakedRight: null, uncooperative: false }, '没有检查结果'],
  ])('says what is wrong: %s', (_, sent, fault) => {
    expect(readDeviceValues(sent)).toEqual({ fault })
  })

  it('writes a plus cylinder as the minus cylinder of the same lens', () => {
    expect(readDeviceValues({ sphereRight: -2, cylinderRight: 0.75, axisRight: 90 })).toEqual({
      fields: { sphereRight: -1.25, cylinderRight: -0.75, axisRight: 180 },
    })
    expect(readDeviceValues({ sphereLeft: 1, cylinderLeft: 0.5, axisLeft: 170 })).toEqual({
      fields: { sphereLeft: 1.5, cylinderLeft: -0.5, axisLeft: 80 },
    })
  })

  it('cannot turn a plus cylinder without its sphere', () => {
    expect(readDeviceValues({ cylinderRight: 0.75 })).toEqual({
      fault: '右眼为正柱镜，要与球镜、轴位一起填写才能换算为负柱镜',
    })
  })

  it('takes a cylinder without axis, and no lens of power 0', () => {
    expect(readDeviceValues({ sphereRight: -1, cylinderRight: -0.5 })).toEqual({
      fields: { sphereRight: -1, cylinderRight: -0.5 },
    })
    expect(readDeviceValues({ correctedRight: 5, orthoKRight: 0 })).toEqual({ fields: { correctedRight: 5 } })
    expect(readDeviceValues({ orthoKRight: 0 })).toEqual({ fault: '没有检查结果' })
  })
})
