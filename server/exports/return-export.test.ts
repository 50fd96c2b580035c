// Sheets for other people's systems: checked before, made of the good rows, read back as they are read there.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { EXPORT_ITEMS } from '#contract/exports/catalogue.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { NORMAL, savedRow } from '../testing/readings.ts'
import { lastTrail, makeResults, override, type ResultWorld } from '../testing/result-world.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../testing/roster.ts'
import { newPlan, newTask, recordsOf } from '../testing/screening.ts'
import { readExport } from '../testing/sheets/read-export.ts'
import { readRec, unzipped } from '../testing/sheets/read-rec.ts'

const app = useApp()
const { exportNational, exportHealthText, exportHealthCode, exportHealthRec } = exportEndpoints
const { checkExport, exportSize, startExport, exportFile, exportItems, exportProgress } = exportEndpoints
const REASON = '数据上报'

let { region, orgId, planId, taskId, children, idOf } = {} as ResultWorld
beforeAll(async () => {
  ;({ region, orgId, planId, taskId, children, idOf } = await makeResults(app.current))
})

const check = (by: By, given: Partial<InputOf<typeof checkExport>> = {}) =>
  by.call(checkExport, { planId, item: 'national', ...given })

describe('the national return', () => {
  test('is checked: how many of what, and who', async () => {
    const found = await must(check(region, { orgId }))
    expect(found).toMatchObject({ rows: 5, faulty: 3, written: 2 })
    expect(found.faults).toEqual([
      { code: 'notScreened', label: '未筛查，没有结果', count: 1 },
      { code: 'wrongStudentNo', label: '不是全国学籍号', count: 1 },
      { code: 'noVision', label: '缺裸眼视力', count: 1 },
      { code: 'noRefraction', label: '缺屈光度', count: 1 },
    ])
    expect(found.page.total).toBe(3)
    expect(found.page.list[0]).toEqual({
      recordId: idOf(2),
      schoolName: '结果导出小学',
      gradeName: '三年级',
      className: '1班',
      studentName: '测*',
      faults: ['缺裸眼视力', '缺屈光度'],
    })
    const second = await must(check(region, { orgId, pageSize: 1, pageNum: 2 }))
    expect(second.page.list.map(({ studentName }) => studentName)).toEqual(['测*'])
    const one = await must(check(region, { orgId, fault: 'wrongStudentNo' }))
    expect(one.page).toMatchObject({ total: 1, list: [{ recordId: idOf(4), studentName: '测*' }] })
    expect((await lastTrail(app.current, 'export.check'))?.detail).toEqual({
      item: 'national',
      rows: 5,
      faulty: 3,
    })
  })

  test('names nobody to who may not see students', async () => {
    const { account, userId } = await newUser(app.current, orgId, 20)
    await override(app.current, userId, ['studentView', 'classDetail', 'classDetailTakingPart'], false)
    const by = await signedIn(app.current, account)
    const { page, faulty } = await must(check(by))
    expect(faulty).toBe(3)
    expect(page.list.map(({ studentName }) => studentName)).toEqual([null, null, null])
    expect(JSON.stringify(page)).not.toContain('测三')
  })

  test('is made of the good rows and says how many were left out', async () => {
    const answer = await must(region.call(exportNational, { planId, orgId, personal: true, reason: REASON }))
    const { titles, rows, about } = await readExport(answer.content)
    expect(titles).toEqual(EXPORT_ITEMS.national.columns.map(({ title }) => title))
    expect(rows.map((row) => row.姓名)).toEqual(['测一', '测二'])
    expect(rows[0]).toMatchObject({
      年级编号: 13,
      班级编号: 1,
      学籍号: `G${children[0]?.idCard}`,
      民族代码: '01',
      出生日期: '2017-05-12',
      右眼裸眼视力: 4.7,
      右眼屈光球镜S: '-1.50',
      左眼屈光球镜S: '+0.25',
      左眼屈光轴位A: 0,
      '是否为角膜塑形镜（OK镜）佩戴者': '否',
    })
    expect(rows[1]?.民族代码).toBe('22')
    expect(about.行数).toBe('2')
    expect(about.未列入).toContain('3 行')
    expect(about.未列入).toContain('缺裸眼视力 1 行')
  })

  test('leaves the naked vision of who wears ortho-K empty where it was not measured, and says so', async () => {
    const worn = { glasses: 4, correctedRight: 5, correctedLeft: 4.9 } as const
    const school = await newSchool(app.current, region, { name: '塑形镜小学' })
    const { classIds } = await newGrade(region, school, 2, 4, 1)
    const idCard = newIdCard('2016-05-12')
    const child = { classId: classIds[0] ?? 0, name: '测塑形', idCard, studentNo: `G${idCard}`, nation: '01' }
    await must(region.call(studentEndpoints.addStudent, child))
    const task = await newTask(region, planId, school)
    const [record] = await recordsOf(app.current, task)
    const head = await signedIn(app.current, (await newUser(app.current, school, 20)).account)
    await savedRow(head, task, record?.recordId ?? 0, worn)
    const found = await must(check(region, { orgId: school }))
    expect(found).toMatchObject({
      rows: 1,
      faulty: 1,
      written: 1,
      faults: [{ code: 'orthoKVision', count: 1 }],
    })
    const answer = await must(head.call(exportNational, { planId, personal: true, reason: REASON }))
    expect(answer.fileName).toMatch(/\.xlsx$/)
    const { rows, about } = await readExport(answer.content)
    expect(rows).toMatchObject([
      { 姓名: '测塑形', 右眼裸眼视力: null, 左眼裸眼视力: null, '是否为角膜塑形镜（OK镜）佩戴者': '是' },
    ])
    expect(about.有内容留空).toBe('1 行：角膜塑形镜佩戴者未测裸眼视力，该列留空 1 行')
  })

  test('of several schools is a file for each, made at once or in the background', async () => {
    const given = { planId, personal: true, reason: REASON }
    const direct = await must(region.call(exportNational, given))
    const task = await must(region.call(startExport, { item: 'national', ...given }))
    await app.current.runJobs()
    const made = await must(region.call(exportFile, { recordId: task.recordId }))
    for (const { fileName, contentType, content } of [direct, made]) {
      expect(fileName).toMatch(/\.zip$/)
      expect(contentType).toBe('application/zip')
      const files = await unzipped(content)
      expect([...files.keys()]).toEqual(['结果导出小学.xlsx', '塑形镜小学.xlsx', '导出说明.txt'])
      const first = await readExport(files.get('结果导出小学.xlsx') ?? Buffer.alloc(0))
      expect(first.rows.map((row) => row.姓名)).toEqual(['测一', '测二'])
      expect(first.about.筛选条件).toBe('筛查计划：结果导出计划；学校：结果导出小学')
      const second = await readExport(files.get('塑形镜小学.xlsx') ?? Buffer.alloc(0))
      expect(second.rows.map((row) => row.姓名)).toEqual(['测塑形'])
      const about = files.get('导出说明.txt')?.toString() ?? ''
      for (const line of ['学校数：2', '行数：3', '未列入：3 行', '结果导出小学.xlsx：2 行；未列入 3 行：'])
        expect(about).toContain(line)
    }
    const progress = await must(region.call(exportProgress, {}))
    expect(progress.find(({ recordId }) => recordId === task.recordId)).toMatchObject({
      state: 'done',
      total: 3,
      currentProgress: 3,
    })
    const one = await must(region.call(exportNational, { ...given, orgId }))
    expect(one.fileName).toMatch(/\.xlsx$/)
  })

  test('is made in full or not at all, and says who can', async () => {
    const city = await signedIn(app.current, 'city01')
    const items = await must(city.call(exportItems, {}))
    expect(items.find(({ key }) => key === 'national')).toMatchObject({ personal: false })
    const useless = [
      await city.call(exportNational, { planId, reason: REASON }),
      await city.call(startExport, { item: 'national', planId, reason: REASON }),
    ]
    for (const { code, message } of useless) {
      expect(code).toBe(REFUSALS.neededInFull)
      expect(message).toContain('请由学校管理员（本校）或区县管理员（本区县）导出上报')
    }
    expect((await check(city)).code).toBe(200)
    const masked = await region.call(exportNational, { planId, reason: REASON })
    expect([masked.code, masked.message]).toEqual([
      REFUSALS.neededInFull,
      '上报须用完整的学籍号，请选择完整号码',
    ])
    const vague = await region.call(exportNational, { planId, personal: true, reason: '上报' })
    expect(vague.code).toBe(REFUSALS.neededInFull)
    expect(vague.message).toContain('至少 4 个字')
  })

  test('has no kindergarten in it', async () => {
    const school = await newSchool(app.current, region, { name: '不上报幼儿园', stages: [1] })
    const { classIds: ids } = await newGrade(region, school, 1, 3, 1)
    await newStudent(region, ids[0] ?? 0, { name: '测幼儿', idCard: newIdCard('2021-01-01') })
    const kindergarten = await newPlan(region, { stages: [1] })
    const task = await newTask(region, kindergarten, school)
    const [record] = await recordsOf(app.current, task)
    const head = await signedIn(app.current, (await newUser(app.current, school, 20)).account)
    await savedRow(head, task, record?.recordId ?? 0, NORMAL)
    const of = (item: 'national' | 'healthCode', more = {}) =>
      must(region.call(exportSize, { item, planId: kindergarten, ...more }))
    expect((await of('national')).rows).toBe(0)
    expect((await of('healthCode')).rows).toBe(0)
    expect((await of('healthCode', { healthExcelType: 2 })).rows).toBe(1)
    const answer = await must(
      region.call(exportHealthCode, { planId: kindergarten, healthExcelType: 2, reason: REASON }),
    )
    const { titles, rows } = await readExport(answer.content)
    expect(titles).not.toContain('q31')
    expect(rows[0]).toMatchObject({ grade: '53', name: '测幼儿' })
  })
})

