import { expect, test } from 'vitest'
import { designFault } from '#contract/reports/design/design-faults.ts'
import {
  DesignChartKind,
  DesignDimension,
  type ReportDesign,
} from '#contract/reports/design/design-schemas.ts'
import { parseQuery, patchSearch } from '#web/core/url-state.ts'
import {
  atUnit,
  changed,
  DesignAddress,
  draftFields,
  draftIn,
  firstDesign,
  isSameDesign,
  NO_DRAFT,
} from './draft.ts'

const LEVELS = ['province', 'city', 'region', 'school'] as const
const FULL: ReportDesign = {
  ...firstDesign('city'),
  season: 2,
  comparison: 'plan',
  lastPlanId: 7,
  areaId: '330100',
  stage: 3,
  sex: 2,
  cityProperty: 0,
  chart: 'bars',
  chartIndicators: ['myopia/rated', 'poor/valid'],
}

test.each(LEVELS)('the first design of a %s can be computed', (level) => {
  expect(designFault(firstDesign(level), level)).toBeNull()
})

test('a design goes through the address and back', () => {
  const search = patchSearch(DesignAddress, '?designId=3', { ...draftFields(FULL), base: 2 })
  const address = parseQuery(DesignAddress, search)
  expect(address).toMatchObject({ designId: 3, base: 2 })
  const back = draftIn(address)
  expect(back && isSameDesign(back, FULL)).toBe(true)
  expect(patchSearch(DesignAddress, search, NO_DRAFT)).toBe('?designId=3')
})

test('an address without a design has none, one without indicators has the rest', () => {
  expect(draftIn(parseQuery(DesignAddress, ''))).toBeUndefined()
  expect(draftIn(parseQuery(DesignAddress, '?dimension=nobody&indicators=expected'))).toBeUndefined()
  expect(draftIn(parseQuery(DesignAddress, '?dimension=age&sex=1'))).toMatchObject({
    dimension: 'age',
    sex: 1,
    indicators: [],
  })
})

test('whatever is changed, what no longer goes with it is gone', () => {
  for (const level of LEVELS) {
    const start = atUnit(FULL, level === 'school' ? { orgId: 5 } : { areaId: '330100' }, level)
    for (const { value: dimension } of DesignDimension.options) {
      for (const { value: chart } of DesignChartKind.options.filter((option) => option.value !== 'stacked')) {
        const design = changed(
          start,
          { dimension, chart, indicators: [...FULL.indicators, '1.myopia'] },
          level,
        )
        const fault = designFault(design, level)
        // The only fault left is that the unit has no such parts.
        if (fault)
          expect(fault).toBe(
            designFault({ ...firstDesign(level), dimension, chart: 'none', chartIndicators: [] }, level),
          )
      }
    }
  }
})

test('a chart without its indicator takes another one', () => {
  const design = changed(FULL, { indicators: ['expected', 'poor/valid'] }, 'city')
  expect(design.chartIndicators).toEqual(['poor/valid'])
  expect(changed(design, { indicators: ['expected'] }, 'city').chartIndicators).toEqual(['expected'])
  expect(changed(design, { chart: 'none' }, 'city').chartIndicators).toEqual([])
})

test('a stack is of the parts of one whole, and what was emptied stays empty', () => {
  const degrees = ['poorLight', 'poorMid', 'poorHeavy']
  const design = changed(
    FULL,
    { indicators: ['expected', 'myopia/rated', ...degrees], chart: 'stacked' },
    'city',
  )
  expect(design.chartIndicators).toEqual(degrees)
  expect(designFault(design, 'city')).toBeNull()
  const emptied = changed(design, { chartIndicators: [] }, 'city')
  expect(emptied.chartIndicators).toEqual([])
  expect(changed(emptied, { chartIndicators: degrees.slice(1) }, 'city').chartIndicators).toEqual(
    degrees.slice(1),
  )
})

test('a plan by name has no season, and no other plan to compare with unless that is asked', () => {
  const design = changed(FULL, { planId: 4, comparison: 'last' }, 'city')
  expect([design.season, design.lastPlanId]).toEqual([undefined, undefined])
})
