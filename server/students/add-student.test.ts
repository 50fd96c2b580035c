// Entering a student: every rule of the form, straight to the server.
import { beforeAll, describe, expect, test } from 'vitest'
import { parseIdCard } from '#contract/core/id-card.ts'
import { maskName } from '#contract/core/mask.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { NON_MAINLAND_CARD } from '#contract/students/identity.ts'
import { useApp } from '../testing/app.ts'
import { today } from '../testing/days.ts'
import { type By, demoUser, must, signedIn } from '../testing/people.ts'
import {
  type Classrooms,
  newClassrooms,
  newGrade,
  newIdCard,
  newSchool,
  newStudent,
} from '../testing/roster.ts'

const app = useApp()
const { addStudent, studentPageList, studentDetail, revealStudent } = studentEndpoints

const region = demoUser(app, 'region01')
const school = demoUser(app, 'school01')
const province = demoUser(app, 'province01')
let { classId, otherClassId } = {} as Classrooms
let day: string

beforeAll(async () => {
  ;({ classId, otherClassId } = await newClassrooms(app.current, region, { name: '登记测试小学' }))
  day = await today(app.current)
})

/** As a page would send it, or somebody without one. */
const add = (fields: object, by: By = region) =>
  by.call(addStudent, { classId, name: '测小明', studentType: 1, ...fields } as never)
