// Files at once: what stands in them and for whom, what is refused, what is written down before anything leaves.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { EXPORT_ITEMS } from '#contract/exports/catalogue.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, demoUsers, must, newUser, signedIn } from '../testing/people.ts'
import { type Classrooms, newClassrooms, newGrade, newIdCard, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'
import { readExport, sheetXmlOf } from '../testing/sheets/read-export.ts'

const app = useApp({ EXPORT_ROWS_PER_DAY: '100000' })
const { exportItems, exportSize, exportStudents, exportSchools, exportHistory, dockStudents } =
  exportEndpoints

const as = demoUsers(app)
const REASON = '核对名册'
let { orgId, gradeId, classIds } = {} as Classrooms
let idCard: string

beforeAll(async () => {
  const made = await newClassrooms(app.current, as('region01'), { name: '导出测试学校', stages: [2] })
  ;({ orgId, gradeId, classIds } = made)
  idCard = newIdCard('2016-05-12', 1)
  await must(
    as('region01').call(studentEndpoints.addStudent, {
      classId: classIds[1] ?? 0,
      name: '测导出',
      idCard,
      studentNo: `G${idCard}`,
      nation: '01',
      nativePlace: '杭州',
      parentName: '测家长',
      parentPhone: '13912345678',
    }),
  )
  await newStudent(as('region01'), classIds[0] ?? 0, { name: '测前排' })
})

const file = async (by: By, input: Omit<InputOf<typeof exportStudents>, 'reason'> = { orgId }) =>
  readExport((await must(by.call(exportStudents, { reason: REASON, ...input }))).content)
const lastAudit = async (action: string) => {
  const [row] = await rowsOf<{
    success: boolean
    code: number
    detail: Record<string, unknown>
    account: string
  }>(
    app.current,
    `select account, success, code, detail from audit_log where action = $1 order by id desc limit 1`,
    [action],
  )
  return row
}

describe('items', () => {
  test('are those the caller may use', async () => {
    const items = await must(as('region01').call(exportItems, {}))
    const warned = ['warnings', 'unitWarnings']
    const common = ['students', 'schools', 'history', 'results', 'national', ...warned, 'audit']
    const health = ['healthText', 'healthCode', 'healthRec']
    const forms = ['print', 'childPrint']
    expect(items.map(({ key }) => key)).toEqual([...common, ...health, ...forms])
    const files = items.filter((item) => item.act === 'download')
    expect(files.filter(({ group }) => group === 'health').map(({ key }) => key)).toEqual(health)
    expect(items.map(({ type }) => type)).toEqual([
      ...common.map(() => 'excel'),
      ...['excel', 'excelCode', 'rec'],
      ...forms,
    ])
    expect(items.at(-1)).toMatchObject({ act: 'open', api: '/print/print-bridge?form=child' })
    expect(items[0]).toEqual({
      key: 'students',
      title: '学生名单',
      api: '/excel/export/students',
      type: 'excel',
      act: 'download',
      fileType: 'xlsx',
      resourceId: permissionId('exportStudents'),
      group: 'common',
      personal: true,
    })
    const filesOf = async (account: string) =>
      (await must(as(account).call(exportItems, {}))).filter((item) => item.act === 'download')
    const ofSchool = await filesOf('school01')
    const roster = ['students', 'history', 'results', 'national']
    expect(ofSchool.map(({ key }) => key)).toEqual([...roster, ...warned, 'audit'])
    // Warnings and the audit log have no numbers.
    expect(ofSchool.map(({ personal }) => personal)).toEqual(ofSchool.map(({ key }) => roster.includes(key)))
    const ofHospital = await filesOf('hospital01')
    expect(ofHospital.map(({ key }) => key)).toEqual(['results', ...warned, 'audit'])
    expect((await filesOf('teacher01')).map(({ key }) => key)).toEqual(warned)
    expect(await must(as('sscreen01').call(exportItems, {}))).toEqual([])
    const ofProvince = await filesOf('province01')
    expect(ofProvince.filter(({ personal }) => personal)).toEqual([])
  })

  test('each have a call of their own', () => {
    const calls = Object.values(exportEndpoints).map(({ method, path }) => `${method} ${path}`)
    for (const { api } of Object.values(EXPORT_ITEMS)) expect(calls).toContain(`POST ${api}`)
  })
})

describe('the roster', () => {
  test('has every column, in the order of classes, with masked numbers', async () => {
    const { names, titles, rows, about } = await file(as('region01'))
    expect(names).toEqual(['学生名单', '导出说明'])
    expect(titles).toEqual(EXPORT_ITEMS.students.columns.map(({ title }) => title))
    expect(rows.map((row) => row.姓名)).toEqual(['测前排', '测导出'])
    expect(rows[1]).toEqual({
      所属地区: '浙江省-杭州市-西湖区',
      学校名称: '导出测试学校',
      学段: '小学',
      年级: '一年级',
      班级: '2班',
      姓名: '测导出',
      性别: '男',
      出生日期: '2016-05-12',
      学生类型: '大陆（有身份证）',
      学籍号: `G${idCard.slice(0, 6)}************`,
      身份证号: `${idCard.slice(0, 6)}************`,
      护照号: null,
      民族: '汉族',
      籍贯: '杭州',
      家长姓名: '测家长',
      家长联系方式: '139****5678',
      学籍状态: '本校',
    })
    expect(about).toMatchObject({
      导出人: expect.stringContaining('region01'),
      导出时间: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      导出原因: REASON,
      筛选条件: '学校：导出测试学校',
      证件号与电话: '已脱敏',
      行数: '2',
    })
  })

  test('has full numbers for who may have them and asks for them', async () => {
    const { rows, about } = await file(as('region01'), { orgId, personal: true })
    expect(rows[1]).toMatchObject({ 身份证号: idCard, 学籍号: `G${idCard}`, 家长联系方式: '13912345678' })
    expect(about.证件号与电话).toBe('完整')
    expect(await lastAudit('export.students')).toEqual({
      account: 'region01',
      success: true,
      code: 200,
      detail: { item: 'students', filters: '学校：导出测试学校', reason: REASON, personal: true, rows: 2 },
    })
    for (const account of ['province01', 'city01']) {
      const answer = await as(account).call(exportStudents, { orgId, personal: true, reason: REASON })
      expect(answer.code).toBe(602)
      expect((await file(as(account))).rows[1]?.身份证号).toContain('********')
    }
  })

  test('is filtered as the list is', async () => {
    const namesOf = async (input: Omit<InputOf<typeof exportStudents>, 'reason'>) =>
      (await file(as('region01'), input)).rows.map((row) => row.姓名)
    expect(await namesOf({ classId: classIds[1] })).toEqual(['测导出'])
    expect(await namesOf({ gradeId, name: '测某排' })).toEqual(['测前排'])
    expect(await namesOf({ idCard })).toEqual(['测导出'])
    expect(await namesOf({ orgId, sex: 2 })).toEqual([])
    expect(await namesOf({ orgId, studentType: 2 })).toEqual([])
    expect(await namesOf({ orgId, studentType: 1, status: 10 })).toEqual(['测前排', '测导出'])
    const { about } = await file(as('region01'), { gradeId, classId: classIds[1], idCard, sex: 1 })
    expect(about.筛选条件).toBe(
      `年级：一年级；班级：2班；证件号：${idCard.slice(0, 6)}************；性别：男`,
    )
    expect(JSON.stringify(await lastAudit('export.students'))).not.toContain(idCard)
  })

  test.each(['province01', 'city01', 'region01', 'school01'])(
    'of %s is the whole list and nothing else',
    async (by) => {
      const { total } = await must(as(by).call(studentEndpoints.studentPageList, {}))
      const { rows } = await must(as(by).call(exportSize, { item: 'students' }))
      expect(rows).toBe(total)
      const exported = await file(as(by), {})
      expect(exported.rows).toHaveLength(total)
      expect(JSON.stringify(exported.rows)).not.toMatch(/\d{17}[\dX]/)
      const areas = new Set(exported.rows.map((row) => String(row.所属地区)))
      const own = { province01: '浙江省', city01: '浙江省-杭州市' }[by] ?? '浙江省-杭州市-西湖区'
      for (const area of areas) expect(area.startsWith(own)).toBe(true)
      if (by === 'school01') expect(new Set(exported.rows.map((row) => row.学校名称)).size).toBe(1)
    },
  )

  test('of a grade head with the permission is of the own grades only', async () => {
    const { account, userId } = await newUser(app.current, orgId, 40)
    const other = await newGrade(as('region01'), orgId, 2, 2, 1)
    await newStudent(as('region01'), other.classIds[0] ?? 0, { name: '测二年级' })
    await app.current.sql(`insert into user_grade (user_id, grade_id) values (${userId}, ${other.gradeId});
      insert into user_permission_override (user_id, permission_id, granted)
        values (${userId}, ${permissionId('exportStudents')}, true)`)
    const head = await signedIn(app.current, account)
    expect((await file(head, {})).rows.map((row) => row.姓名)).toEqual(['测二年级'])
    expect((await head.call(exportStudents, { classId: classIds[0], reason: REASON })).code).toBe(650)
    expect((await must(head.call(exportSize, { item: 'students' }))).rows).toBe(1)
  })

  test('carries no formula, whatever a name looks like', async () => {
    const { studentId } = await newStudent(as('region01'), classIds[0] ?? 0, { name: '测公式' })
    await app.current.sql(`update student set name = '=cmd|A0' where id = ${studentId}`)
    const content = (await must(as('region01').call(exportStudents, { orgId, reason: REASON }))).content
    expect((await readExport(content)).rows.map((row) => row.姓名)).toContain('=cmd|A0')
    const xml = await sheetXmlOf(content)
    expect(xml).toContain('<pane ySplit="1"')
    expect(xml).not.toMatch(/<f[ >]/)
    await app.current.sql(`update student set name = '测公式' where id = ${studentId}`)
  })

  test('has the name that was asked for, without paths', async () => {
    const named = await must(
      as('region01').call(exportStudents, { orgId, reason: REASON, fileName: '../一年级名单.xlsx' }),
    )
    expect(named.fileName).toMatch(/一年级名单\.xlsx$/)
    expect(named.fileName).not.toContain('/')
    const plain = await must(as('region01').call(exportStudents, { orgId, reason: REASON }))
    expect(plain.fileName).toMatch(/^学生名单_\d{12}\.xlsx$/)
  })
})

describe('schools and those who left', () => {
  test('schools are those of the range, phones masked', async () => {
    const answer = await must(as('region01').call(exportSchools, { keyword: '导出测试', reason: REASON }))
    const { rows, titles } = await readExport(answer.content)
    expect(titles).toEqual(EXPORT_ITEMS.schools.columns.map(({ title }) => title))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      学校名称: '导出测试学校',
      所属地区: '浙江省-杭州市-西湖区',
      学段: '小学',
      联系电话: '139****1111',
      审核状态: '已通过',
      有效期至: '2099-12-31',
    })
    const full = await must(
      as('region01').call(exportSchools, { keyword: '导出测试', reason: REASON, personal: true }),
    )
    expect((await readExport(full.content)).rows[0]?.联系电话).toBe('13900001111')
    const outside = await as('region01').call(exportSchools, { regionId: '330205', reason: REASON })
    expect(outside.code).toBe(616)
    expect((await as('school01').call(exportSchools, { reason: REASON })).code).toBe(602)
  })

  test('who left stands in the history', async () => {
    const leaver = await newStudent(as('region01'), classIds[0] ?? 0, { name: '测离校' })
    const { leaveStudents } = studentEndpoints
    await must(as('region01').call(leaveStudents, { studentIds: [leaver.studentId], reason: '搬家' }))
    const answer = await must(as('region01').call(exportHistory, { orgId, reason: REASON }))
    const { rows, titles } = await readExport(answer.content)
    expect(titles).toEqual(EXPORT_ITEMS.history.columns.map(({ title }) => title))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ 姓名: '测离校', 离校类型: '已转出', 离校原因: '搬家', 班级: '1班' })
    expect(rows[0]?.身份证号).toContain('********')
    const full = await must(as('region01').call(exportHistory, { orgId, reason: REASON, personal: true }))
    expect((await readExport(full.content)).rows[0]?.身份证号).toBe(leaver.idCard)
    const { rows: counted } = await must(as('region01').call(exportSize, { item: 'history', orgId }))
    expect(counted).toBe(1)
    const { total } = await must(as('province01').call(studentEndpoints.historyPageList, {}))
    const all = await must(as('province01').call(exportHistory, { reason: REASON }))
    expect((await readExport(all.content)).rows).toHaveLength(total)
  })
})

