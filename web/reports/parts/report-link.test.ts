import { expect, it } from 'vitest'
import type { PermissionName } from '#contract/core/permissions.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { reportLink } from './report-link.ts'

const region: Unit = { level: 'region', key: { areaId: '330106' }, name: '西湖区' }
const school: Unit = { level: 'school', key: { orgId: 7 }, name: '一中' }
const held = new Set<PermissionName>(['regionReport', 'schoolReport'])
const base = { from: region, planId: 3, lastPlanId: undefined, held }

it('leads to the report of the unit with the plans that are read', () => {
  expect(reportLink(school, base)).toBe('/report/school-report?planId=3&orgId=7')
  expect(reportLink(school, { ...base, lastPlanId: 2 })).toBe(
    '/report/school-report?planId=3&lastPlanId=2&orgId=7',
  )
})

it('is not there without the permission, for a range, and to the report itself', () => {
  expect(reportLink(school, { ...base, held: new Set(['regionReport'] as const) })).toBeUndefined()
  expect(reportLink({ level: 'range', key: {}, name: '' }, base)).toBeUndefined()
  expect(reportLink({ ...region, key: { areaId: '330106', orgId: undefined } }, base)).toBeUndefined()
  expect(reportLink(null, base)).toBeUndefined()
})
