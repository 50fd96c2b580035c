// Forms of a class on paper: the right words in the right cells, in the browser and in the file, and on record.
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaperFormCode } from '#contract/exports/paper-filter.ts'
import { PaperForm } from '#contract/exports/paper-filter.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import { monitorColumns } from '#contract/print/forms/monitor.ts'
import { REGISTRATION_COLUMNS } from '#contract/print/forms/registration.ts'
import { RESULT_RECORD_COLUMNS } from '#contract/print/forms/result-record.ts'
import { RETEST_RECORD_COLUMNS } from '#contract/print/forms/retest-record.ts'
import { STUDENT_REPORT_COLUMNS } from '#contract/print/forms/student-report.ts'
import { SUMMARY_COLUMNS } from '#contract/print/forms/summary.ts'
import { surveyColumns } from '#contract/print/forms/survey.ts'
import { pagesOf } from '#contract/print/paper-forms.ts'
import type { PaperSheet } from '#contract/print/paper-schemas.ts'
import type { PaperColumn } from '#contract/print/table-layout.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { NORMAL } from '../testing/readings.ts'
import { lastTrail, makeForeignResults, makeResults, type ResultWorld } from '../testing/result-world.ts'
import { rowsOf } from '../testing/rows.ts'
import { pdfPages } from '../testing/sheets/pdf-text.ts'

const app = useApp()
const { paperSheets, paperFile } = paperEndpoints
let { region, admin, classIds, planId, taskId, children, idOf } = {} as ResultWorld
let foreign: Awaited<ReturnType<typeof makeForeignResults>>
beforeAll(async () => {
  ;({ region, admin, classIds, planId, taskId, children, idOf } = await makeResults(app.current))
  foreign = await makeForeignResults(app.current)
})

const COLUMNS: Record<PaperFormCode, readonly PaperColumn[]> = {
  registration: REGISTRATION_COLUMNS,
  'result-record': RESULT_RECORD_COLUMNS,
  'retest-record': RETEST_RECORD_COLUMNS,
  survey: surveyColumns('school'),
  monitor: monitorColumns({ lowVision: 0 }),
  child: [],
  'student-report': STUDENT_REPORT_COLUMNS,
  summary: SUMMARY_COLUMNS,
}
const sheets = (by: By, form: PaperFormCode, part: object = { taskId }) =>
  must(by.call(paperSheets, { planId, form, ...part }))

/** The cells of a row by their titles; of columns under a heading, the heading first. */
function cellsOf(form: PaperFormCode, { rows }: PaperSheet, nth: number): Record<string, string> {
  const row = rows[nth]
  return Object.fromEntries(
    COLUMNS[form].map(({ group, title }, at) => [
      `${group ?? ''}${title}`,
      row?.cells[at] ?? row?.name ?? '',
    ]),
  )
}
const fields = (lines: PaperSheet['head']) =>
  Object.fromEntries(lines.flat().map(({ label, value }) => [label, value]))

