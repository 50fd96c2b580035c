// Changing a student: what is left out stays, two who save at once, other types, other people's numbers.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { REGISTERED_ELSEWHERE } from '#contract/students/identity.ts'
import { useApp } from '../testing/app.ts'
import { type By, demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { type Classrooms, newClassrooms, newIdCard, newStudent } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const app = useApp()
const { addStudent, editStudent, renameStudent, revealStudent, studentDetail, leaveStudents } =
  studentEndpoints

const region = demoUser(app, 'region01')
const school = demoUser(app, 'school01')
let { orgId, gradeId, classId, otherClassId } = {} as Classrooms
let studentId: number
let idCard: string
const studentNo = () => `G${idCard}`

beforeAll(async () => {
  const made = await newClassrooms(app.current, region, { name: '编辑测试小学' })
  ;({ orgId, gradeId, classId, otherClassId } = made)
})
beforeEach(async () => {
  idCard = newIdCard()
  const fields = { parentPhone: '13700002222', parentName: '王大明', nation: '01', nativePlace: '杭州' }
  const child = { classId, name: '测原名', idCard, studentNo: studentNo(), ...fields }
  studentId = (await must(region.call(addStudent, child))).studentId
})

/** What a page sends: the plain fields, and of the numbers only those that were typed. */
const edit = (fields: object, by: By = region) =>
  by.call(editStudent, { studentId, name: '测原名', studentType: 1, version: 1, ...fields } as never)
const detail = () => must(region.call(studentDetail, { studentId }))
const reveal = () => must(region.call(revealStudent, { studentId, reason: '核对学籍' }))

describe('numbers', () => {
  test('that are left out or empty stay as they are', async () => {
    await must(edit({ name: '测改名' }))
    await must(edit({ name: '测改名', idCard: '', studentNo: ' ', parentPhone: '', version: 2 }))
    expect(await reveal()).toEqual({
      name: '测改名',
      parentName: null,
      idCard,
      passportNo: null,
      studentNo: studentNo(),
      parentPhone: '13700002222',
    })
    expect(await detail()).toMatchObject({ version: 3, sex: 1, birthDate: '2016-05-12' })
  })

  test('that come back masked, as they were shown, stay as they are', async () => {
    const shown = await detail()
    await must(edit({ idCard: shown.idCard, passportNo: 'E1***8' }))
    expect(await reveal()).toMatchObject({ idCard, passportNo: null })
  })

  test('that are typed are new ones, and sex and birth date follow', async () => {
    const girl = newIdCard('2015-01-02', 2)
    await must(edit({ idCard: girl, parentPhone: '+8613600003333', studentNo: 'A-7'.replace('-', '') }))
    expect(await reveal()).toMatchObject({ idCard: girl, parentPhone: '13600003333', studentNo: 'A7' })
    expect(await detail()).toMatchObject({ sex: 2, birthDate: '2015-01-02' })
    const { list } = await must(region.call(studentEndpoints.studentPageList, { idCard }))
    expect(list).toEqual([])
  })

  test('that are taken away on purpose are gone', async () => {
    await must(edit({ studentNo: null, parentPhone: null }))
    expect(await reveal()).toMatchObject({ studentNo: null, parentPhone: null, idCard })
  })

  test.each([
    [{ sex: 2 }, 700],
    [{ birthDate: '2016-05-13' }, 700],
    [{ idCard: '330300201509010012' }, 621],
    [{ parentPhone: '123' }, 620],
    [{ name: '张' }, 623],
    [{ studentNo: '学号' }, 700],
  ])('%j is refused and changes nothing', async (fields, code) => {
    const before = await detail()
    expect((await edit(fields)).code).toBe(code)
    expect({ ...(await detail()), updatedAt: '' }).toEqual({ ...before, updatedAt: '' })
  })
})

describe('two who save at once', () => {
  test('on two nodes: one is saved, the other is refused', async () => {
    const other = await app.current.otherNode()
    const token = await app.current.login('region01')
    const answers = await Promise.all(
      [app.current, other, app.current, other].map((node, n) =>
        node.as(token).call(editStudent, { studentId, name: `测甲${'乙丙丁戊'[n]}`, version: 1 }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(3).fill(REFUSALS.changedMeanwhile)])
    const refused = answers.find(({ success }) => !success)
    expect(refused?.message).toBe('数据已被他人修改，请刷新后重试')
    const winner = answers.findIndex(({ success }) => success)
    expect(await detail()).toMatchObject({ version: 2 })
    expect(await reveal()).toMatchObject({ name: `测甲${'乙丙丁戊'[winner]}` })
    const trail = await rowsOf(
      app.current,
      "select success from audit_log where action = 'student.edit' and object_id = $1",
      [String(studentId)],
    )
    expect(trail.map(({ success }) => success).sort()).toEqual([false, false, false, true])
  })

  test('with an old version is refused, by edit and by rename', async () => {
    await must(edit({ name: '测新名' }))
    expect((await edit({ name: '测旧名' })).code).toBe(REFUSALS.changedMeanwhile)
    expect((await region.call(renameStudent, { studentId, name: '测旧名', version: 1 })).code).toBe(
      REFUSALS.changedMeanwhile,
    )
    expect(await must(region.call(renameStudent, { studentId, name: '测更名', version: 2 }))).toEqual({
      version: 3,
    })
    expect(await must(region.call(renameStudent, { studentId, name: '测再更名' }))).toEqual({ version: 4 })
  })
})

describe('another type', () => {
  const abroad = { studentType: 2, passportNo: 'E55556666', sex: 1, birthDate: '2016-05-12' }

  test('keeps the document of the new type alone', async () => {
    await must(edit(abroad))
    expect(await reveal()).toMatchObject({ idCard: null, passportNo: 'E55556666' })
    const [row] = await rowsOf(
      app.current,
      'select id_card_enc, id_card_hash, id_card_mask from student where id = $1',
      [studentId],
    )
    expect(row).toEqual({ id_card_enc: null, id_card_hash: null, id_card_mask: null })
    await must(edit({ studentType: 1, idCard, version: 2 }))
    expect(await reveal()).toMatchObject({ idCard, passportNo: null })
    await must(edit({ studentType: 3, name: '测末名', sex: 1, birthDate: '2016-05-12', version: 3 }))
    expect(await reveal()).toMatchObject({ idCard: null, passportNo: null })
  })

  test('needs what the new type needs', async () => {
    expect((await edit({ ...abroad, passportNo: undefined })).code).toBe(650)
    expect((await edit({ ...abroad, sex: undefined })).code).toBe(650)
    expect((await edit({ studentType: 3 })).code).toBe(650)
    await must(edit({ studentType: 3, sex: 1, birthDate: '2016-05-12' }))
    expect((await edit({ studentType: 1, version: 2 })).code).toBe(650)
  })

  test('meets nobody of the same name, sex and birth date', async () => {
    const twin = { classId, name: '测同名', studentType: 3, sex: 1, birthDate: '2016-05-12' } as const
    await must(region.call(addStudent, twin))
    expect((await edit({ studentType: 3, name: '测同名', sex: 1, birthDate: '2016-05-12' })).code).toBe(700)
    await must(edit({ studentType: 3, name: '测另名', sex: 1, birthDate: '2016-05-12' }))
    const renamed = await region.call(renameStudent, { studentId, name: '测同名' })
    expect(renamed).toMatchObject({ code: 700, data: { issues: [{ path: ['name'] }] } })
  })
})

describe("somebody else's number", () => {
  test('in range is named, outside it is not', async () => {
    const taken = await newStudent(region, otherClassId, { name: '测占用' })
    expect(await edit({ idCard: taken.idCard })).toMatchObject({
      code: 655,
      message: '证件号已存在：测*用（一年级2班）',
    })
    const schoolId = await orgIdOf(app.current, '330106-school-1')
    const own = await must(school.call(schoolEndpoints.classList, { orgId: schoolId }))
    const child = await newStudent(school, own[0]?.classId ?? 0)
    const answer = await school.call(editStudent, {
      studentId: child.studentId,
      name: child.name,
      idCard: taken.idCard,
      version: 1,
    })
    expect(answer).toMatchObject({ code: 655, message: REGISTERED_ELSEWHERE })
    expect(JSON.stringify(answer.data)).not.toMatch(/编辑测试小学|测占用|2班/)
  })

  test('as a student number is refused', async () => {
    const taken = await newStudent(region, otherClassId)
    await must(
      region.call(editStudent, { ...taken, idCard: undefined, studentNo: `G${taken.idCard}`, version: 1 }),
    )
    expect((await edit({ studentNo: `G${taken.idCard}` })).code).toBe(700)
    // The own one is no clash.
    await must(edit({ studentNo: studentNo() }))
  })
})

describe('who may', () => {
  test('a teacher and a grade head change those of their own classes, nobody else', async () => {
    const teacher = await newUser(app.current, orgId, 45)
    const head = await newUser(app.current, orgId, 40)
    const other = await newStudent(region, otherClassId)
    const change = { studentId: other.studentId, name: '测改', version: 1 }
    for (const [{ account }, grant] of [
      [teacher, `insert into user_class values (${teacher.userId}, ${classId})`],
      [head, `insert into user_grade values (${head.userId}, ${gradeId})`],
    ] as const) {
      const by = await signedIn(app.current, account)
      expect((await edit({}, by)).code).toBe(650)
      await app.current.sql(grant)
      const { version } = await detail()
      await must(edit({ name: '测班主任改', version }, by))
      expect((await by.call(revealStudent, { studentId, reason: '核对学籍' })).code).toBe(602)
    }
    const byTeacher = await signedIn(app.current, teacher.account)
    expect((await byTeacher.call(editStudent, change)).code).toBe(650)
  })

  test('a province does not, another district finds nobody', async () => {
    expect((await edit({}, await signedIn(app.current, 'province01'))).code).toBe(602)
    expect((await edit({}, school)).code).toBe(650)
    expect((await edit({ studentId: 999_999 })).code).toBe(650)
    await must(region.call(leaveStudents, { studentIds: [studentId] }))
    expect((await edit({})).code).toBe(650)
  })

  test('and the trail names the fields, never their values', async () => {
    await must(edit({ name: '测留痕', parentPhone: '13611112222', nation: '01', nativePlace: '宁波' }))
    const [row] = await rowsOf<{ detail: { changed: string[] } }>(
      app.current,
      "select detail from audit_log where action = 'student.edit' and object_id = $1 and success",
      [String(studentId)],
    )
    expect(row?.detail.changed.sort()).toEqual(['name', 'nativePlace', 'parentName', 'parentPhoneMask'])
    expect(JSON.stringify(row)).not.toMatch(/测留痕|宁波|1361111/)
  })
})
