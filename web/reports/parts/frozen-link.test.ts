import { expect, it } from 'vitest'
import { frozenLink, liveLink } from './frozen-link.ts'

const plan = {
  planId: 3,
  planName: '',
  status: 2,
  kind: 1,
  season: 2,
  schoolYear: 2025,
  targetRate: 95,
} as const

it('names nothing but the number: what it is of stands in the report', () => {
  expect(frozenLink('region', 'QX-330106-2025-000001')).toBe(
    '/report/region-report?reportNo=QX-330106-2025-000001',
  )
})

it('leads back to the plans and the unit of the report', () => {
  const unit = { level: 'class', key: { orgId: 7, classId: 9, areaId: undefined }, name: '' } as const
  expect(liveLink({ kind: 'class', plan, lastPlan: null, unit })).toBe(
    '/report/class-report?planId=3&lastPlanId=0&orgId=7&classId=9',
  )
  expect(liveLink({ kind: 'class', plan, lastPlan: { ...plan, planId: 2 }, unit })).toBe(
    '/report/class-report?planId=3&lastPlanId=2&orgId=7&classId=9',
  )
})
