// Children whom the database knows already: in another school, from before, without a document, with results.
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool, type SheetValues } from '../../testing/imports/school.ts'
import { correct, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { divideRows, importRows } from '../../testing/imports/upload.ts'
import { apply, leave } from '../../testing/life-cycle.ts'
import { demoUser, must } from '../../testing/people.ts'
import { newIdCard } from '../../testing/roster.ts'
import { faults } from '../../testing/roster-state.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let school: ImportSchool
let other: ImportSchool
let district: ImportSchool
const region = demoUser(node, 'region01')
beforeAll(async () => {
  school = await importSchool(node.current, { name: '转入测试小学' })
  other = await importSchool(node.current, { name: '原籍秘密小学' })
  // The same school, worked on by the district.
  district = { ...school, token: await node.current.login('region01'), by: region }
})

type Student = {
  id: number
  name: string
  orgId: number
  classId: number | null
  type: number
  hasCard: boolean
}
const named = (name: unknown) =>
  rowsOf<Student>(
    node.current,
    `select id, name, org_id as "orgId", class_id as "classId", student_type as type,
       id_card_hash is not null as "hasCard" from student where name = $1 order by id`,
    [name],
  )
const idOf = async (row: SheetValues) => (await named(row.name)).at(-1)?.id ?? 0
const hereAs = (row: SheetValues, values: SheetValues = {}): SheetValues => ({
  ...row,
  school: school.orgName,
  classYear: String(school.entryYear),
  ...values,
})

describe('a child of another school', () => {
  test('is refused to a stranger without a word about where it is', async () => {
    const theirs = other.row({ name: '密所在' })
    await importRows(other, [theirs])
    const { recordId, result } = await importRows(school, [hereAs(theirs, { class: '2班' }), school.row()])
    expect(result).toMatchObject({ insertCount: 1, errorCount: 1 })
    expect(result.stuFailInfoList).toEqual(['2,190,身份证号已存在'])
    expect(result.transferFailList).toEqual([
      {
        row: 2,
        type: 1,
        studentId: null,
        studentName: '密所在',
        newClassId: school.classIds[1],
        newGradeId: school.gradeId,
        newOrgId: school.orgId,
        newClassName: '一年级2班',
        newOrgAddress: '文教路1号',
        newOrgName: '转入测试小学',
        orgAddress: null,
        orgName: null,
        className: null,
        applied: false,
      },
    ])
    const rows = await school.by.call(importEndpoints.importRows, { recordId, failing: true })
    const text = JSON.stringify([result, rows.data])
    expect(text).not.toContain('原籍秘密')
    expect(rows.data.list[0]).toMatchObject({ outcome: 5, studentId: null, changes: [] })
  })

  test('is reported with its place to a district that sees both schools', async () => {
    const theirs = other.row({ name: '区可见', class: '2班' })
    await importRows(other, [theirs])
    const { result } = await importRows(district, [hereAs(theirs)])
    expect(result.transferFailList).toMatchObject([
      {
        studentId: await idOf(theirs),
        orgName: '原籍秘密小学',
        orgAddress: '文教路1号',
        className: '一年级2班',
      },
    ])
  })

  test('can be applied for from its row, once, and then it says so', async () => {
    // As people keep Excel from touching a number.
    const theirs = other.row({ name: '申请生' })
    await importRows(other, [theirs])
    const { recordId } = await importRows(school, [
      hereAs(theirs, { idCard: `'${String(theirs.idCard).toLowerCase()} ` }),
      hereAs(other.row(), { name: '新来者' }),
    ])
    const first = await must(school.by.call(importEndpoints.applyTransferOfRow, { recordId, row: 2 }))
    expect((await resultOf(school, recordId)).transferFailList).toMatchObject([{ row: 2, applied: true }])
    const again = await school.by.call(importEndpoints.applyTransferOfRow, { recordId, row: 2 })
    if (again.success) expect(again.data).toEqual(first)
    const open = await rowsOf(node.current, `select to_class_id as to from approval where student_id = $1`, [
      await idOf(theirs),
    ])
    expect(open).toEqual([{ to: school.classIds[0] }])
    expect((await school.by.call(importEndpoints.applyTransferOfRow, { recordId, row: 3 })).code).toBe(
      REFUSALS.notInThisState,
    )
    expect((await school.by.call(importEndpoints.applyTransferOfRow, { recordId, row: 99 })).code).toBe(650)
    const { data } = await region.call(approvalEndpoints.approvalDetail, { approvalId: first.applicationId })
    expect(JSON.stringify(data)).toContain('申*生')
  })

  test('is not given to somebody who guessed the number but not the name', async () => {
    const theirs = other.row({ name: '真名字' })
    await importRows(other, [theirs])
    const { recordId } = await importRows(school, [hereAs(theirs, { name: '猜名字' })])
    const answer = await school.by.call(importEndpoints.applyTransferOfRow, { recordId, row: 2 })
    expect(answer.code).toBe(650)
    expect(JSON.stringify(answer)).not.toContain('真名字')
  })

  test('with a passport has code 200 and its own list', async () => {
    const abroad = (of: ImportSchool, values: SheetValues = {}) =>
      of.row({ idCard: null, passport: 'E1234567', name: '安妮甲', ...values })
    await importRows(other, [abroad(other)], { studentType: 2 })
    const { recordId, result } = await importRows(school, [abroad(school, { passport: 'e 123-4567' })], {
      studentType: 2,
    })
    expect(result.stuFailInfoList).toEqual(['2,200,学生已存在'])
    expect(result.transferFailList).toMatchObject([{ row: 2, type: 2, orgName: null }])
    await must(school.by.call(importEndpoints.applyTransferOfRow, { recordId, row: 2 }))
  })

  test('found out by its national number counts as well', async () => {
    const idCard = newIdCard()
    const theirs = other.row({ idCard, studentNo: `G${idCard}` })
    await importRows(other, [theirs])
    const { recordId, result } = await importRows(school, [school.row({ studentNo: `G${idCard}` })])
    expect(result.stuFailInfoList).toEqual(['2,120,学籍号已被其他学生使用'])
    const [task] = await rowsOf(
      node.current,
      "select counts ->> 'foreign' as n from import_task where id = $1",
      [recordId],
    )
    expect(task).toEqual({ n: '1' })
  })

  test('cannot be searched for by correcting a row again and again', async () => {
    const theirs = other.row({ name: '被找者' })
    await importRows(other, [theirs])
    const { recordId } = await importRows(school, [school.row({ name: '探路石' })], { preview: true })
    const found = await correct(school, recordId, {
      2: { idCard: String(theirs.idCard), sex: String(theirs.sex) },
    })
    expect(found.data.list[0]).toMatchObject({ outcome: 5 })
    await node.current.sql(`update import_task set counts = jsonb_set(counts, '{foreign}', '999')
      where id = ${recordId}`)
    await correct(school, recordId, { 2: { idCard: newIdCard() } })
    await must(school.by.call(importEndpoints.cancelImport, { recordId }))
    // Deleting the task does not forget how many were found.
    await node.current.sql(`update import_task set counts = jsonb_set(counts, '{foreign}', '999')
      where id = ${recordId}`)
    await must(school.by.call(importEndpoints.deleteImport, { recordId }))
    const next = await importRows(school, [school.row()], { preview: true })
    const refused = await correct(school, next.recordId, { 2: { idCard: String(theirs.idCard) } })
    expect(refused.code).toBe(429)
    expect(JSON.stringify(refused)).not.toContain('"outcome":5')
    // Nor does a file find any more of them, and its rows are for nobody to read.
    const file = await importRows(school, [hereAs(theirs)])
    expect(file.result).toMatchObject({ state: 'failed', transferFailList: [], stuFailInfoList: [] })
    expect(file.result.errorMsg).toContain('上限')
    expect(await rowListOf(school, file.recordId)).toEqual([])
    await node.current.sql(`update import_task set created_at = now() - interval '2 days'`)
    await node.current.sql(`alter table audit_log disable trigger user;
      update audit_log set at = at - interval '2 days'; alter table audit_log enable trigger user`)
  })
})

describe('a child who has left', () => {
  test('comes back to the own school and from another, with its record', async () => {
    const mine = school.row({ name: '回本校' })
    const theirs = other.row({ name: '来他校', studentNo: 'X0001' })
    const national = other.row({ name: '带国号', studentNo: `G${newIdCard()}` })
    await importRows(school, [mine])
    await importRows(other, [theirs, national])
    const ids = [await idOf(mine), await idOf(theirs), await idOf(national)]
    await leave(school.by, ids.slice(0, 1))
    await leave(other.by, ids.slice(1), 20)
    const { recordId, result } = await importRows(school, [
      mine,
      hereAs(theirs, { studentNo: null }),
      hereAs(national, { studentNo: null }),
    ])
    expect(result).toMatchObject({ insertCount: 3, errorCount: 0 })
    expect(await named('回本校')).toMatchObject([
      { id: ids[0], orgId: school.orgId, classId: school.classIds[0] },
    ])
    expect(await named('来他校')).toMatchObject([
      { id: ids[1], orgId: school.orgId, classId: school.classIds[0] },
    ])
    const rows = await rowListOf(school, recordId)
    expect(rows.slice(0, 2).map(({ outcome, changes }) => [outcome, changes])).toEqual([
      [6, [{ field: '班级', from: '不在校', to: '一年级1班' }]],
      [6, [{ field: '班级', from: '不在校', to: '一年级1班' }]],
    ])
    // A school's own number means nothing elsewhere; a national one stays the same for life.
    const numbers = 'select student_no_hash is not null as has from student where id = any($1) order by id'
    expect(await rowsOf(node.current, numbers, [ids.slice(1)])).toEqual([{ has: false }, { has: true }])
    expect(await faults(node.current)).toEqual([])
  })

  test('keeps the identity of its results', async () => {
    const mine = school.row({ name: '离校有果' })
    await importRows(school, [mine])
    const id = await idOf(mine)
    await leave(school.by, [id])
    await node.current.sql(`insert into student_screened values (${id}, '2026-05-01')`)
    const { result } = await importRows(school, [{ ...mine, name: '换了名字' }])
    expect(result).toMatchObject({ stuUnCoverSize: 1, stuFailInfoList: ['2,170,学生已有筛查数据，不能覆盖'] })
    expect((await importRows(school, [mine])).result).toMatchObject({ insertCount: 1 })
  })
})

describe('a child without a document', () => {
  test('gets one and stays the same child; then it is not entered without one again', async () => {
    const plain = school.row({ name: '补录生', idCard: null })
    await importRows(school, [plain], { studentType: 3 })
    const again = await importRows(school, [plain], { studentType: 3 })
    expect(again.result).toMatchObject({ unchangedCount: 1, insertCount: 0 })
    const idCard = newIdCard(String(plain.birthDate), plain.sex === '女' ? 2 : 1)
    const { recordId, result } = await importRows(school, [{ ...plain, idCard }])
    expect(result).toMatchObject({ updateCount: 1, insertCount: 0 })
    expect(await named('补录生')).toMatchObject([{ type: 1, hasCard: true }])
    const [row] = await rowListOf(school, recordId)
    expect(row?.changes.map(({ field }) => field)).toEqual(['学生类型', '身份证号'])
    expect(JSON.stringify(row)).not.toContain(idCard)
    const third = await importRows(school, [plain], { studentType: 3 })
    expect(third.result.stuFailInfoList).toEqual(['2,200,学生已存在'])
  })

  test('who stands twice in the file is refused twice', async () => {
    const plain = school.row({ name: '两行生', idCard: null })
    const { result } = await importRows(school, [plain, { ...plain, class: '2班' }], { studentType: 3 })
    expect(result.errorCount).toBe(2)
    expect(result.stuFailInfoList[0]).toMatch(/^2,200,学生在文件中重复（第 2、3 行）$/)
    expect(result.repeatNameSexBirthSet).toEqual([
      expect.stringMatching(/^两行生，[男女]，\d{4}-.*（第 2、3 行）$/),
    ])
  })
})

test('a student number that another one has is reported: 120', async () => {
  const holder = school.row({ name: '持号者', studentNo: `G${newIdCard()}` })
  await importRows(school, [holder])
  const { result } = await importRows(school, [school.row({ studentNo: holder.studentNo })])
  expect(result.stuFailInfoList).toEqual(['2,120,学籍号已被其他学生使用'])
})

test('a child with results keeps its identity; class and parents may change', async () => {
  const rows = [school.row({ name: '有果甲' }), school.row({ name: '有果乙' })]
  await importRows(school, rows)
  const ids = await Promise.all(rows.map(idOf))
  await node.current.sql(
    `insert into student_screened select id, '2026-05-01' from student where id in (${ids.join(',')})`,
  )
  const { result } = await importRows(school, [
    { ...rows[0], name: '改名甲' },
    { ...rows[1], class: '2班', parentName: '赵云' },
  ])
  expect(result).toMatchObject({ updateCount: 1, stuUnCoverSize: 1, errorCount: 0 })
  expect(result.stuFailInfoList).toEqual(['2,170,学生已有筛查数据，不能覆盖'])
  expect((await named('有果甲')).length).toBe(1)
})

test('a child for whom an application waits stays in its class', async () => {
  const row = school.row({ name: '待审生' })
  await importRows(school, [row])
  await apply(school.by, await idOf(row), { orgId: other.orgId, classId: other.classIds[0] ?? 0 })
  const { result } = await importRows(school, [{ ...row, class: '2班' }])
  expect(result.stuFailInfoList).toEqual(['2,9999,有待审核的转学申请，不能调班'])
  const who = { name: row.name, idCard: row.idCard, newGrade: '一年级', newClass: '2班' }
  const divided = await divideRows(school, [who, { ...who, name: '别的名' }, { ...who, idCard: newIdCard() }])
  expect(divided.result.stuFailInfoList.map((line) => line.split(',').slice(0, 2).join())).toEqual([
    '2,9999',
    '3,9999',
    '4,9999',
  ])
})
