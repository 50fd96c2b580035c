// Rows of class division, screening data and caries.
import { describe, expect, test } from 'vitest'
import { AbsenceReason } from '#contract/eyesight/reading.ts'
import type { CellValue } from './cell-values.ts'
import { checkDivisionRow } from './division-row.ts'
import { checkCariesRow, checkScreeningRow } from './reading-row.ts'
import { placeFinder, type SchoolPlaces } from './school-place.ts'

type Cells = Record<string, CellValue>
const school: SchoolPlaces = {
  orgId: 1,
  orgName: '某某小学',
  system: 63,
  classes: [{ classId: 11, className: '1班', classYear: 2026, gradeId: 1, gradeNo: 1, prefix: 2 }],
}
const rules = { school, finder: placeFinder(school), startsOn: '2025-09-01', today: '2026-11-15' }
const CARD = '330106201605120015'
const mapOf = (cells: Cells) => new Map(Object.entries(cells))

describe('class division', () => {
  const good: Cells = { name: '张小明', idCard: CARD, newGrade: '一年级', newClass: '1班' }
  const check = (cells: Cells) => checkDivisionRow(mapOf({ ...good, ...cells }), rules)
  const codes = (cells: Cells) => check(cells).issues.map(({ code, key }) => [code, key])

  test('by document or by student number', () => {
    expect(check({}).draft).toEqual({ name: '张小明', document: CARD, studentNo: null, classId: 11 })
    expect(check({ idCard: null, studentNo: '0007' }).draft).toMatchObject({
      document: null,
      studentNo: '0007',
    })
    expect(check({ idCard: 'E1234567' }).draft).toMatchObject({ document: 'E1234567' })
  })

  test.each<[Cells, [number, string][]]>([
    [{ idCard: null }, [[150, 'idCard']]],
    [{ idCard: '!' }, [[160, 'idCard']]],
    [{ idCard: Number(CARD) }, [[160, 'idCard']]],
    [{ name: null }, [[100, 'name']]],
    [{ newGrade: null }, [[60, 'newGrade']]],
    [{ newGrade: '九年级' }, [[70, 'newGrade']]],
    [{ newClass: null }, [[80, 'newClass']]],
    [{ newClass: '7班' }, [[90, 'newClass']]],
    [
      { newGrade: null, newClass: null, name: '1' },
      [
        [260, 'name'],
        [60, 'newGrade'],
        [80, 'newClass'],
      ],
    ],
    [{ idCard: null, studentNo: '学' }, [[120, 'studentNo']]],
  ])('%j', (cells, expected) => {
    expect(codes(cells)).toEqual(expected)
    expect(check(cells).draft).toBeNull()
  })
})

