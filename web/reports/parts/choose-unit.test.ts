import { describe, expect, it } from 'vitest'
import { nextStep } from './choose-unit.ts'

const province = { level: 'province', key: { areaId: '330000' } } as const
const city = { level: 'city', key: { areaId: '330100' } } as const
const school = { level: 'school', key: { orgId: 7 } } as const
const grade = { level: 'grade', key: { orgId: 7, prefix: 2, gradeNo: 3 } } as const
const classOne = { level: 'class', key: { orgId: 7, prefix: 2, gradeNo: 3, classId: 9 } } as const
const range = { level: 'range', key: {} } as const
const row = <U>(unit: U, screened = 1) => ({ unit, counts: { screened } })

describe('the unit of a report', () => {
  it('is the one of the address where it is of the right kind', () => {
    expect(nextStep('city', { path: [province, city], unit: city, rows: [] })).toBe('there')
  })

  it('is looked for below, first where somebody was screened', () => {
    const rows = [row({ level: 'city', key: { areaId: '330200' } } as const, 0), row(city)]
    expect(nextStep('class', { path: [province], unit: province, rows })).toEqual({ go: city.key })
    expect(nextStep('city', { path: [province], unit: province, rows: rows.slice(0, 1) })).toEqual({
      go: { areaId: '330200' },
    })
  })

  it('is the one around a unit that lies deeper', () => {
    const path = [province, city, school, grade]
    expect(nextStep('school', { path, unit: grade, rows: [] })).toEqual({ go: school.key })
    expect(nextStep('province', { path: [city, school], unit: school, rows: [] })).toBe('none')
  })

  it('is the grade of a class for callers who see only classes', () => {
    const found = { path: [range], unit: range, rows: [row(classOne)] }
    expect(nextStep('class', found)).toEqual({ go: classOne.key })
    expect(nextStep('grade', found)).toEqual({ go: grade.key })
    expect(nextStep('school', found)).toEqual({ go: school.key })
  })

  it('is none where there is nothing below', () => {
    expect(nextStep('class', { path: [range], unit: range, rows: [] })).toBe('none')
  })
})
