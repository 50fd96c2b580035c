// The list of accounts says how many classes or grades each teacher answers for.
import { beforeAll, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must, newUser } from '../testing/people.ts'
import { newGrade, newSchool } from '../testing/roster.ts'

const app = useApp()
const region = demoUser(app, 'region01')
let orgId: number
let classIds: number[]
let gradeId: number
beforeAll(async () => {
  orgId = await newSchool(app.current, region)
  ;({ classIds, gradeId } = await newGrade(region, orgId, 2, 1, 3))
})

test('own classes for a class teacher, grades for a grade head, nothing for others', async () => {
  const admin = await newUser(app.current, orgId, 20)
  const busy = await newUser(app.current, orgId, 45)
  const idle = await newUser(app.current, orgId, 45)
  const head = await newUser(app.current, orgId, 40)
  await must(region.call(schoolEndpoints.assignClasses, { userId: busy.userId, classIds }))
  await must(region.call(schoolEndpoints.assignClasses, { userId: head.userId, gradeIds: [gradeId] }))
  // A class that has gone is nobody's any more.
  await app.current.sql(`update class set closed_on = '2026-01-01' where id = ${classIds[2]}`)
  const { list } = await must(region.call(authorityEndpoints.accountPageList, { orgId }))
  const counts = new Map(list.map(({ userId, assignedCount }) => [userId, assignedCount]))
  expect([admin, busy, idle, head].map(({ userId }) => counts.get(userId))).toEqual([null, 2, 0, 1])
})

test('nothing for the roles of a hospital', async () => {
  const hospital = demoUser(app, 'hospital01')
  const { list } = await must(hospital.call(authorityEndpoints.accountPageList, { orgType: 20 }))
  expect(list.length).toBeGreaterThan(0)
  expect(list.every(({ assignedCount }) => assignedCount === null)).toBe(true)
})
