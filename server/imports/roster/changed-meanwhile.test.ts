// Between the preview and the confirmation the world goes on: nothing is written over, nobody is entered twice.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool, type SheetValues } from '../../testing/imports/school.ts'
import { confirmImport, importTaskOf, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { divideRows, importRows, sheetFile, uploadSheet } from '../../testing/imports/upload.ts'
import { apply, leave, underWay } from '../../testing/life-cycle.ts'
import { must } from '../../testing/people.ts'
import { newGrade, newIdCard, newStudent } from '../../testing/roster.ts'
import { faults, snapshotOf } from '../../testing/roster-state.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let school: ImportSchool
let other: ImportSchool
beforeAll(async () => {
  school = await importSchool(node.current)
  other = await importSchool(node.current)
})

type Student = { id: number; version: number; name: string; orgId: number; classId: number | null }
const studentsNamed = (name: unknown, orgId = school.orgId) =>
  rowsOf<Student>(
    node.current,
    `select id, version, name, org_id as "orgId", class_id as "classId" from student
     where org_id = $1 and name = $2 order by id`,
    [orgId, name],
  )
const idOf = async (row: SheetValues, of = school) =>
  (await studentsNamed(row.name, of.orgId)).at(-1)?.id ?? 0
const preview = (rows: readonly SheetValues[], studentType?: 1 | 2 | 3) =>
  importRows(school, rows, { preview: true, studentType })

test('a preview writes nothing, and says old and new with numbers masked', async () => {
  const row = school.row({ name: '对比生', parentPhone: '13900000001', studentNo: 'P0001', nation: '汉族' })
  await importRows(school, [row])
  const before = await snapshotOf(node.current, school.orgId)
  const { recordId, result } = await preview([
    { ...row, name: '对比新', class: '2班', parentPhone: '13900000002', nation: '回族', studentNo: 'P0002' },
  ])
  expect(result).toMatchObject({ state: 'preview', updateCount: 1, studentIdList: [] })
  const [shown] = await rowListOf(school, recordId)
  expect(shown?.changes).toEqual(
    expect.arrayContaining([
      { field: '班级', from: '一年级1班', to: '一年级2班' },
      { field: '姓名', from: '对比生', to: '对比新' },
      { field: '民族', from: '汉族', to: '回族' },
      { field: '家长联系方式', from: '139****0001', to: '139****0002' },
    ]),
  )
  expect(shown?.changes.map(({ field }) => field)).not.toContain('性别')
  expect(await snapshotOf(node.current, school.orgId)).toEqual(before)
  expect(await importTaskOf(school, recordId)).toMatchObject({
    isEnd: 0,
    isSuccessImport: 0,
    state: 'preview',
  })
  await confirmImport(school, recordId)
  // A change is still reported afterwards, with its old value.
  const [written] = await rowListOf(school, recordId)
  expect(written?.changes).toEqual(shown?.changes)
})

test('a student who was edited is not written over; the others are written', async () => {
  const rows = [school.row({ name: '被改生' }), school.row({ name: '未改生' })]
  await importRows(school, rows)
  const { recordId } = await preview(rows.map((row) => ({ ...row, parentName: '赵敏' })))
  await must(
    school.by.call(studentEndpoints.renameStudent, { studentId: await idOf(rows[0] ?? {}), name: '他人改' }),
  )
  await confirmImport(school, recordId)
  const result = await resultOf(school, recordId)
  expect(result).toMatchObject({ state: 'done', updateCount: 1, errorCount: 1 })
  expect(result.stuFailInfoList).toEqual(['2,9999,检查之后该学生的信息已被他人修改'])
  expect(await studentsNamed('他人改')).toHaveLength(1)
})

test('a child who was applied for in between stays in its class', async () => {
  const row = school.row({ name: '申请间' })
  await importRows(school, [row])
  const { recordId } = await preview([{ ...row, class: '2班' }])
  const divided = await divideRows(
    school,
    [{ name: row.name, idCard: row.idCard, newGrade: '一年级', newClass: '2班' }],
    { preview: true },
  )
  await apply(school.by, await idOf(row), { orgId: other.orgId, classId: other.classIds[0] ?? 0 })
  for (const id of [recordId, divided.recordId]) {
    await confirmImport(school, id)
    expect((await resultOf(school, id)).stuFailInfoList).toEqual(['2,9999,有待审核的转学申请，不能调班'])
    expect((await rowListOf(school, id))[0]?.issues[0]?.column).toMatch(/班级/)
  }
  expect((await studentsNamed('申请间'))[0]?.classId).toBe(school.classIds[0])
})

test('a result that came in between keeps the identity; the class may still change', async () => {
  const rows = [school.row({ name: '筛查甲' }), school.row({ name: '筛查乙' })]
  await importRows(school, rows)
  const { recordId } = await preview([
    { ...rows[0], name: '筛查改' },
    { ...rows[1], class: '2班' },
  ])
  const ids = await Promise.all(rows.map((row) => idOf(row)))
  await node.current.sql(
    `insert into student_screened select id, '2026-10-01' from student where id in (${ids.join(',')})`,
  )
  await confirmImport(school, recordId)
  const result = await resultOf(school, recordId)
  expect(result).toMatchObject({ updateCount: 1, stuUnCoverSize: 1, errorCount: 0 })
  expect(result.stuFailInfoList).toEqual(['2,170,学生已有筛查数据，不能覆盖'])
  expect(await studentsNamed('筛查改')).toEqual([])
  expect((await studentsNamed('筛查乙'))[0]?.classId).toBe(school.classIds[1])
})

describe('a number that is taken meanwhile', () => {
  test('by another school: that row fails with its code, the rest is written', async () => {
    const [taken, free] = [school.row({ name: '被抢生' }), school.row({ name: '照常生' })]
    const { recordId } = await preview([taken, free])
    await newStudent(other.by, other.classIds[0] ?? 0, { idCard: String(taken.idCard), name: '他校先' })
    await confirmImport(school, recordId)
    const result = await resultOf(school, recordId)
    expect(result).toMatchObject({ insertCount: 1, errorCount: 1 })
    expect(result.stuFailInfoList).toEqual(['2,190,身份证号已存在'])
    expect([await studentsNamed('被抢生'), (await studentsNamed('照常生')).length]).toEqual([[], 1])
    expect(await faults(node.current)).toEqual([])
    // And it says nothing about who has it.
    expect(JSON.stringify(await rowListOf(school, recordId))).not.toContain('他校先')
  })

  test('as a student number of a new or of a known student is reported as such', async () => {
    const known = school.row({ name: '旧学号', studentNo: 'Q0001' })
    await importRows(school, [known])
    const { recordId } = await preview([
      { ...known, studentNo: 'Q0002' },
      school.row({ name: '新学号', studentNo: 'Q0003' }),
    ])
    await importRows(school, [
      school.row({ name: '占号甲', studentNo: 'Q0002' }),
      school.row({ name: '占号乙', studentNo: 'Q0003' }),
    ])
    await confirmImport(school, recordId)
    const { stuFailInfoList } = await resultOf(school, recordId)
    expect(stuFailInfoList).toEqual(['2,120,学籍号已被其他学生使用', '3,120,学籍号已被其他学生使用'])
  })

  test('without a document by the same person', async () => {
    const row = school.row({ name: '无证抢', idCard: null })
    const { recordId } = await preview([row], 3)
    const plain = { studentType: 3, sex: row.sex === '女' ? 2 : 1, birthDate: String(row.birthDate) } as const
    await must(
      school.by.call(studentEndpoints.addStudent, {
        ...plain,
        classId: school.classIds[0] ?? 0,
        name: '无证抢',
      }),
    )
    await confirmImport(school, recordId)
    expect((await resultOf(school, recordId)).stuFailInfoList).toEqual(['2,200,学生已存在'])
    expect(await studentsNamed('无证抢')).toHaveLength(1)
  })

  test('somebody without a document who had left has come back by another way', async () => {
    const row = school.row({ name: '无证回', idCard: null })
    await importRows(school, [row], { studentType: 3 })
    const [first] = await studentsNamed('无证回')
    await leave(school.by, [first?.id ?? 0])
    const { recordId, result } = await preview([row], 3)
    expect(result).toMatchObject({ insertCount: 1 })
    // Another one of the same name in the meantime, so that the place is taken.
    await node.current.sql(`insert into student (org_id, class_id, name, sex, birth_date, student_type)
      select org_id, ${school.classIds[1]}, name, sex, birth_date, 3 from student where id = ${first?.id};
      insert into enrolment (student_id, org_id, class_id, from_on)
      select id, org_id, class_id, current_date from student where name = '无证回' and class_id is not null`)
    await confirmImport(school, recordId)
    expect((await resultOf(school, recordId)).stuFailInfoList).toEqual(['2,200,学生已存在'])
    expect(await faults(node.current)).toEqual([])
  })
})

test('a class that was closed is reported, and nobody is put into it', async () => {
  const { classIds } = await newGrade(school.by, school.orgId, 2, 2, 2)
  const year = school.entryYear - 1
  const { recordId, result } = await preview([
    school.row({ name: '停班生', classYear: String(year), class: '2班' }),
    school.row({ name: '留班生', classYear: '二年级', class: '1班' }),
  ])
  expect(result.insertCount).toBe(2)
  await must(school.by.call(schoolEndpoints.deleteClass, { classId: classIds[1] ?? 0 }))
  await confirmImport(school, recordId)
  expect(await resultOf(school, recordId)).toMatchObject({
    insertCount: 1,
    stuFailInfoList: ['2,90,班级已停用或被删除'],
  })
})

describe('a plan under way', () => {
  test('refuses the upload and names the plan', async () => {
    const end = await underWay(node.current, school.orgId, '春季普查')
    const file = await sheetFile([school.row()])
    const sent = await uploadSheet(node.current, school.token, { orgId: school.orgId, prefix: 2 }, file)
    expect(sent).toMatchObject({
      code: REFUSALS.notInThisState,
      message: expect.stringContaining('“春季普查”未完成'),
    })
    const { divideIntoClasses } = importEndpoints
    const division = await uploadSheet(node.current, school.token, { orgId: school.orgId }, file, {
      endpoint: divideIntoClasses,
    })
    expect(division).toMatchObject({
      code: REFUSALS.notInThisState,
      message: expect.stringContaining('春季普查'),
    })
    await end()
  })

  test('that begins before the confirmation: nothing is written, the task says so and waits', async () => {
    const { recordId } = await preview([school.row({ name: '计划中' })])
    const end = await underWay(node.current, school.orgId, '冬季筛查')
    await confirmImport(school, recordId)
    const task = await importTaskOf(school, recordId)
    expect(task).toMatchObject({ state: 'preview', errorMsg: expect.stringContaining('冬季筛查') })
    expect(await studentsNamed('计划中')).toEqual([])
    await end()
    await confirmImport(school, recordId)
    expect(await importTaskOf(school, recordId)).toMatchObject({ state: 'done', errorMsg: null })
    expect(await studentsNamed('计划中')).toHaveLength(1)
  })

  test('that begins before an import without preview is read: it fails and nothing is written', async () => {
    const file = await sheetFile([school.row({ name: '直写中' })])
    const sent = await uploadSheet(node.current, school.token, { orgId: school.orgId, prefix: 2 }, file)
    const end = await underWay(node.current, school.orgId, '夏季筛查')
    await node.current.runJobs()
    expect(await importTaskOf(school, sent.data.recordId)).toMatchObject({
      isEnd: 1,
      isSuccessImport: 0,
      errorMsg: expect.stringContaining('夏季筛查'),
    })
    expect(await resultOf(school, sent.data.recordId)).toMatchObject({ insertCount: 0, studentSize: 0 })
    expect(await studentsNamed('直写中')).toEqual([])
    await end()
  })
})

test('a promotion in between asks for another look: a grade means another class now', async () => {
  const moving = await importSchool(node.current)
  await newGrade(moving.by, moving.orgId, 2, 2, 2)
  const child = moving.row({ name: '升级生' })
  await importRows(moving, [child])
  const { recordId } = await divideRows(
    moving,
    [{ name: child.name, idCard: child.idCard, newGrade: '二年级', newClass: '2班' }],
    { preview: true },
  )
  const roster = await importRows(moving, [moving.row({ name: '插班生', classYear: '一年级' })], {
    preview: true,
  })
  await must(moving.by.call(studentEndpoints.advance, { orgId: moving.orgId }))
  const before = await snapshotOf(node.current, moving.orgId)
  for (const id of [recordId, roster.recordId]) {
    await confirmImport(moving, id)
    expect(await importTaskOf(moving, id)).toMatchObject({
      state: 'preview',
      errorMsg: expect.stringContaining('升级'),
    })
  }
  expect(await snapshotOf(node.current, moving.orgId)).toEqual(before)
  await must(moving.by.call(importEndpoints.recheckImport, { recordId }))
  await node.current.runJobs()
  await confirmImport(moving, recordId)
  expect(await importTaskOf(moving, recordId)).toMatchObject({ state: 'done' })
  expect(await faults(node.current)).toEqual([])
})

test('an id card that came to a child without one is not given to two', async () => {
  const plain = school.row({ name: '补证生', idCard: null })
  await importRows(school, [plain], { studentType: 3 })
  const idCard = newIdCard(String(plain.birthDate), plain.sex === '女' ? 2 : 1)
  const { recordId, result } = await preview([{ ...plain, idCard }])
  expect(result).toMatchObject({ updateCount: 1, insertCount: 0 })
  await newStudent(other.by, other.classIds[0] ?? 0, { idCard, name: '占证者' })
  await confirmImport(school, recordId)
  expect((await resultOf(school, recordId)).stuFailInfoList).toEqual(['2,190,身份证号已存在'])
})