describe('data docking', () => {
  test('gives the agreed fields and is written down', async () => {
    const answer = await must(as('region01').call(dockStudents, { orgId }))
    const { titles, rows } = await readExport(answer.content)
    expect(titles).toEqual(['学校', '学段', '年级', '班级', '姓名', '性别', '出生日期', '学籍状态'])
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(/\*{4}|\d{11}/)
    expect((await lastAudit('export.docking'))?.detail).toMatchObject({ reason: '数据对接', personal: false })
    expect((await as('teacher01').call(dockStudents, { orgId })).code).toBe(602)
    expect((await as('hospital01').call(dockStudents, {})).code).toBe(602)
    expect((await as('region01').call(dockStudents, { regionId: '330205' })).code).toBe(616)
  })
})

describe('refused', () => {
  test('without a reason', async () => {
    for (const reason of [undefined, '  ']) {
      const answer = await as('region01').call(exportStudents, { orgId, reason } as never)
      expect(answer).toMatchObject({ code: 650, message: '请填写原因' })
    }
  })

  test('without the permission, and it is written down', async () => {
    for (const account of ['teacher01', 'hospital01']) {
      expect((await as(account).call(exportStudents, { reason: REASON })).code).toBe(602)
      expect((await as(account).call(exportSize, { item: 'students' })).code).toBe(602)
    }
    for (const item of ['healthText', 'healthCode', 'healthRec'] as const)
      expect((await as('school01').call(exportSize, { item, planId: 1 })).code).toBe(602)
    expect((await as('hospital01').call(exportSize, { item: 'national', planId: 1 })).code).toBe(602)
    expect((await as('school01').call(exportSize, { item: 'schools' })).code).toBe(602)
    expect(await lastAudit('access.denied')).toMatchObject({ code: 602 })
  })

  test('outside the range', async () => {
    const abroad = await rowsOf<{ id: number }>(
      app.current,
      `select o.id from org o join school s on s.org_id = o.id where o.region_id = '330205' limit 1`,
    )
    const foreign = { orgId: abroad[0]?.id ?? 0, reason: REASON }
    for (const account of ['region01', 'school01']) {
      expect((await as(account).call(exportStudents, foreign)).code).toBe(616)
      expect((await as(account).call(exportHistory, foreign)).code).toBe(616)
    }
    expect((await as('region01').call(exportSize, { item: 'students', orgId: foreign.orgId })).code).toBe(616)
  })

  test('when it cannot be written down', async () => {
    await app.current.sql('revoke insert on audit_log from vision_app')
    try {
      const answer = await as('region01').call(exportStudents, { orgId, reason: REASON })
      expect(answer).toMatchObject({ success: false, code: 500 })
      expect(answer.data).toBeNull()
    } finally {
      await app.current.sql('grant insert on audit_log to vision_app')
    }
    expect((await file(as('region01'))).rows.length).toBeGreaterThan(1)
  })

  test('beyond the rows of a day', async () => {
    const { account } = await newUser(app.current, orgId, 20)
    const by = await signedIn(app.current, account)
    const node = await app.current.otherNode({ EXPORT_ROWS_PER_DAY: '5' })
    const there = node.as(await node.login(account))
    const { rows, rowsLeftToday } = await must(there.call(exportSize, { item: 'students' }))
    expect({ rows, rowsLeftToday }).toEqual({ rows, rowsLeftToday: 5 })
    expect(rows).toBeLessThanOrEqual(5)
    await must(there.call(exportStudents, { reason: REASON }))
    const answer = await there.call(exportStudents, { reason: REASON })
    expect(answer.code).toBe(700)
    expect(answer.message).toContain('每人每天最多导出 5 行')
    expect(await lastAudit('export.students')).toMatchObject({ account, success: false, code: 700 })
    expect((await must(there.call(exportSize, { item: 'students' }))).rowsLeftToday).toBe(5 - rows)
    expect((await file(by, {})).rows).toHaveLength(rows)
  })
})
