// The sheet of screening results, and the range of every sheet: who gets which rows, what is hidden and written down.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { EXPORT_ITEMS } from '#contract/exports/catalogue.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { REFERRAL_RULES } from '#contract/eyesight/judgement/judge-referral.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { WARNING_LEGEND } from '#contract/eyesight/warning-words.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import {
  lastTrail,
  makeForeignResults,
  makeResults,
  override,
  type ResultWorld,
} from '../testing/result-world.ts'
import { newGrade, newSchool, newStudent } from '../testing/roster.ts'
import { orgIdOf } from '../testing/rows.ts'
import { newTask } from '../testing/screening.ts'
import { readExport } from '../testing/sheets/read-export.ts'

const app = useApp()
const { exportResults, exportNational, exportHealthText, exportHealthCode } = exportEndpoints
const { exportHealthRec, checkExport, exportSize, startExport } = exportEndpoints
const REASON = '数据上报'

let { region, admin, orgId, classIds, planId, taskId, children } = {} as ResultWorld
let foreign: Awaited<ReturnType<typeof makeForeignResults>>
beforeAll(async () => {
  ;({ region, admin, orgId, classIds, planId, taskId, children } = await makeResults(app.current))
  foreign = await makeForeignResults(app.current)
})

type Given = Omit<InputOf<typeof exportResults>, 'reason' | 'planId'>
const results = async (by: By, given: Given = {}) =>
  readExport((await must(by.call(exportResults, { planId, reason: REASON, ...given }))).content)
const names = async (by: By, given: Given = {}) => (await results(by, given)).rows.map((row) => row.姓名)
const check = (by: By, given: Partial<InputOf<typeof checkExport>> = {}) =>
  by.call(checkExport, { planId, item: 'national', ...given })

describe('the result sheet', () => {
  test('has every listed student once, numbers masked', async () => {
    const { names: sheets, titles, rows, about } = await results(region)
    expect(sheets).toEqual(['筛查结果', '导出说明'])
    expect(titles).toEqual(EXPORT_ITEMS.results.columns.map(({ title }) => title))
    expect(rows.map((row) => row.姓名)).toEqual(['测一', '测二', '测三', '测四', '测五'])
    const idCard = children[0]?.idCard ?? ''
    const masked = `${idCard.slice(0, 6)}************`
    expect(rows[0]).toMatchObject({
      学校名称: '结果导出小学',
      年级: '三年级',
      班级: '1班',
      学籍号: `G${masked}`,
      身份证号: masked,
      戴镜类型: '未戴镜',
      '裸眼视力（右）': 4.7,
      '球镜（右）': -1.5,
      '等效球镜（右）': -1.625,
      视力结论: '中度视力不良',
      屈光结论: expect.stringContaining('低度近视'),
      是否有效: '有效',
      预警级别: '二级',
      建议就诊: '是',
      备注: '右眼流泪',
    })
    expect(rows[1]).toMatchObject({ 视力结论: '正常', 是否有效: '有效', 建议就诊: '否' })
    expect(rows[2]).toMatchObject({ 是否有效: '无效', 视力结论: null, '裸眼视力（右）': 4.8 })
    expect(rows[3]).toMatchObject({ 是否有效: '未筛查', 未检原因: '请假', 屈光结论: null })
    expect(about).toMatchObject({ 筛选条件: '筛查计划：结果导出计划', 行数: '5', 导出原因: REASON })
    expect(about).toMatchObject({ 预警级别: WARNING_LEGEND, 建议就诊: REFERRAL_RULES.join('') })
  })

  test('has full numbers for who may have them, and it is written down with the number of rows', async () => {
    const { rows } = await results(region, { orgId, personal: true })
    expect(rows[0]).toMatchObject({ 身份证号: children[0]?.idCard, 学籍号: `G${children[0]?.idCard}` })
    expect(await lastTrail(app.current, 'export.results')).toEqual({
      account: 'region01',
      code: 200,
      detail: {
        item: 'results',
        planId,
        filters: '筛查计划：结果导出计划；学校：结果导出小学',
        reason: REASON,
        personal: true,
        rows: 5,
      },
    })
    const city = await signedIn(app.current, 'city01')
    const refused = await city.call(exportResults, { planId, personal: true, reason: REASON })
    expect(refused.code).toBe(602)
    expect((await results(city)).rows[0]?.身份证号).toContain('********')
  })

  test('is of the part that is named', async () => {
    expect(await names(region, { classId: classIds[1] })).toEqual(['测四', '测五'])
    expect(await names(region, { orgId, prefix: 2, gradeNo: 3 })).toHaveLength(5)
    expect(await names(region, { orgId, prefix: 2, gradeNo: 4 })).toEqual([])
    expect(await names(region, { areaId: '330106', stage: 2 })).toHaveLength(5)
    expect(await names(region, { taskId })).toHaveLength(5)
    expect(await names(region, { stage: 3 })).toEqual([])
    const { about } = await results(region, { orgId, prefix: 2, gradeNo: 3, stage: 2 })
    expect(about.筛选条件).toContain('年级：三年级')
    const size = await must(region.call(exportSize, { item: 'results', planId, classId: classIds[0] }))
    expect(size.rows).toBe(3)
  })

  test('hides from who shall examine once more what was found', async () => {
    await must(admin.call(recordEndpoints.drawRetest, { taskId }))
    const { account, userId } = await newUser(app.current, orgId, 30)
    await override(app.current, userId, ['exportResults', 'exportReturn'], true)
    const screener = await signedIn(app.current, account)
    try {
      const seen = (await results(screener)).rows
      expect(seen.map((row) => row.备注)).toEqual(['待复测', '待复测', null, null, '待复测'])
      for (const index of [0, 1, 4]) {
        const { 姓名, 备注: _, ...rest } = seen[index] ?? {}
        expect(姓名).toBe(children[index]?.name)
        for (const title of [
          '戴镜类型',
          '裸眼视力（右）',
          '球镜（左）',
          '等效球镜（右）',
          '视力结论',
          '屈光结论',
          '是否有效',
          '预警级别',
          '建议就诊',
          '检查日期',
        ])
          expect(rest[title], title).toBeNull()
      }
      expect(JSON.stringify(seen)).not.toContain('右眼流泪')
      // The organisation that entered them and does not examine sees them all.
      for (const by of [admin, region])
        expect((await results(by)).rows.map((row) => row.视力结论)).toEqual([
          '中度视力不良',
          '正常',
          null,
          null,
          '正常',
        ])
      // Nor does the return say anything about them.
      const { faults } = await must(check(screener))
      expect(faults.find(({ code }) => code === 'waits')?.count).toBe(3)
    } finally {
      await app.current.sql(`delete from retest where task_id = ${taskId}`)
    }
  })
})