describe('screening data', () => {
  const good: Cells = { school: '某某小学', grade: '一年级', class: '1班', name: '张小明', idCard: CARD }
  const check = (cells: Cells) => checkScreeningRow(mapOf({ ...good, ...cells }), rules)

  test.each([
    ['+1.25', 1.25],
    ['−1.25', -1.25],
    ['－1.25', -1.25],
    ['1e0', undefined],
    ['0x1', undefined],
    ['1.25D', undefined],
  ])('a number written as %s is %s', (sphereRight, expected) => {
    const eyes = { nakedRight: 5, nakedLeft: 5, sphereLeft: 0, cylinderRight: 0, cylinderLeft: 0 }
    expect(check({ ...eyes, sphereRight }).draft?.reading.sphereRight).toBe(expected)
  })
  const keys = (cells: Cells) => check(cells).issues.map(({ key }) => key)

  test('values on their steps', () => {
    const cells = {
      nakedRight: 4.8,
      nakedLeft: '5.0',
      sphereRight: '−1.25',
      cylinderRight: -0.5,
      axisRight: 90,
      glasses: '框架',
    }
    expect(check(cells)).toMatchObject({
      issues: [],
      draft: {
        classId: 11,
        reading: {
          nakedRight: 4.8,
          nakedLeft: 5,
          sphereRight: -1.25,
          cylinderRight: -0.5,
          axisRight: 90,
          glasses: 2,
        },
      },
    })
    expect(check({ nakedRight: 3.3, nakedLeft: 5.3, sphereLeft: '+2.00' }).issues).toEqual([])
  })

  test.each<[string, object]>([
    ['请假', { absence: 1 }],
    ['病假', { absence: 1 }],
    ['已转学', { absence: 2 }],
    ['去外地了', { absence: AbsenceReason.code.other, remark: '去外地了' }],
  ])('absent: %s', (absence, reading) => {
    expect(check({ absence }).draft?.reading).toEqual(reading)
  })

  test('an unknown reason stands behind the remark', () => {
    expect(check({ absence: '去外地了', remark: '已告知家长' }).draft?.reading).toEqual({
      absence: AbsenceReason.code.other,
      remark: '已告知家长；去外地了',
    })
  })

  test.each<[Cells, (string | null)[]]>([
    [{}, [null]],
    [{ nakedRight: 3.2 }, ['nakedRight']],
    [{ nakedRight: 5.4 }, ['nakedRight']],
    [{ nakedRight: 4.85 }, ['nakedRight']],
    [{ nakedRight: '看不清' }, ['nakedRight']],
    [{ nakedRight: 4.8, sphereLeft: 0.3 }, ['sphereLeft']],
    [{ nakedRight: 4.8, sphereLeft: 20.25 }, ['sphereLeft']],
    [{ nakedRight: 4.8, cylinderLeft: 0.25, axisLeft: 5 }, ['cylinderLeft']],
    [{ nakedRight: 4.8, cylinderLeft: 20.25, sphereLeft: 1 }, ['cylinderLeft']],
    [{ nakedRight: 4.8, cylinderLeft: 2, sphereLeft: 19, axisLeft: 5 }, ['cylinderLeft']],
    [{ nakedRight: 4.8, cylinderLeft: -0.25 }, []],
    [{ orthoKLeft: 0 }, [null]],
    [{ orthoKLeft: 0, absence: '请假' }, []],
    [{ nakedRight: 4.8, cylinderLeft: 0 }, []],
    [{ nakedRight: 4.8, cylinderLeft: -1, axisLeft: 181 }, ['axisLeft']],
    [{ nakedRight: 4.8, axisLeft: 1.5 }, ['axisLeft']],
    [{ nakedRight: 4.8, orthoKLeft: 300 }, ['orthoKLeft']],
    [{ nakedRight: 4.8, orthoKLeft: 300, glasses: 'OK镜' }, []],
    [{ nakedRight: 4.8, orthoKLeft: 310, glasses: 4 }, ['orthoKLeft']],
    [{ nakedRight: 4.8, glasses: '墨镜' }, ['glasses']],
    [{ nakedRight: 4.8, absence: '请假' }, ['absence']],
    [{ nakedRight: 4.8, checkedOn: '2026-12-01' }, ['checkedOn']],
    [{ nakedRight: 4.8, checkedOn: '随便' }, ['checkedOn']],
    [{ nakedRight: 4.8, school: '别的' }, ['school']],
    [{ nakedRight: 4.8, grade: '二年级' }, ['grade']],
    [{ nakedRight: 4.8, class: '5班' }, ['class']],
    [{ nakedRight: 4.8, checkedOn: '2025-08-31' }, ['checkedOn']],
    [{ nakedRight: 4.8, checkedOn: '2025-09-01' }, []],
    [{ nakedRight: 4.8, idCard: null }, []],
    [{ nakedRight: 4.8, idCard: '12' }, ['idCard']],
  ])('%j', (cells, expected) => expect(keys(cells)).toEqual(expected))
})

test('a positive cylinder is written as the negative one of the same lens, a lens of power 0 not at all', () => {
  const cells = { school: '某某小学', grade: '一年级', class: '1班', name: '张小明', idCard: CARD }
  const values = { sphereRight: -1, cylinderRight: '+0.50', axisRight: 100, orthoKLeft: 0 }
  expect(checkScreeningRow(mapOf({ ...cells, ...values }), rules).draft?.reading).toEqual({
    sphereRight: -0.5,
    cylinderRight: -0.5,
    axisRight: 10,
  })
})

test('a number that slipped into another column is not repeated in what is said', () => {
  const cells = { school: '某某小学', grade: '一年级', class: '1班', name: '张小明', idCard: CARD }
  for (const value of [CARD, Number(CARD), '13912345678', `证${CARD}`]) {
    const { issues } = checkScreeningRow(mapOf({ ...cells, nakedRight: value, axisLeft: value }), rules)
    expect(issues).toHaveLength(2)
    expect(JSON.stringify(issues)).not.toMatch(/\d{9}/)
  }
})

describe('caries', () => {
  const good: Cells = { school: '某某小学', grade: '一年级', class: '1班', name: '张小明', idCard: CARD }
  const check = (cells: Cells) => checkCariesRow(mapOf({ ...good, ...cells }), rules)
  test('teeth are whole numbers, at most thirty-two', () => {
    expect(check({ decayed: 0, milkFilled: '3' }).draft?.reading).toEqual({ decayed: 0, milkFilled: 3 })
    expect(check({}).issues).toMatchObject([{ code: 9999, key: null }])
    for (const value of [33, -1, 1.5, 'x']) {
      expect(check({ decayed: value }).issues).toMatchObject([{ code: 9999, key: 'decayed' }])
    }
  })
})
