// Entering somebody who is known: at this school, at another, or from before; and how numbers are stored.
import { beforeAll, describe, expect, test } from 'vitest'
import { maskName } from '#contract/core/mask.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { REGISTERED_ELSEWHERE } from '#contract/students/identity.ts'
import { useApp } from '../testing/app.ts'
import { accountOf, type By, demoUser, must, signedIn } from '../testing/people.ts'
import { type Classrooms, newClassrooms, newIdCard, newStudent } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const app = useApp()
const { addStudent, studentPageList, studentDetail, leaveStudents } = studentEndpoints

const region = demoUser(app, 'region01')
const school = demoUser(app, 'school01')
let { orgId, classId, otherClassId } = {} as Classrooms
let ownClassId: number

beforeAll(async () => {
  ;({ orgId, classId, otherClassId } = await newClassrooms(app.current, region, { name: '登记测试小学' }))
  const own = await must(
    school.call(schoolEndpoints.classList, { orgId: await orgIdOf(app.current, '330106-school-1') }),
  )
  ownClassId = own[0]?.classId ?? 0
})

/** As a page would send it, or somebody without one. */
const add = (fields: object, by: By = region) =>
  by.call(addStudent, { classId, name: '测小明', studentType: 1, ...fields } as never)

describe('somebody who is there already', () => {
  test('in the own school is named with the class', async () => {
    const { idCard, name } = await newStudent(region, classId)
    const answer = await add({ idCard, classId: otherClassId })
    expect(answer).toMatchObject({ code: 655, message: `证件号已存在：${maskName(name)}（一年级1班）` })
    expect(answer.data).toEqual({ issues: [{ path: ['idCard'], message: answer.message }] })
  })

  test('in another school of the range is named with the school', async () => {
    const { idCard, name } = await newStudent(school, ownClassId)
    const answer = await add({ idCard })
    expect(answer.code).toBe(655)
    expect(answer.message).toContain(`${maskName(name)}（西湖实验小学`)
  })

  test('outside the range is not disclosed where: neither school, class, area nor name', async () => {
    const { idCard, name, studentId } = await newStudent(region, classId)
    for (const fields of [{ idCard }, { idCard: idCard.toLowerCase() }]) {
      const answer = await add({ ...fields, classId: ownClassId, name: '某某某' }, school)
      expect(answer).toMatchObject({ code: 655, message: REGISTERED_ELSEWHERE })
      const text = JSON.stringify({ ...answer, headers: null })
      for (const secret of ['登记测试小学', name, '1班', '一年级', '西湖', String(orgId), String(studentId)])
        expect(text).not.toContain(secret)
    }
  })

  test('by the same passport, however it is written', async () => {
    const abroad = { studentType: 2, sex: 2, birthDate: '2015-01-01' }
    await must(add({ ...abroad, passportNo: 'B765432(1)', name: '测安妮' }))
    const answer = await add({ ...abroad, passportNo: 'b 7654321', classId: otherClassId })
    expect(answer).toMatchObject({ code: 655, message: '证件号已存在：测*妮（一年级1班）' })
    const elsewhere = await add({ ...abroad, passportNo: 'B7654321', classId: ownClassId }, school)
    expect(elsewhere).toMatchObject({ code: 655, message: REGISTERED_ELSEWHERE })
    expect(elsewhere.data).toEqual({ issues: [{ path: ['passportNo'], message: REGISTERED_ELSEWHERE }] })
  })

  test('without a document, by name, sex and birth date in the same school', async () => {
    const child = { studentType: 3, name: '测无证', sex: 1, birthDate: '2016-02-03' }
    await must(add(child))
    expect(await add({ ...child, classId: otherClassId })).toMatchObject({
      code: 700,
      message: '学生已存在：本校有同名、同性别、同出生日期的学生',
    })
    await must(add({ ...child, sex: 2 }))
    await must(add({ ...child, birthDate: '2016-02-04' }))
    await must(add({ ...child, classId: ownClassId }, school))
  })

  test('by the student number: in the school, and a national one everywhere', async () => {
    const national = `G${newIdCard()}`
    await must(add({ idCard: newIdCard(), studentNo: 'N0007', name: '测本校' }))
    await must(add({ idCard: newIdCard(), studentNo: national, name: '测全国' }))
    expect(await add({ idCard: newIdCard(), studentNo: 'n0007' })).toMatchObject({
      code: 700,
      message: '学籍号已存在',
    })
    expect(await add({ idCard: newIdCard(), studentNo: national })).toMatchObject({
      code: 700,
      message: '学籍号已存在：测*国（一年级1班）',
    })
    await must(add({ idCard: newIdCard(), studentNo: 'N0007', classId: ownClassId }, school))
    const foreign = await add({ idCard: newIdCard(), studentNo: national, classId: ownClassId }, school)
    expect(foreign).toMatchObject({ code: 700, message: '学籍号已存在' })
    expect(JSON.stringify(foreign.data)).not.toContain('登记测试小学')
  })

  test('twenty times at once on two nodes is one row', async () => {
    const other = await app.current.otherNode()
    const token = await app.current.login('region01')
    const idCard = newIdCard()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? other : app.current).as(token).call(addStudent, { classId, name: '测并发', idCard }),
      ),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(new Set(answers.filter(({ success }) => !success).map(({ code }) => code))).toEqual(new Set([655]))
    expect((await must(region.call(studentPageList, { idCard }))).total).toBe(1)
    const again = Array.from({ length: 6 }, (_, n) =>
      (n % 2 ? other : app.current).as(token).call(addStudent, {
        classId,
        name: '测无证并发',
        studentType: 3,
        sex: 1,
        birthDate: '2016-01-01',
      }),
    )
    expect((await Promise.all(again)).map(({ code }) => code).sort()).toEqual([200, 700, 700, 700, 700, 700])
  })

  test('elsewhere can be come upon fifty times a day, by document or by number', async () => {
    const account = accountOf('330106-school-2')
    const by = await signedIn(app.current, account)
    const own = await must(
      by.call(schoolEndpoints.classList, { orgId: await orgIdOf(app.current, '330106-school-2') }),
    )
    const place = { classId: own[0]?.classId ?? 0 }
    const { idCard } = await newStudent(region, classId)
    const studentNo = `G${newIdCard()}`
    await must(add({ idCard: newIdCard(), studentNo }))
    await app.current.sql(`insert into audit_log (user_id, ip, action, success, code, detail, request_id)
      select u.id, '', 'student.add', false, 655, '{"elsewhere":true}', '' from app_user u, generate_series(1, 49)
      where u.account = '${account}'`)
    expect((await add({ idCard: newIdCard(), studentNo, ...place }, by)).code).toBe(700)
    const refused = await add({ idCard, ...place }, by)
    expect(refused).toMatchObject({ code: 429, status: 429 })
    expect((await add({ idCard: newIdCard(), studentNo, ...place }, by)).code).toBe(429)
    // Who enters children of the own school goes on.
    await must(add({ idCard: newIdCard(), ...place }, by))
  })
})