describe('the range', () => {
  test('refuses what lies outside as a whole', async () => {
    const calls = [exportResults, exportNational, exportHealthText, exportHealthCode, exportHealthRec]
    for (const call of calls) {
      const code = async (given: object) =>
        (await region.call(call, { planId, reason: REASON, ...given } as never)).code
      expect(await code({ planId: foreign.planId })).toBe(650)
      expect(await code({ areaId: '330205' })).toBe(616)
      expect(await code({ orgId: foreign.orgId })).toBe(616)
      expect(await code({ classId: foreign.classId })).toBe(650)
      expect(await code({ taskId: foreign.taskId })).toBe(650)
    }
    expect((await check(region, { orgId: foreign.orgId })).code).toBe(616)
    expect((await check(region, { planId: foreign.planId })).code).toBe(650)
    const started = { item: 'results' as const, planId: foreign.planId, reason: REASON }
    expect((await region.call(startExport, started)).code).toBe(650)
  })

  test('of a class teacher are the own classes', async () => {
    const { account, userId } = await newUser(app.current, orgId, 45)
    await app.current.sql(`insert into user_class values (${userId}, ${classIds[1]})`)
    await override(app.current, userId, ['exportResults'], true)
    const teacher = await signedIn(app.current, account)
    expect(await names(teacher)).toEqual(['测四', '测五'])
    expect((await must(teacher.call(exportSize, { item: 'results', planId }))).rows).toBe(2)
    const other = await teacher.call(exportResults, { planId, classId: classIds[0], reason: REASON })
    expect(other.code).toBe(650)
    expect(await names(teacher, { orgId })).toEqual(['测四', '测五'])
  })

  test('of a hospital are the tasks it carries out', async () => {
    const hospital = await signedIn(app.current, 'hospital01')
    expect((await hospital.call(exportResults, { planId, reason: REASON })).code).toBe(650)
    const school = await newSchool(app.current, region, { name: '医院承担小学' })
    const grade = await newGrade(region, school, 2, 1, 1)
    await newStudent(region, grade.classIds[0] ?? 0, { name: '测医院' })
    const executor = { by: 'org' as const, orgId: await orgIdOf(app.current, '330106-hospital') }
    await newTask(region, planId, school, { executor })
    expect(await names(hospital)).toEqual(['测医院'])
    expect((await hospital.call(exportResults, { planId, orgId, reason: REASON })).code).toBe(616)
    expect((await hospital.call(exportNational, { planId, reason: REASON })).code).toBe(602)
  })

  test('schools make no sheets of the health commission', async () => {
    for (const call of [exportHealthText, exportHealthCode, exportHealthRec])
      expect((await admin.call(call, { planId, reason: REASON })).code).toBe(602)
    expect((await check(admin, { item: 'healthCode' })).code).toBe(602)
    expect((await check(admin)).code).toBe(200)
  })
})
