// Roster import through HTTP: what is written, what is refused and with which code, and that counts add up.
import { beforeAll, describe, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import { resultOf } from '../../testing/imports/task.ts'
import { importRows, sheetFile, uploadSheet } from '../../testing/imports/upload.ts'
import { newIdCard } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let school: ImportSchool
beforeAll(async () => {
  school = await importSchool(node.current)
})

const studentsOf = (orgId: number) =>
  rowsOf<{ id: number; name: string; classId: number; version: number; sex: number; birth: string }>(
    node.current,
    `select id, name, class_id as "classId", version, sex, birth_date::text as birth from student
     where org_id = $1 and class_id is not null order by id`,
    [orgId],
  )

describe('rows that are right', () => {
  test('are written with their class, counted, and enrolled', async () => {
    const rows = [
      school.row({ nation: '汉族', parentName: '张伟', parentPhone: '13912345678' }),
      school.row({ class: '2班' }),
    ]
    const { result } = await importRows(school, rows)
    expect(result).toMatchObject({
      studentSize: 2,
      insertCount: 2,
      updateCount: 0,
      unchangedCount: 0,
      errorCount: 0,
      stuUnCoverSize: 0,
      stuFailInfoList: [],
      state: 'done',
      errorExcelDownloadUrl: null,
    })
    const students = await studentsOf(school.orgId)
    expect(students.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
    expect(students.map(({ classId }) => classId)).toEqual(school.classIds)
    expect(result.studentIdList).toEqual(students.map(({ id }) => id))
    const classes = await rowsOf(node.current, 'select student_count from class where org_id = $1', [
      school.orgId,
    ])
    expect(classes).toEqual([{ student_count: 1 }, { student_count: 1 }])
    const open = await rowsOf(node.current, 'select 1 from enrolment where org_id = $1 and to_on is null', [
      school.orgId,
    ])
    expect(open).toHaveLength(2)
  })

  test('change nothing when they come again, and only what they state when it differs', async () => {
    const row = school.row({ parentName: '李强', nativePlace: '浙江杭州' })
    await importRows(school, [row])
    const again = await importRows(school, [row])
    expect(again.result).toMatchObject({ studentSize: 1, insertCount: 0, unchangedCount: 1, errorCount: 0 })
    const changed = await importRows(school, [
      { ...row, class: '2班', parentName: null, parentPhone: '13711112222' },
    ])
    expect(changed.result).toMatchObject({ updateCount: 1, insertCount: 0 })
    const { data } = await school.by.call(studentEndpoints.studentPageList, {
      orgId: school.orgId,
      name: String(row.name),
    })
    const student = data.list.find(({ className }) => className === '2班')
    expect(student).toMatchObject({ parentName: '李强', parentPhone: '137****2222' })
    const lines = await rowsOf(
      node.current,
      'select class_id, to_on is null as open from enrolment where student_id = $1 order by id',
      [student?.studentId],
    )
    expect(lines).toEqual([
      { class_id: school.classIds[0], open: false },
      { class_id: school.classIds[1], open: true },
    ])
  })
})

test('counts add up over every outcome', async () => {
  const kept = school.row()
  const moved = school.row()
  await importRows(school, [kept, moved])
  const twice = newIdCard()
  const { result } = await importRows(school, [
    kept,
    { ...moved, class: '2班' },
    school.row(),
    school.row({ idCard: twice }),
    school.row({ idCard: twice }),
    school.row({ name: null }),
  ])
  const { insertCount, updateCount, unchangedCount, stuUnCoverSize, errorCount, studentSize } = result
  expect([insertCount, updateCount, unchangedCount, stuUnCoverSize, errorCount]).toEqual([1, 1, 1, 0, 3])
  expect(insertCount + updateCount + unchangedCount + stuUnCoverSize + errorCount).toBe(studentSize)
  expect(result.stuFailInfoList).toEqual([
    '5,190,身份证号在文件中重复（第 5、6 行）',
    '6,190,身份证号在文件中重复（第 5、6 行）',
    '7,100,姓名不能为空',
  ])
  expect(result.repeatIdcardSet).toEqual([expect.stringMatching(/^\d{6}\*{12}（第 5、6 行）$/)])
})

test('an upload answers with its task before anything is read', async () => {
  const file = await sheetFile([school.row()])
  const sent = await uploadSheet(node.current, school.token, { orgId: school.orgId, prefix: 2 }, file)
  expect(sent.data).toMatchObject({ isEnd: 0, state: 'queued', excelType: 0, originalExcelName: '名单.xlsx' })
  // The same file again while it is under way is the same import.
  const again = await uploadSheet(node.current, school.token, { orgId: school.orgId, prefix: 2 }, file)
  expect(again.data.recordId).toBe(sent.data.recordId)
  await node.current.runJobs()
  const { data } = await school.by.call(importEndpoints.importProgress, {})
  expect(data.find(({ recordId }) => recordId === sent.data.recordId)).toMatchObject({
    isEnd: 1,
    isSuccessImport: 1,
    total: 1,
    currentProgress: 1,
    beOperatedOrgName: school.orgName,
    result: { studentSize: 1, errorCount: 0 },
  })
  expect((await resultOf(school, sent.data.recordId)).insertCount).toBe(1)
})
