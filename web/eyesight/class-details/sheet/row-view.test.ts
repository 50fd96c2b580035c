import { describe, expect, it } from 'vitest'
import { JUDGEMENT_PROFILES } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { RecordFields, type RecordRow } from '#contract/eyesight/record-schemas.ts'
import { recordRow } from '#web/testing/samples/record-rows.ts'
import { columnsIn, flagsCode, flagsOf, flagsWord, readingGroups } from '../grid/columns.ts'
import { blindReading } from '../retest/retest-reading.ts'
import { drawnSentence } from '../retest/retest-sums.ts'
import { isClosed } from './row-rules.ts'
import { openRow } from './row-state.ts'
import { absenceText, fitsFilter, isIncomplete, viewOf } from './row-view.ts'

const SETUP = {
  stage: 2,
  rules: { profile: JUDGEMENT_PROFILES.A, items: DEFAULT_ITEMS },
  today: '2025-10-20',
} as const
const stateOf = (fields: Partial<RecordFields>, more: Partial<RecordRow> = {}) =>
  openRow(recordRow(fields, { studentName: '张三', ...more }), DEFAULT_ITEMS)
const COMPLETE = {
  glasses: 1,
  nakedRight: 4.9,
  nakedLeft: 5,
  sphereRight: -0.5,
  sphereLeft: -0.25,
  cylinderRight: -0.25,
  cylinderLeft: 0,
  axisRight: 90,
} as const

describe('what a row means', () => {
  it('is judged by the rules of the server', () => {
    const view = viewOf(stateOf(COMPLETE), SETUP)
    expect(view.conclusion).toBe('低度近视')
    expect(view.judgement).toMatchObject({ state: 2, seRight: -625, seLeft: -250 })
  })

  it('names the reason of an absence, and what is missing', () => {
    expect(viewOf(stateOf({ absence: 1 }), SETUP).conclusion).toBe('未检（请假）')
    expect(viewOf(stateOf({ nakedRight: 5 }), SETUP).conclusion).toMatch(/^数据不完整：缺戴镜类型/)
  })

  it('doubts glasses that make it worse', () => {
    const worse = { glasses: 2, nakedRight: 5, correctedRight: 4.8, correctedLeft: 5 } as const
    expect(viewOf(stateOf(worse), SETUP).doubts).toEqual({
      correctedRight: '右眼戴镜视力低于裸眼视力，请核对',
    })
  })

  it('misses the axis of a cylinder', () => {
    const { axisRight: _, ...without } = COMPLETE
    const view = viewOf(stateOf(without), SETUP)
    expect(view.doubts).toEqual({ axisRight: '右眼有柱镜，请填轴位；没有轴位的结果无效' })
    expect(view.conclusion).toBe('数据不完整：缺轴位（右）')
    expect(viewOf(stateOf({ ...without, glasses: 4 }), SETUP).doubts).toEqual({})
  })

  it('is that of the same lens with a negative cylinder', () => {
    const plus = { ...COMPLETE, sphereLeft: -2, cylinderLeft: 1.5, axisLeft: 90 }
    const minus = { ...COMPLETE, sphereLeft: -0.5, cylinderLeft: -1.5, axisLeft: 180 }
    const view = viewOf(stateOf(plus), SETUP)
    expect(view.judgement).toEqual(viewOf(stateOf(minus), SETUP).judgement)
    expect(view.doubts.cylinderLeft).toMatch(/换算为负柱镜/)
    expect(viewOf(stateOf({ cylinderLeft: 1.5 }), SETUP).contradictions.cylinderLeft).toMatch(/要与球镜/)
  })

  it('says where something contradicts', () => {
    const { contradictions } = viewOf(stateOf({ ...COMPLETE, correctedLeft: 5, absence: 1 }), SETUP)
    expect(Object.keys(contradictions).toSorted()).toEqual(['absence', 'correctedLeft'])
  })
})