describe('sheets of the health commission', () => {
  test('have those with a result, in words or as codes', async () => {
    const given = { planId, orgId, reason: REASON }
    const text = await readExport((await must(region.call(exportHealthText, given))).content)
    expect(text.rows.map((row) => row.姓名)).toEqual(['测一', '测二', '测三', '测五'])
    expect(text.rows[1]).toMatchObject({ 民族: '其他', 其他民族: '畲族', 性别: '男', 戴镜类型: '不戴镜' })
    const code = await readExport((await must(region.call(exportHealthCode, given))).content)
    expect(code.titles[0]).toBe('ID1')
    expect(code.rows[0]).toMatchObject({
      ID1: null,
      province: '33',
      city: '01',
      county: '06',
      grade: '03',
      gender: 1,
      nation: 1,
      birth: '2017-05-12',
      glasstype: 4,
      visionR: 4.7,
      spherR: -1.5,
      SER: -1.625,
      spherRT: 999,
    })
    expect(JSON.stringify([text.rows, code.rows])).not.toMatch(/\d{17}[\dX]|\*{4}/)
  })

  test('say what stays empty', async () => {
    await app.current.sql(`update school set area_grade = 2, city_property = null where org_id = ${orgId}`)
    const found = await must(check(region, { item: 'healthRec', orgId }))
    expect(found).toMatchObject({ rows: 4, faulty: 4, written: 4 })
    expect(found.notes.join()).toContain('学校代码')
    const missing = ['学校未填城区或乡镇', '学校未填监测学校代码，没有监测编号', '学生未编码，没有监测编号']
    expect(found.faults.map(({ label, count }) => [label, count])).toEqual(missing.map((label) => [label, 4]))
    await app.current.sql(
      `update school set city_property = 0, monitoring_code = '88' where org_id = ${orgId}`,
    )
    await must(region.call(recordEndpoints.fillNumbers, { taskId }))
    expect(await must(check(region, { item: 'healthRec', orgId }))).toMatchObject({ faulty: 0, faults: [] })
  })

  test('as EpiData files are read back, made at once or in the background', async () => {
    const rare = '测𠀀㛃'
    await app.current.sql(`update screening_record set remark = E'第一行\n${'很长的说明'.repeat(12)}' where id = ${idOf(1)};
      update student set name = '${rare}' where id = (select student_id from screening_record where id = ${idOf(1)})`)
    const direct = await must(region.call(exportHealthRec, { planId, orgId, reason: REASON }))
    expect(direct.fileName).toMatch(/\.zip$/)
    const task = await must(region.call(startExport, { item: 'healthRec', planId, orgId, reason: REASON }))
    expect(task.fileName).toMatch(/\.zip$/)
    await app.current.runJobs()
    const made = await must(region.call(exportFile, { recordId: task.recordId }))
    for (const { content } of [direct, made]) {
      const parts = await unzipped(content)
      expect([...parts.keys()]).toEqual(['VISION.QES', 'VISION.REC', '导出说明.txt'])
      expect(parts.get('导出说明.txt')?.toString()).toContain(`导出原因：${REASON}`)
      expect(parts.get('导出说明.txt')?.toString()).toContain('行数：4')
      const { first, fields, records } = readRec(parts.get('VISION.REC') ?? Buffer.alloc(0))
      expect(first).toBe(`${fields.length} 1 VLAB`)
      expect(fields.find(({ name }) => name === 'nationothe')).toMatchObject({
        type: 1,
        length: 12,
        mark: '_',
      })
      expect(fields.find(({ name }) => name === 'birth')).toMatchObject({ type: 19, length: 10 })
      expect(fields.find(({ name }) => name === 'visionR')).toMatchObject({ type: 101, length: 3, mark: '#' })
      expect(records).toHaveLength(4)
      expect(records[0]).toMatchObject({
        ID1: '3301206188030101',
        province: '33',
        district: '2',
        county: '06',
        point: '1',
        grade: '03',
        gender: '1',
        nation: '1',
        birth: '2017/05/12',
        q31: '',
        glasstype: '4',
        visionR: '4.7',
        spherR: '-1.50',
        axisR: '180',
        SER: '-1.625',
        spherRT: '999.00',
        axisRT: '999',
        name: '测一',
      })
      expect(records[1]).toMatchObject({ nation: '8', nationothe: '畲族', name: rare })
      expect(records[1]?.NOTE).toMatch(/^第一行 (很长的说明)+/)
      expect(records[2]).toMatchObject({
        visionR: '4.8',
        spherR: '',
        SER: '',
        spherRT: '999.00',
        axisRT: '999',
      })
      const form = new TextDecoder('gb18030').decode(parts.get('VISION.QES'))
      expect(form.split('\r\n')[0]).toBe('ID1 监测编号 ________________')
    }
    expect((await lastTrail(app.current, 'export.healthRec'))?.detail).toMatchObject({
      rows: 4,
      reason: REASON,
    })
  })
})
