import { expect, it } from 'vitest'
import { parseQuery } from '#web/core/url-state.ts'
import { ContrastAddress } from '../../contrast-report/contrast-address.ts'
import { DesignAddress, draftIn } from '../../design-report/draft.ts'
import { frozenLink, liveLink } from './frozen-link.ts'

it('names nothing but the number: what it is of stands in the report', () => {
  expect(frozenLink('region', 'QX-330106-2025-000001')).toBe(
    '/report/region-report?reportNo=QX-330106-2025-000001',
  )
})

it('leads back to the plans and the unit of the report', () => {
  expect(liveLink('class', { planId: 3, lastPlanId: 0, orgId: 7, classId: 9 })).toBe(
    '/report/class-report?planId=3&lastPlanId=0&orgId=7&classId=9',
  )
})

const searchOf = (link: string) => link.slice(link.indexOf('?'))

it('leads back to what was compared', () => {
  const plans = liveLink('contrast', { planIds: [3, 2], areaId: '330106' })
  expect(parseQuery(ContrastAddress, searchOf(plans))).toEqual({
    by: 'plans',
    planIds: '3,2',
    areaId: '330106',
  })
  const units = liveLink('contrast', { planId: 3, unitIds: ['a330105', 'a330106'] })
  expect(parseQuery(ContrastAddress, searchOf(units))).toEqual({
    by: 'units',
    planId: 3,
    unitIds: 'a330105,a330106',
  })
})

it('leads back to what was designed, as it was then', () => {
  const design = {
    dimension: 'stage',
    indicators: ['myopia/rated', 'poor/valid'],
    planId: 3,
    comparison: 'none',
    areaId: '330106',
    chart: 'bars',
    chartIndicators: ['myopia/rated'],
  }
  const address = parseQuery(DesignAddress, searchOf(liveLink('design', { ...design, name: '我的' })))
  expect(draftIn(address)).toEqual(design)
  expect(address.base).toBe(0)
})