describe('rows to look at', () => {
  const kinds = (fields: Partial<RecordFields>, more?: Partial<RecordRow>) => {
    const state = stateOf(fields, more)
    const view = viewOf(state, SETUP)
    const filters = (['unscreened', 'invalid', 'wrong', 'conflict'] as const).filter((kind) =>
      fitsFilter(state, view, kind),
    )
    return [filters, isIncomplete(state, view)]
  }
  it('are found by their kind', () => {
    expect(kinds({})).toEqual([['unscreened'], true])
    expect(kinds({ absence: 2 })).toEqual([['unscreened'], false])
    expect(kinds({ nakedRight: 5 })).toEqual([['invalid'], true])
    expect(kinds({ ...COMPLETE, unableLeft: true })).toEqual([['invalid'], false])
    expect(kinds(COMPLETE)).toEqual([[], false])
    expect(kinds({}, { blind: true })).toEqual([[], false])
    expect(kinds(COMPLETE, { openConflictId: 3 })).toEqual([['conflict'], false])
    expect(kinds(COMPLETE, { pendingCorrection: true })).toEqual([['wrong'], false])
  })
})

describe('columns', () => {
  it('are those of the plan, right before left', () => {
    expect(columnsIn(readingGroups(DEFAULT_ITEMS)).map(({ key }) => key)).toEqual([
      ...['glasses', 'nakedRight', 'nakedLeft', 'correctedRight', 'correctedLeft'],
      ...['sphereRight', 'sphereLeft', 'cylinderRight', 'cylinderLeft', 'axisRight', 'axisLeft'],
      ...['orthoKRight', 'orthoKLeft'],
    ])
    const teeth = { ...DEFAULT_ITEMS, naked: 0, corrected: 0, refraction: 0, caries: 1 } as const
    expect(columnsIn(readingGroups(teeth))).toHaveLength(6)
  })

  it('close where the glasses leave nothing to enter', () => {
    const fields = RecordFields.parse({ glasses: 1 })
    expect(isClosed('correctedRight', fields)).toBe(true)
    expect(isClosed('correctedRight', { ...fields, correctedRight: 5 })).toBe(false)
    expect(isClosed('orthoKLeft', fields)).toBe(true)
    expect(isClosed('orthoKLeft', { ...fields, glasses: 4 })).toBe(false)
    expect(isClosed('correctedLeft', { ...fields, glasses: null })).toBe(false)
  })

  it('hold three flags in one choice', () => {
    for (let code = 0; code < 8; code++) expect(flagsCode(flagsOf(code))).toBe(code)
    expect(flagsWord(3)).toBe('双眼无法检查')
    expect(flagsWord(5)).toBe('右眼无法检查，不配合')
  })
})

describe('a blind reading', () => {
  it('is saved as a whole, without anything wrong in it', () => {
    const typed = {
      glasses: '1',
      nakedRight: '49',
      nakedLeft: '50',
      sphereRight: '-150',
      cylinderRight: '50',
    }
    const reading = blindReading(typed, DEFAULT_ITEMS, '2025-10-20')
    expect(reading).toMatchObject({ savable: true, seRight: -1750, seLeft: null })
    expect(reading.missing).toEqual(['球镜（左）', '柱镜（左）', '轴位（右）'])
    expect(reading.reading).not.toHaveProperty('absence')
    expect(blindReading({ ...typed, nakedLeft: '9' }, DEFAULT_ITEMS, '2025-10-20').savable).toBe(false)
    expect(blindReading({ ...typed, correctedLeft: '50' }, DEFAULT_ITEMS, '2025-10-20').savable).toBe(false)
    expect(blindReading({}, DEFAULT_ITEMS, '2025-10-20').savable).toBe(false)
  })

  it('is asked of as many as were drawn', () => {
    expect(drawnSentence({ drawn: 3, total: 5, wanted: 5 })).toBe('新抽取 3 人，共 5 人，达到应复测的 5 人')
    expect(drawnSentence({ drawn: 0, total: 5, wanted: 4 })).toMatch(/没有新抽取$/)
    expect(drawnSentence({ drawn: 1, total: 2, wanted: 4 })).toMatch(/不够$/)
  })
})

it('shows a student not examined with the reason in the fixed column', () => {
  expect(absenceText({ absence: null })).toBeNull()
  expect(absenceText({ absence: 1 })).toBe('未检：请假')
  expect(absenceText({ absence: 5 })).toBe('未检：不配合')
})