describe('the record of results', () => {
  test('has a sheet for each class, every cell as it was measured and concluded', async () => {
    const found = await sheets(admin, 'result-record')
    expect(found.map(({ bookmark }) => bookmark)).toEqual([
      '结果导出小学 三年级1班',
      '结果导出小学 三年级2班',
    ])
    const [first, second] = found as [PaperSheet, PaperSheet]
    const mask = `${children[0]?.idCard.slice(0, 6)}****`
    const today = first.head[1]?.[0]?.value
    expect(cellsOf('result-record', first, 0)).toEqual({
      序号: '1',
      姓名: '测一',
      性别: '男',
      出生日期: '2017-05-12',
      '学籍号/学号': `G${mask}`,
      证件号: mask,
      戴镜类型: '未戴镜',
      裸眼视力右: '4.7',
      裸眼视力左: '5.1',
      戴镜视力右: '',
      戴镜视力左: '',
      球镜右: '-1.50',
      球镜左: '+0.25',
      柱镜右: '-0.25',
      柱镜左: '0.00',
      轴位右: '180',
      轴位左: '',
      等效球镜右: '-1.625',
      等效球镜左: '+0.250',
      视力结论: '中度视力不良',
      屈光结论: expect.stringContaining('低度近视'),
      是否有效: '有效',
      预警级别: '二级',
      建议就诊: '是',
      '备注（未检原因）': '右眼流泪',
    })
    expect(cellsOf('result-record', first, 2)).toMatchObject({
      姓名: '测三',
      裸眼视力右: '4.8',
      裸眼视力左: '',
      视力结论: '',
      是否有效: '无效',
      预警级别: '',
    })
    expect(cellsOf('result-record', second, 0)).toMatchObject({
      姓名: '测四',
      是否有效: '未筛查',
      '备注（未检原因）': '请假',
    })
    expect(fields(first.head)).toEqual({
      地区: expect.stringContaining('西湖区'),
      学校: '结果导出小学',
      年级班级: '三年级1班',
      检查日期: today,
      检查单位: '结果导出小学',
      '检查人（签名）': null,
    })
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(fields(second.foot)).toMatchObject({ 应检: '2人', 实检: '1人', 缺检: '1人', 班主任: null })
  })

  test('is of the class that is asked for, names masked above the school', async () => {
    const [only, ...none] = await sheets(region, 'result-record', { classId: classIds[1] })
    expect(none).toEqual([])
    expect(only?.rows.map(({ name }) => name)).toEqual(['测*', '测*'])
  })

  test('as a file has the pages and words that the browser shows', async () => {
    const { content, fileName } = await must(admin.call(paperFile, { planId, taskId, form: 'result-record' }))
    expect(fileName).toMatch(/^视力筛查结果记录表_结果导出小学 三年级1班_\d{12}\.pdf$/)
    const drawn = (await sheets(admin, 'result-record')).flatMap((sheet) => pagesOf('result-record', sheet))
    const pages = pdfPages(Buffer.from(content as Uint8Array))
    expect(pages).toHaveLength(drawn.length)
    for (const [nth, { texts, width, height }] of pages.entries()) {
      const marks = drawn[nth]?.marks ?? []
      const words = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))
      const spaceless = (text: string) => text.replace(/\s/g, '')
      expect(texts.map(({ text }) => spaceless(text)).join('')).toBe(words.map(spaceless).join(''))
      expect([Math.round(width), Math.round(height)]).toEqual([842, 595])
    }
    const masked = pdfPages(
      Buffer.from(
        (await must(region.call(paperFile, { planId, taskId, form: 'result-record' }))).content as Uint8Array,
      ),
    )
    const all = masked.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ')
    expect(all).toContain('测*')
    expect(all).not.toContain('测一')
  })

  test('stands in the trail, and for every child on it', async () => {
    const before = await printed()
    await sheets(admin, 'result-record', { classId: classIds[0] })
    expect((await printed()) - before).toBe(3)
    expect(await lastTrail(app.current, 'record.print')).toMatchObject({ code: 200 })
  })
  const printed = async () =>
    Number(
      (
        await rowsOf<{ n: string }>(
          app.current,
          `select count(*) as n from audit_log where action = 'record.print' and object_type = 'student'`,
        )
      )[0]?.n,
    )

  test('counts among the rows of a day, on the page and as a file', async () => {
    const { account } = await newUser(app.current, await schoolOf(), 20)
    const node = await app.current.otherNode({ EXPORT_ROWS_PER_DAY: '5' })
    const there = node.as(await node.login(account))
    const asked = { planId, taskId, form: 'registration' } as const
    await must(there.call(paperSheets, asked))
    const refused = await there.call(paperFile, asked)
    expect([refused.code, refused.message]).toEqual([700, expect.stringContaining('每人每天最多导出 5 行')])
  })

  test.each(PaperForm.codes)('%s of another plan, task, school, class or area is refused', async (form) => {
    for (const part of [
      { planId: foreign.planId },
      { taskId: foreign.taskId },
      { orgId: foreign.orgId },
      { classId: foreign.classId },
      { areaId: '330205' },
    ]) {
      const answer = await admin.call(paperSheets, { planId, taskId, form, ...part })
      expect([616, 650], JSON.stringify(part)).toContain(answer.code)
    }
  })

  test('of a class teacher is of the own class, and says so', async () => {
    const { account, userId } = await newUser(app.current, await schoolOf(), 45)
    await app.current.sql(`insert into user_class values (${userId}, ${classIds[1]})`)
    const teacher = await signedIn(app.current, account)
    const [only, ...none] = await sheets(teacher, 'result-record')
    expect([only?.rows.map(({ name }) => name), none]).toEqual([['测四', '测五'], []])
    const [summary] = await sheets(teacher, 'summary')
    expect(summary && cellsOf('summary', summary, 2)).toMatchObject({ 应检: '2', 实检: '1' })
    expect(fields(summary?.head ?? [])).toMatchObject({ 单位: '结果导出小学（所负责的班级）' })
    const undrawn = { planId, taskId, form: 'retest-record' } as const
    expect(await sheets(teacher, 'retest-record')).toEqual([])
    expect(await teacher.call(paperFile, undrawn)).toMatchObject({ code: 700, message: '没有可以打印的学生' })
    await must(admin.call(recordEndpoints.drawRetest, { taskId }))
    const [retest] = await sheets(teacher, 'retest-record')
    expect(fields(retest?.head ?? [])).toMatchObject({ 年级班级: '所负责的班级' })
    expect(retest?.rows.map(({ name }) => name)).toEqual(['测五'])
    expect(fields(retest?.foot ?? [])).not.toHaveProperty('复测率')
  })
})

