import { describe, expect, it } from 'vitest'
import { identityIssues, inputOf, keepsNumber, lockedValues, type Stored } from './student-values.ts'

const TODAY = '2026-11-15'
const GIRL_OR_BOY = '330300201509010011'
const stored: Stored = {
  studentType: 1,
  sex: 1,
  birthDate: '2015-09-01',
  idCard: '330300************',
  passportNo: null,
  studentNo: null,
  parentPhone: '138****1234',
}

describe('the number of a student', () => {
  it('is asked for when adding', () => {
    expect(identityIssues({ studentType: 1 }, undefined, TODAY)).toEqual([
      { path: ['idCard'], message: '请输入身份证号' },
    ])
    expect(
      identityIssues({ studentType: 2, sex: 2, birthDate: '2015-01-01' }, undefined, TODAY).map(
        ({ path }) => path[0],
      ),
    ).toEqual(['passportNo'])
  })

  it('may stay empty when it is stored', () => {
    expect(keepsNumber({ studentType: 1, idCard: ' ' }, stored)).toBe(true)
    expect(identityIssues({ studentType: 1 }, stored, TODAY)).toEqual([])
  })

  it('is asked for again when the type changes', () => {
    expect(keepsNumber({ studentType: 2 }, stored)).toBe(false)
    const fields = identityIssues({ studentType: 2, sex: 1, birthDate: '2015-09-01' }, stored, TODAY)
    expect(fields.map(({ path }) => path[0])).toEqual(['passportNo'])
    const without = { ...stored, studentType: 3 as const, idCard: null }
    expect(identityIssues({ studentType: 1 }, without, TODAY).map(({ path }) => path[0])).toEqual(['idCard'])
  })

  it('of the wrong kind is reported', () => {
    expect(identityIssues({ studentType: 1, idCard: '330300201509010012' }, stored, TODAY)).toEqual([
      { path: ['idCard'], message: '身份证号格式错误' },
    ])
  })
})

describe('sex and birth date', () => {
  it('come from the id number', () => {
    expect(lockedValues({ studentType: 1, idCard: GIRL_OR_BOY }, undefined)).toEqual({
      sex: 1,
      birthDate: '2015-09-01',
    })
  })
  it('are empty while the number is not complete', () => {
    expect(lockedValues({ studentType: 1, idCard: '3303' }, stored)).toEqual({
      sex: undefined,
      birthDate: undefined,
    })
  })
  it('are those stored while the number stays', () => {
    expect(lockedValues({ studentType: 1 }, stored)).toEqual({ sex: 1, birthDate: '2015-09-01' })
  })
  it('are free for other types', () => {
    expect(lockedValues({ studentType: 3 }, stored)).toBeNull()
  })
})

describe('what is sent', () => {
  const values = { name: '张三', studentType: 1, status: 10, sex: 1, birthDate: '2015-09-01' } as const
  it('carries only numbers that were typed', () => {
    const input = inputOf({ ...values, idCard: '', parentPhone: '  ' })
    expect(JSON.parse(JSON.stringify(input))).not.toHaveProperty('idCard')
    expect(input.parentPhone).toBeUndefined()
    expect(inputOf({ ...values, idCard: GIRL_OR_BOY })).toMatchObject({ idCard: GIRL_OR_BOY })
  })
  it('distinguishes a cleared number from one left as it is', () => {
    const input = JSON.parse(JSON.stringify(inputOf({ ...values, studentNo: null, parentPhone: '' })))
    expect(input.studentNo).toBeNull()
    expect(input).not.toHaveProperty('parentPhone')
  })
  it('carries no number of another type', () => {
    expect(inputOf({ ...values, studentType: 3, idCard: GIRL_OR_BOY })).not.toHaveProperty('idCard')
  })
})
