import { parseIdCard } from '#contract/core/id-card.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { TestApp } from './app.ts'
import { type By, must } from './people.ts'

const XIHU = { provinceId: '330000', cityId: '330100', regionId: '330106' }
let schools = 0
let people = 0

/** A number that is valid and that nobody else in the test has; an odd sequence is a boy's. */
export function newIdCard(birthDate = '2016-05-12', sex: 1 | 2 = 1): string {
  people += 1
  // From many places, as no file is imported with many children of one place, birth date and sex.
  const area = `33${String(people % 10_000).padStart(4, '0')}`
  const sequence = String(Math.floor(people / 10_000) * 2 + (sex === 1 ? 1 : 2)).padStart(3, '0')
  const first17 = `${area}${birthDate.replaceAll('-', '')}${sequence}`
  const last = [...'0123456789X'].find((digit) => parseIdCard(first17 + digit) !== null)
  return `${first17}${last}`
}

export function newName(): string {
  const letters = '子涵宇轩梓浩然欣怡晨诗雨嘉怡明哲思源佳琪文博'
  const pick = (n: number) => letters[Math.abs(n) % letters.length]
  return `测${pick(people * 7 + 3)}${pick(people * 11 + 5)}`
}

/** An approved school of 西湖区, made by who may; region01 unless said otherwise. */
export async function newSchool(
  app: TestApp,
  by: By,
  options: {
    stages?: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]
    schoolSystem?: 63 | 54
    area?: typeof XIHU
    name?: string
  } = {},
): Promise<number> {
  schools += 1
  const { orgId } = await must(
    by.call(schoolEndpoints.addSchool, {
      orgName: options.name ?? `测试学校${process.pid}号${schools}`,
      ...(options.area ?? XIHU),
      address: '文教路1号',
      contactName: '王老师',
      contactPhone: '13900001111',
      stages: options.stages ?? [2],
      schoolSystem: options.schoolSystem ?? 63,
      schoolType: 10,
      schoolLevel: 10,
    }),
  )
  await app.sql(`update org set status = 1, expires_on = '2099-12-31' where id = ${orgId}`)
  return orgId
}

/** A grade with classes 1班 … n班; answers their ids. */
export async function newGrade(
  by: By,
  orgId: number,
  prefix: 1 | 2 | 3 | 4 | 5 | 6 | 7,
  gradeNo: number,
  classCount = 1,
) {
  const { gradeId } = await must(by.call(schoolEndpoints.addGrade, { orgId, prefix, gradeNo, classCount }))
  const classes = await must(by.call(schoolEndpoints.classList, { orgId, gradeId }))
  return { gradeId, classIds: classes.map(({ classId }) => classId) }
}

/** A school with two classes of the first grade. */
export async function newClassrooms(app: TestApp, by: By, options: Parameters<typeof newSchool>[2] = {}) {
  const orgId = await newSchool(app, by, options)
  const { gradeId, classIds } = await newGrade(by, orgId, 2, 1, 2)
  const [classId = 0, otherClassId = 0] = classIds
  return { orgId, gradeId, classIds, classId, otherClassId }
}
export type Classrooms = Awaited<ReturnType<typeof newClassrooms>>

/** A pupil with an id number of its own. */
export async function newStudent(by: By, classId: number, fields: { name?: string; idCard?: string } = {}) {
  const idCard = fields.idCard ?? newIdCard()
  const name = fields.name ?? newName()
  const { studentId } = await must(
    by.call(studentEndpoints.addStudent, { classId, name, idCard, studentType: 1 }),
  )
  return { studentId, name, idCard }
}

/** A screening plan with one task at a school, for who asks no more than whether there is one; 1 is under way. */
export async function newSchoolTask(app: TestApp, orgId: number, planName: string, status: 0 | 1 | 2 = 1) {
  // One that has not begun begins tomorrow: before its day no transition is due.
  const startsOn = `current_date ${status === 0 ? '+ 2' : '- 10'}`
  await app.sql(`with p as (insert into plan (name, status, owner_org_id, starts_on, ends_on)
      select '${planName}', 2, id, current_date - 10, current_date + 60 from org where org_type = 30
      order by id limit 1 returning id, ends_on)
    insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id)
    select p.id, org.id, org.id, ${status}, ${startsOn}, p.ends_on, province_id, city_id, region_id
    from p, org where org.id = ${orgId}`)
}