test('the registration lists who is to be examined and leaves the rest to be written', async () => {
  const [first] = await sheets(admin, 'registration')
  if (!first) throw new Error('no sheet')
  expect(cellsOf('registration', first, 0)).toMatchObject({
    姓名: '测一',
    出生日期: '2017-05-12',
    裸眼视力右: '',
    戴镜类型: '',
    家长签名: '',
  })
  expect(fields(first.head)).toMatchObject({ 检查日期: null })
  expect(fields(first.foot)).toMatchObject({ 应检: '3人', 实检: '＿＿＿人' })
})

test('the survey has codes and words of the monitoring, the illnesses to be written', async () => {
  const [first, second] = await sheets(admin, 'survey')
  if (!first || !second) throw new Error('no sheet')
  expect(first.variant).toBe('school')
  expect(cellsOf('survey', first, 0)).toMatchObject({
    姓名: '测一',
    监测编号: '',
    戴镜类型: '④',
    疾病史肝炎: '',
    塑形镜度数右: '',
    裸眼视力右: '4.7',
    裸眼视力左: '5.1',
    '球镜（屈光度数）右': '-1.50',
    '柱镜（散光度数）右': '-0.25',
    '轴位（散光方向）右': '180',
    等效球镜右: '-1.625',
    其他需注明的特殊情况: '右眼流泪',
  })
  expect(fields(second.foot)).toMatchObject({ 应检: '2人', 实检: '1人', 检查人员签字: null })
})

test('the monitoring has the columns of the national return, nothing of who was not examined', async () => {
  const [first, second] = await sheets(admin, 'monitor')
  if (!first || !second) throw new Error('no sheet')
  expect(cellsOf('monitor', first, 1)).toMatchObject({
    年级编号: '13',
    班级名称: '三年级1班',
    姓名: '测二',
    民族代码: '22',
    家庭住址: '',
    右眼裸眼视力: '5.0',
    '是否为角膜塑形镜（OK镜）佩戴者': '否',
  })
  expect(cellsOf('monitor', second, 0)).toMatchObject({
    姓名: '测四',
    右眼裸眼视力: '',
    '是否为角膜塑形镜（OK镜）佩戴者': '',
  })
})