describe('somebody who has left', () => {
  test('comes back as the same person, also to another school', async () => {
    const { studentId, idCard } = await newStudent(school, ownClassId)
    await must(school.call(leaveStudents, { studentIds: [studentId], reason: '搬家' }))
    expect((await school.call(studentDetail, { studentId })).code).toBe(650)
    const back = await must(add({ idCard, name: '测归来', nation: '01' }))
    expect(back.studentId).toBe(studentId)
    const detail = await must(region.call(studentDetail, { studentId }))
    expect(detail).toMatchObject({ orgName: '登记测试小学', name: '测*来', leftAs: null, leftOn: null })
    expect(detail.enrolments).toHaveLength(2)
    expect((await school.call(studentDetail, { studentId })).code).toBe(650)
    const [audit] = await rowsOf(
      app.current,
      "select detail from audit_log where action = 'student.add' and object_id = $1 and success order by id desc",
      [String(studentId)],
    )
    expect(audit?.detail).toMatchObject({ returned: true })
  })

  test('is taken in by one of two schools that ask at once', async () => {
    const { studentId, idCard } = await newStudent(region, classId)
    await must(region.call(leaveStudents, { studentIds: [studentId] }))
    const answers = await Promise.all([
      add({ idCard }, region),
      add({ idCard, classId: ownClassId }, school),
      add({ idCard, classId: otherClassId }, region),
      add({ idCard, classId: ownClassId }, school),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 655, 655, 655])
    const [open] = await rowsOf(
      app.current,
      'select count(*)::int as n from enrolment where student_id = $1 and to_on is null',
      [studentId],
    )
    expect(open?.n).toBe(1)
  })

  test('without a document comes back to the own school, and is a stranger to another', async () => {
    const child = { studentType: 3, name: '测归无证', sex: 2, birthDate: '2016-07-08' }
    const { studentId } = await must(add(child))
    await must(region.call(leaveStudents, { studentIds: [studentId] }))
    const elsewhere = await must(add({ ...child, classId: ownClassId }, school))
    expect(elsewhere.studentId).not.toBe(studentId)
    expect((await must(add({ ...child, classId: otherClassId }))).studentId).toBe(studentId)
    expect((await add(child)).code).toBe(700)
  })
})

test('numbers are sealed in the table: none of them is stored in plain', async () => {
  const idCard = newIdCard()
  const numbers = [idCard, '15812340987', `G${newIdCard()}`]
  const { studentId } = await must(add({ idCard, parentPhone: numbers[1], studentNo: numbers[2] }))
  const abroad = { studentType: 2, sex: 1, birthDate: '2016-05-12' }
  const foreign = await must(add({ ...abroad, passportNo: 'P98765432' }))
  // A school that takes the id number or a phone for its own student number gives away neither.
  const asNumber = newIdCard()
  const odd = await must(add({ idCard: newIdCard(), studentNo: asNumber }))
  const phone = await must(add({ idCard: newIdCard(), studentNo: '15812340988' }))
  const ids = [studentId, foreign.studentId, odd.studentId, phone.studentId]
  const rows = await rowsOf(app.current, 'select * from student where id = any($1)', [ids])
  const plain = JSON.stringify(rows, (_, value: unknown) => {
    const bytes = (value as { type?: string } | null)?.type === 'Buffer'
    return bytes ? Buffer.from((value as { data: number[] }).data).toString('latin1') : value
  })
  expect(rows).toHaveLength(4)
  for (const number of [...numbers, 'P98765432', asNumber, '15812340988']) expect(plain).not.toContain(number)
  const [audited] = await rowsOf(
    app.current,
    'select string_agg(audit_log::text, chr(10)) as text from audit_log where user_id is not null',
  )
  for (const number of [...numbers, 'P98765432']) expect(String(audited?.text)).not.toContain(number)
  expect(app.current.logged.join()).not.toContain(idCard)
})