const birthOf = (years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace('02-29', '02-28')
const unborn = () => newIdCard(`${Number(day.slice(0, 4)) + 1}-01-01`)
const permit = (area: string) => {
  const first17 = area + newIdCard().slice(6, 17)
  return first17 + [...'0123456789X'].find((digit) => parseIdCard(first17 + digit) !== null)
}

describe('a new student', () => {
  test('stands in the list, in the counters and in the file', async () => {
    const schoolId = await newSchool(app.current, region)
    const { classIds } = await newGrade(region, schoolId, 2, 1, 2)
    const { studentId, idCard } = await newStudent(region, classIds[0] ?? 0)
    const page = await must(region.call(studentPageList, { orgId: schoolId }))
    expect(page).toMatchObject({ total: 1, more: false })
    expect(page.list[0]).toMatchObject({ studentId, gradeName: '一年级', className: '1班', sex: 1 })
    expect(page.list[0]?.idCard).toBe(`${idCard.slice(0, 6)}************`)
    const byCard = await must(region.call(studentPageList, { idCard }))
    expect(byCard.list.map((row) => row.studentId)).toEqual([studentId])
    const tree = await must(region.call(schoolEndpoints.gradeList, { orgId: schoolId }))
    expect(tree[0]).toMatchObject({ gradeName: '一年级', studentCount: 1, classCount: 2 })
    const detail = await must(region.call(studentDetail, { studentId }))
    expect(detail.enrolments).toMatchObject([{ orgId: schoolId, className: '1班', fromOn: day, toOn: null }])
  })

  test('needs the permission, and a class in range', async () => {
    expect((await add({ idCard: newIdCard() }, province)).code).toBe(602)
    expect((await add({ idCard: newIdCard() }, await signedIn(app.current, 'teacher01'))).code).toBe(602)
    expect((await add({ idCard: newIdCard() }, school)).code).toBe(650)
    expect((await add({ idCard: newIdCard(), classId: 999_999 })).code).toBe(650)
  })
})

describe('the form', () => {
  type Fault = [name: string, fields: () => object, code: number, field: string, message?: string]
  const without = { studentType: 3, sex: 1, birthDate: '2016-05-12' }
  const abroad = { studentType: 2, sex: 1, birthDate: '2016-05-12', passportNo: 'E12345678' }
  const FAULTS: Fault[] = [
    ['no name', () => ({ name: undefined }), 650, 'name', '请输入姓名'],
    ['a blank name', () => ({ name: '  ' }), 650, 'name', '请输入姓名'],
    ...['张', '张'.repeat(16), '张三1', '张 三', '<b>张</b>', "张'--", '张\u200b三'].map(
      (name): Fault => [`the name ${name}`, () => ({ name }), 623, 'name', '请输入2-15个中文或英文字符'],
    ),
    ...[undefined, null, '', '  '].map(
      (idCard): Fault => [`the id card ${idCard}`, () => ({ idCard }), 650, 'idCard', '请输入身份证号'],
    ),
    ...[
      '330300201509010012',
      '330200201302290021',
      '33030020150901001',
      '０',
      'E12345678',
      '1'.repeat(18),
    ].map(
      (idCard): Fault => [`the id card ${idCard}`, () => ({ idCard }), 621, 'idCard', '身份证号格式错误'],
    ),
    ['somebody not yet born', () => ({ idCard: unborn() }), 621, 'idCard'],
    ['a baby', () => ({ idCard: newIdCard(birthOf(1)) }), 621, 'idCard'],
    ['somebody of 31', () => ({ idCard: newIdCard(birthOf(31)) }), 621, 'idCard'],
    ['an old number of 1980', () => ({ idCard: '330300800101001' }), 621, 'idCard'],
    ...['810000', '820000', '830000'].map(
      (area): Fault => [
        `a permit ${area}`,
        () => ({ idCard: permit(area) }),
        700,
        'idCard',
        NON_MAINLAND_CARD,
      ],
    ),
    ['another sex', () => ({ sex: 2 }), 700, 'sex', '性别与身份证号不一致'],
    ['another birthday', () => ({ birthDate: '2016-05-13' }), 700, 'birthDate', '出生日期与身份证号不一致'],
    ['a date that is none', () => ({ birthDate: '2015-02-30' }), 700, 'birthDate', '日期格式有误'],
    ['a student number that is none', () => ({ studentNo: '学号1' }), 700, 'studentNo', '学籍号格式有误'],
    ['half a national number', () => ({ studentNo: 'G33030020150901' }), 700, 'studentNo', '学籍号格式有误'],
    [
      'a long native place',
      () => ({ nativePlace: '浙'.repeat(11) }),
      700,
      'nativePlace',
      '籍贯不能超过10个字',
    ],
    ["a parent's name of one letter", () => ({ parentName: '王' }), 623, 'parentName'],
    ["a parent's name that is a number", () => ({ parentName: '13800001111' }), 623, 'parentName'],
    ...['12345678901', '1380000111', '138000011112', '+8513800001111', '13800001111a', '138****1111'].map(
      (parentPhone): Fault => [
        `the phone ${parentPhone}`,
        () => ({ parentPhone }),
        620,
        'parentPhone',
        '手机号码格式有误',
      ],
    ),
    ['no class', () => ({ classId: undefined }), 650, 'classId'],
    [
      'type 2 without document',
      () => ({ ...abroad, passportNo: ' ' }),
      650,
      'passportNo',
      '请输入护照或通行证号',
    ],
    [
      'type 2 with a wrong document',
      () => ({ ...abroad, passportNo: '护照1234567' }),
      700,
      'passportNo',
      '护照或通行证号格式有误',
    ],
    ['type 2 with a mainland number', () => ({ ...abroad, passportNo: newIdCard() }), 700, 'passportNo'],
    ['type 2 without sex', () => ({ ...abroad, sex: null }), 650, 'sex', '请选择性别'],
    ['type 2 without birth date', () => ({ ...abroad, birthDate: '' }), 650, 'birthDate', '请选择出生日期'],
    ['type 2 not yet born', () => ({ ...abroad, birthDate: '2099-01-01' }), 700, 'birthDate', '出生日期有误'],
    ['type 3 without sex', () => ({ ...without, sex: undefined }), 650, 'sex', '请选择性别'],
    [
      'type 3 without birth date',
      () => ({ ...without, birthDate: null }),
      650,
      'birthDate',
      '请选择出生日期',
    ],
    ['type 3 too old', () => ({ ...without, birthDate: '1980-01-01' }), 700, 'birthDate', '出生日期有误'],
    ['a nation that is none', () => ({ nation: '57' }), 400, 'nation'],
    ['a nation by name', () => ({ nation: '汉族' }), 400, 'nation'],
    ['a type that is none', () => ({ studentType: 4 }), 400, 'studentType'],
    ['a sex that is none', () => ({ sex: 3 }), 400, 'sex'],
    ['a status that is none', () => ({ status: 11 }), 400, 'status'],
    ['a class that is no number', () => ({ classId: [classId] }), 650, 'classId'],
  ]
  const idCard = newIdCard()
  test.each(FAULTS)('refuses %s', async (_name, fields, code, field, message) => {
    const answer = await add({ idCard, ...fields() })
    expect({ code: answer.code, message: answer.message }).toEqual({
      code,
      message: message ?? answer.message,
    })
    const issues = (answer.data as unknown as { issues: { path: string[] }[] }).issues
    expect(issues.map(({ path }) => path[0])).toContain(field)
  })

  test('has written nothing of all that', async () => {
    expect(await must(region.call(studentPageList, { classId }))).toMatchObject({ total: 0 })
  })

  test.each(['张三', '欧阳娜娜', '阿卜杜拉·买买提', 'Tom', '𠮷野', '张'.repeat(15)])(
    'takes the name %s',
    async (name) => {
      const { studentId } = await must(add({ name, idCard: newIdCard(), classId: otherClassId }))
      expect(await must(region.call(revealStudent, { studentId, reason: '核对学籍' }))).toMatchObject({
        name,
      })
    },
  )

  test.each(['13800001111', '013800001111', '8613800001111', '+8613800001111', ' 13800001111 '])(
    'takes the phone %s as eleven digits',
    async (parentPhone) => {
      const { studentId } = await must(add({ idCard: newIdCard(), parentPhone, classId: otherClassId }))
      expect(await must(region.call(revealStudent, { studentId, reason: '核对学籍' }))).toMatchObject({
        parentPhone: '13800001111',
      })
    },
  )

  test.each(['E12345678', 'H87654321', 'M1234567801', '12345678', 'A765432(1)', 'FRA330012345678'])(
    'takes the document %s for type 2',
    async (passportNo) => {
      const { studentId } = await must(add({ ...abroad, passportNo, classId: otherClassId }))
      const detail = await must(region.call(studentDetail, { studentId }))
      expect(detail).toMatchObject({ idCard: null, studentType: 2, sex: 1, birthDate: '2016-05-12' })
      expect(detail.passportNo).toMatch(passportNo.length < 15 ? /^..\*\*\*.$/ : /^..\*\*\*$/)
    },
  )

  test('takes an old number of fifteen digits, found by either form', async () => {
    const { studentId } = await must(add({ idCard: '330300980101003', classId: otherClassId }))
    const whole = (await must(region.call(revealStudent, { studentId, reason: '核对学籍' }))).idCard ?? ''
    expect(whole).toMatch(/^33030019980101003[\dX]$/)
    for (const typed of ['330300980101003', whole, ` ${whole.toLowerCase()} `]) {
      const { list } = await must(region.call(studentPageList, { idCard: typed }))
      expect(list.map((row) => row.studentId)).toEqual([studentId])
    }
  })

  test('keeps what else it says', async () => {
    const fields = { nation: '22', nativePlace: '景宁', parentName: '蓝大海', status: 15, studentNo: 'xh 01' }
    const { studentId } = await must(add({ idCard: newIdCard(), ...fields, classId: otherClassId }))
    expect(await must(region.call(studentDetail, { studentId }))).toMatchObject({
      ...fields,
      parentName: maskName(fields.parentName),
      studentNo: 'XH01',
    })
  })
})