test('the record of second examinations has both readings, differences and sums', async () => {
  await must(admin.call(recordEndpoints.drawRetest, { taskId }))
  const other = await signedIn(app.current, (await newUser(app.current, await schoolOf(), 30)).account)
  await must(
    other.call(recordEndpoints.saveRetest, {
      recordId: idOf(1),
      reading: { ...NORMAL, nakedRight: 4.8 },
    } as never),
  )
  const [sheet] = await sheets(admin, 'retest-record')
  if (!sheet) throw new Error('no sheet')
  const nth = sheet.rows.findIndex(({ name }) => name === '测二')
  const cells = cellsOf('retest-record', sheet, nth)
  expect(cells).toMatchObject({
    班级: '三年级1班',
    '裸眼视力（右）复测': '4.8',
    '裸眼视力（右）超差': Number(cells['裸眼视力（右）差值']) < -0.1 ? '是' : '否',
    '戴镜视力（右）初测': '',
  })
  // Who is not examined yet has no first reading here: the examiner must not see it.
  expect(cellsOf('retest-record', sheet, nth === 0 ? 1 : 0)).toMatchObject({ '裸眼视力（右）初测': '' })
  expect(fields(sheet.foot)).toMatchObject({
    复测人数: '1人',
    戴镜复测人数: '0人',
    非戴镜复测人数: '1人',
    复测率: '33.33%',
    复测项次: '4',
  })
  const answer = await admin.call(paperSheets, { planId, form: 'retest-record' })
  expect([answer.code, answer.message]).toEqual([700, '请选择一项筛查任务'])
})
test('the summary counts boys, girls and both of each grade', async () => {
  const [sheet, ...none] = await sheets(admin, 'summary')
  if (!sheet) throw new Error('no sheet')
  expect(none).toEqual([])
  const boys = {
    年级: '三年级',
    性别: '男',
    应检: '5',
    实检: '4',
    受检率: '80.00%',
    有效: '3',
    视力不良轻度: '0',
    视力不良轻度率: '0.00%',
    视力不良中度: '1',
    视力不良中度率: '33.33%',
    视力不良重度: '0',
    视力不良重度率: '0.00%',
    视力不良未分度: '0',
    视力不良合计: '1',
    视力不良合计率: '33.33%',
    近视统计人数: '3',
    近视低度: '1',
    近视低度率: '33.33%',
    近视中度: '0',
    近视中度率: '0.00%',
    近视高度: '0',
    近视高度率: '0.00%',
    近视未分度: '0',
    近视合计: '1',
    近视合计率: '33.33%',
    戴镜人数框架: '0',
    戴镜人数隐形: '0',
    戴镜人数塑形镜: '0',
    建议就诊: '1',
  }
  expect(cellsOf('summary', sheet, 0)).toEqual(boys)
  expect(cellsOf('summary', sheet, 1)).toMatchObject({
    性别: '女',
    应检: '0',
    受检率: '--',
    近视合计率: '--',
  })
  expect(cellsOf('summary', sheet, 2)).toEqual({ ...boys, 性别: '小计' })
  // One grade is the whole.
  expect(sheet.rows).toHaveLength(3)
  expect(fields(sheet.head)).toEqual({ 地区: expect.stringContaining('西湖区'), 单位: '结果导出小学' })
  const [ofClass] = await sheets(admin, 'summary', { classId: classIds[0] })
  expect(fields(ofClass?.head ?? [])).toMatchObject({ 单位: '结果导出小学三年级1班' })
})

const schoolOf = async () =>
  Number((await rowsOf<{ id: string }>(app.current, `select id from org where name = '结果导出小学'`))[0]?.id)
