import { describe, expect, it } from 'vitest'
import { OrgProperty, OrgType } from '../core/codes.ts'
import { looksAfter, type OrgInLine } from './looks-after.ts'

const { school, hospital, government, social } = OrgType.code
const { educationBureau, healthCommission, schoolIndependent, hospitalGroup, socialIndependent } =
  OrgProperty.code

const PROVINCE = { cityId: null, regionId: null }
const CITY = { cityId: '330100', regionId: null }
const DISTRICT = { cityId: '330100', regionId: '330106' }
const org = (orgType: number, property: number, place: object): OrgInLine => ({ orgType, property, ...place })
const education = (place: object) => org(government, educationBureau, place)
const health = (place: object) => org(government, healthCommission, place)
const SCHOOL = org(school, schoolIndependent, DISTRICT)
const HOSPITAL = org(hospital, hospitalGroup, DISTRICT)
const SOCIAL = org(social, socialIndependent, CITY)

describe('a government body looks after', () => {
  it.each([
    ['education bureaus below and schools', education, SCHOOL, [HOSPITAL, SOCIAL]],
    ['health commissions below, hospitals', health, HOSPITAL, [SCHOOL]],
    ['health commissions below, social organisations', health, SOCIAL, [SCHOOL]],
  ])('%s', (_, line, own, others) => {
    const other = line === education ? health : education
    for (const place of [PROVINCE, CITY, DISTRICT]) {
      expect(looksAfter(line(place), own)).toBe(true)
      for (const each of others) expect(looksAfter(line(place), each)).toBe(false)
      expect(looksAfter(line(place), other(DISTRICT))).toBe(false)
    }
    expect(looksAfter(line(PROVINCE), line(CITY))).toBe(true)
    expect(looksAfter(line(CITY), line(DISTRICT))).toBe(true)
  })

  it('no equal and nobody above', () => {
    expect(looksAfter(education(CITY), education(CITY))).toBe(false)
    expect(looksAfter(education(DISTRICT), education(PROVINCE))).toBe(false)
  })
})

it('nobody else looks after anybody', () => {
  for (const body of [SCHOOL, HOSPITAL, SOCIAL, org(school, educationBureau, PROVINCE)])
    for (const other of [SCHOOL, HOSPITAL, SOCIAL, education(DISTRICT), health(DISTRICT)])
      expect(looksAfter(body, other)).toBe(false)
})
