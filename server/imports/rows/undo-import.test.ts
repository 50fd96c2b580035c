// Taking an import back: everything as it was, or nothing at all and the names of those who stand in the way.
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool, type SheetValues } from '../../testing/imports/school.ts'
import { callUndo, confirmImport, importTaskOf, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { divideRows, importRows } from '../../testing/imports/upload.ts'
import { apply, decide, leave, underWay } from '../../testing/life-cycle.ts'
import { demoUser, must } from '../../testing/people.ts'
import { newIdCard } from '../../testing/roster.ts'
import { faults, snapshotOf } from '../../testing/roster-state.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let school: ImportSchool
let other: ImportSchool
const region = demoUser(node, 'region01')
beforeAll(async () => {
  school = await importSchool(node.current, { classes: 3 })
  other = await importSchool(node.current)
})

const idOf = async (row: SheetValues, of = school): Promise<number> => {
  const [found] = await rowsOf<{ id: number }>(
    node.current,
    'select id from student where org_id = $1 and name = $2 and birth_date = $3 order by id desc limit 1',
    [of.orgId, row.name, row.birthDate],
  )
  return found?.id ?? 0
}
const isThere = async (id: number) =>
  (await rowsOf(node.current, 'select 1 from student where id = $1', [id])).length === 1

/** Rows of a school with one of everything that an import can do: new, changed, moved, back, upgraded, unchanged. */
async function everything() {
  const changed = school.row({ parentName: '李强', studentNo: 'A0071', nativePlace: '杭州' })
  const moved = school.row({ name: '移班生' })
  const left = school.row({ name: '离校生', studentNo: 'B0072' })
  const gone = other.row({ name: '他校生', studentNo: 'C0073' })
  const same = school.row({ name: '不变生' })
  const plain = school.row({ name: '无证生', idCard: null })
  await importRows(school, [changed, moved, left, same])
  await importRows(school, [plain], { studentType: 3 })
  await importRows(other, [gone])
  await leave(school.by, [await idOf(left)])
  await leave(other.by, [await idOf(gone, other)], 20)
  const card = newIdCard(String(plain.birthDate), plain.sex === '女' ? 2 : 1)
  return [
    { ...changed, parentName: '王芳', parentPhone: '13712345678', studentNo: 'A0099', name: '新名字' },
    { ...moved, class: '2班' },
    { ...left, class: '3班', nation: '汉族' },
    { ...gone, school: school.orgName, class: '2班', studentNo: null },
    same,
    { ...plain, idCard: card },
    school.row({ name: '新生甲' }),
  ]
}

test('everything is as it was before, in both schools, and can be written once more', async () => {
  const rows = await everything()
  const before = [await snapshotOf(node.current, school.orgId), await snapshotOf(node.current, other.orgId)]
  const { recordId, result } = await importRows(school, rows)
  expect([result.insertCount, result.updateCount, result.unchangedCount, result.errorCount]).toEqual([
    3, 3, 1, 0,
  ])
  expect(await faults(node.current)).toEqual([])
  expect((await importTaskOf(school, recordId)).undoable).toBe(true)
  expect(await callUndo(school, recordId)).toMatchObject({ code: 200, state: 'undone' })
  expect([await snapshotOf(node.current, school.orgId), await snapshotOf(node.current, other.orgId)]).toEqual(
    before,
  )
  expect(await faults(node.current)).toEqual([])

  const undone = await resultOf(school, recordId)
  expect(undone.studentIdList).toEqual([])
  expect((await rowListOf(school, recordId)).some(({ written }) => written)).toBe(false)
  expect(await importTaskOf(school, recordId)).toMatchObject({
    isEnd: 1,
    isSuccessImport: 0,
    undoable: false,
  })
  // Once taken back it is not taken back again, nor written without another look.
  expect((await school.by.call(importEndpoints.undoImport, { recordId })).code).toBe(REFUSALS.notInThisState)
  expect((await school.by.call(importEndpoints.commitImport, { recordId })).code).toBe(
    REFUSALS.notInThisState,
  )

  await must(school.by.call(importEndpoints.recheckImport, { recordId }))
  await node.current.runJobs()
  expect((await resultOf(school, recordId)).state).toBe('preview')
  await confirmImport(school, recordId)
  expect(await resultOf(school, recordId)).toMatchObject({ state: 'done', insertCount: 3, updateCount: 3 })
  expect(await faults(node.current)).toEqual([])
})

test('a class division goes back as well', async () => {
  const rows = [school.row({ name: '分班甲' }), school.row({ name: '分班乙' })]
  await importRows(school, rows)
  const before = await snapshotOf(node.current, school.orgId)
  const { recordId, result } = await divideRows(
    school,
    rows.map(({ name, idCard }) => ({ name, idCard, newGrade: '一年级', newClass: '3班' })),
  )
  expect(result).toMatchObject({ updateCount: 2, errorCount: 0, isDivideClass: 1 })
  expect(await callUndo(school, recordId)).toMatchObject({ code: 200, state: 'undone' })
  expect(await snapshotOf(node.current, school.orgId)).toEqual(before)
})

describe('is refused with the name once', () => {
  type Touch = (id: number, row: SheetValues) => Promise<unknown>
  const cases: [string, string, Touch][] = [
    [
      'renamed',
      '信息已被修改',
      (studentId) => must(school.by.call(studentEndpoints.renameStudent, { studentId, name: '改过名' })),
    ],
    [
      'moved',
      '已调班',
      (studentId) =>
        must(
          school.by.call(studentEndpoints.moveStudents, {
            studentIds: [studentId],
            newClassId: school.classIds[2] ?? 0,
          }),
        ),
    ],
    ['left', '已转出或毕业', (studentId) => leave(school.by, [studentId])],
    [
      'screened',
      '已有筛查结果',
      (id) => node.current.sql(`insert into student_screened values (${id}, '2026-10-01')`),
    ],
    [
      'applied for',
      '有待审核的转学申请',
      (id) => apply(school.by, id, { orgId: other.orgId, classId: other.classIds[0] ?? 0 }),
    ],
  ]
  test.each(cases)('a new student is %s', async (_, reason, touch) => {
    const row = school.row({ name: '受影响' })
    const { recordId } = await importRows(school, [row, school.row()])
    const id = await idOf(row)
    await touch(id, row)
    const before = await snapshotOf(node.current, school.orgId)
    const answer = await callUndo(school, recordId)
    expect(answer).toMatchObject({ code: 700, state: 'done' })
    expect(answer.message).toContain(reason)
    expect(answer.message).toContain('受影响')
    expect(await snapshotOf(node.current, school.orgId)).toEqual(before)
  })
})

test('a student who came back and went on to another school stays there', async () => {
  const row = school.row({ name: '往返生' })
  await importRows(school, [row])
  const id = await idOf(row)
  await leave(school.by, [id])
  const { recordId, result } = await importRows(school, [row])
  expect(result).toMatchObject({ insertCount: 1, errorCount: 0 })
  const applicationId = await apply(school.by, id, { orgId: other.orgId, classId: other.classIds[0] ?? 0 })
  await must(decide(region, [applicationId]))
  const answer = await callUndo(school, recordId)
  expect(answer).toMatchObject({ code: 700, state: 'done' })
  expect(answer.message).toContain('往返生（已转出或毕业）')
  expect(await faults(node.current)).toEqual([])
})

test('nobody is put back into a class that is no more', async () => {
  const lonely = await importSchool(node.current, { classes: 2 })
  const row = lonely.row({ name: '独班生' })
  await importRows(lonely, [row])
  const { recordId } = await importRows(lonely, [{ ...row, class: '2班' }])
  await must(lonely.by.call(schoolEndpoints.deleteClass, { classId: lonely.classIds[0] ?? 0 }))
  const answer = await callUndo(lonely, recordId)
  expect(answer).toMatchObject({ code: 700, state: 'done' })
  expect(answer.message).toContain('独班生（原班级已停用）')
  expect(await faults(node.current)).toEqual([])
})

test('a number that somebody else has got since is not taken back from them', async () => {
  const row = school.row({ name: '让号生', studentNo: 'N5001' })
  await importRows(school, [row])
  const { recordId } = await importRows(school, [{ ...row, studentNo: 'N5002' }])
  await importRows(school, [school.row({ name: '接号生', studentNo: 'N5001' })])
  const answer = await callUndo(school, recordId)
  expect(answer).toMatchObject({ code: 700, state: 'done' })
  expect(answer.message).toContain('让号生（原号码已被他人使用）')
})

test('a child without a document whose place another one has taken keeps the number', async () => {
  const plain = school.row({ name: '重名生', idCard: null })
  await importRows(school, [plain], { studentType: 3 })
  const idCard = newIdCard(String(plain.birthDate), plain.sex === '女' ? 2 : 1)
  const { recordId } = await importRows(school, [{ ...plain, idCard }])
  await must(
    school.by.call(studentEndpoints.addStudent, {
      classId: school.classIds[1] ?? 0,
      name: '重名生',
      studentType: 3,
      sex: plain.sex === '女' ? 2 : 1,
      birthDate: String(plain.birthDate),
    }),
  )
  const answer = await callUndo(school, recordId)
  expect(answer).toMatchObject({ code: 700, state: 'done' })
  expect(await faults(node.current)).toEqual([])
})

test('an application that was decided does not vanish with the student', async () => {
  const row = school.row({ name: '被拒生' })
  const { recordId } = await importRows(school, [row])
  const id = await idOf(row)
  const approvalId = await apply(school.by, id, { orgId: other.orgId, classId: other.classIds[0] ?? 0 })
  await must(decide(region, [approvalId], false))
  expect(await callUndo(school, recordId)).toMatchObject({ code: 700, state: 'done' })
  expect(await isThere(id)).toBe(true)
  expect((await region.call(approvalEndpoints.approvalDetail, { approvalId })).code).toBe(200)
})

test('while a plan is under way it is refused, and says which', async () => {
  const { recordId } = await importRows(school, [school.row()])
  const end = await underWay(node.current, school.orgId, '秋季普查')
  await callUndo(school, recordId)
  const task = await importTaskOf(school, recordId)
  expect(task).toMatchObject({ state: 'done', isSuccessImport: 1 })
  expect(task.errorMsg).toContain('秋季普查')
  await end()
  expect(await callUndo(school, recordId)).toMatchObject({ code: 200, state: 'undone' })
})
