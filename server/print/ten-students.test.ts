// A school of ten: every cell of 结果记录表, 复测记录表 and 汇总表 as a person with a pencil would fill it in, by the
// definitions of the domain (profile with `<`, three degrees). Nothing expected here is computed by the product.
import { beforeAll, describe, expect, test } from 'vitest'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import type { PaperSheet } from '#contract/print/paper-schemas.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { savedRow, type Typed } from '../testing/readings.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../testing/roster.ts'
import { newPlan, newTask, recordsOf } from '../testing/screening.ts'

const app = useApp()
const born = (months: number) => dayFromNow(-Math.round(months * 30.44))
const FIVE = born(66)
const NINE = born(114)

type Readings = readonly [naked: number, sphere: number, cylinder: number, axis?: number]
/** Both eyes: vision, sphere, cylinder and, where there is a cylinder, its axis. */
const eyes = (right: Readings, left: Readings): Typed => ({
  nakedRight: right[0],
  sphereRight: right[1],
  cylinderRight: right[2],
  ...(right[3] === undefined ? {} : { axisRight: right[3] }),
  nakedLeft: left[0],
  sphereLeft: left[1],
  cylinderLeft: left[2],
  ...(left[3] === undefined ? {} : { axisLeft: left[3] }),
})
const corrected = (right: number, left: number): Typed => ({ correctedRight: right, correctedLeft: left })

type Child = {
  name: string
  sex: 1 | 2
  read: Typed
  /** From 戴镜类型 on, as it stands on 结果记录表. */
  cells: string[]
}
/** Of kindergarten, all five years old: vision up to 4.9 is low and has no degree. */
const SMALL: Child[] = [
  {
    // 4.9 ≤ 4.9, no glasses: 视力低常, referred. Below 5.0 is level one. SE +1.00 is no finding.
    name: '甲一',
    sex: 1,
    read: { glasses: 1, ...eyes([4.9, 1, 0], [5, 1, 0]) },
    cells: '未戴镜|4.9|5.0|||+1.00|+1.00|0.00|0.00|||+1.000|+1.000|视力低常|正常|有效|一级|是|'.split('|'),
  },
  {
    // SE −0.25 < 0: the reserve is short, which is watched; vision is good.
    name: '乙二',
    sex: 2,
    read: { glasses: 1, ...eyes([5, -0.25, 0], [5.1, 0, 0]) },
    cells: '未戴镜|5.0|5.1|||-0.25|0.00|0.00|0.00|||-0.250|0.000|正常|远视储备不足|有效|关注|否|'.split('|'),
  },
  {
    // Under six: 4.7 < 4.9 and −0.50 ≤ −0.50 in one eye is myopia. 4.7 is more than 0.2 under 5.0: level two.
    name: '丙三',
    sex: 2,
    read: { glasses: 1, ...eyes([4.7, -0.5, 0], [5, 0.25, 0]) },
    cells: '未戴镜|4.7|5.0|||-0.50|+0.25|0.00|0.00|||-0.500|+0.250|视力低常|低度近视|有效|二级|是|'.split(
      '|',
    ),
  },
]
/** Of 三年级1班. */
const FIRST: Child[] = [
  {
    // SE 0.50 − 0.125 = +0.375 and +0.25: up to +0.75 is 近视前期, not above +0.50. Not below zero: not watched.
    name: '丁四',
    sex: 1,
    read: { glasses: 1, ...eyes([5, 0.5, -0.25, 180], [5.1, 0.25, 0]) },
    cells: '未戴镜|5.0|5.1|||+0.50|+0.25|-0.25|0.00|180||+0.375|+0.250|正常|近视前期|有效|无|否|'.split('|'),
  },
  {
    // 4.8 is 中度. SE −1.00 − 0.25 = −1.25 with 4.8: 低度; the left −0.50 is not past the line. Cylinder 0.50: 低度散光.
    // 4.8 < 4.9 without glasses is referred, and level one.
    name: '戊五',
    sex: 1,
    read: { glasses: 1, ...eyes([4.8, -1, -0.5, 90], [4.9, -0.5, 0]) },
    cells:
      '未戴镜|4.8|4.9|||-1.00|-0.50|-0.50|0.00|90||-1.250|-0.500|中度视力不良|低度近视、低度散光|有效|一级|是|'.split(
        '|',
      ),
  },
  {
    // 4.2 ≤ 4.5: 重度. SE −3.50 − 0.50 = −4.00: 中度. With glasses 5.0 and 4.9: not referred, 欠矫, so level one.
    name: '己六',
    sex: 2,
    read: { glasses: 2, ...corrected(5, 4.9), ...eyes([4.2, -3.5, -1, 10], [4.3, -3, 0]) },
    cells:
      '框架眼镜|4.2|4.3|5.0|4.9|-3.50|-3.00|-1.00|0.00|10||-4.000|-3.000|重度视力不良|中度近视、低度散光|有效|一级|否|'.split(
        '|',
      ),
  },
  {
    // Ortho-K: always myopic, without a known power of no degree; complete with corrected vision alone, no warning.
    name: '庚七',
    sex: 2,
    read: { glasses: 4, ...corrected(5, 5.1) },
    cells: '角膜塑形镜|||5.0|5.1||||||||||近视（角膜塑形镜）|有效|无|否|'.split('|'),
  },
]
/** Of 三年级2班. */
const SECOND: Child[] = [
  { name: '辛八', sex: 1, read: { absence: 1 }, cells: '|||||||||||||||未筛查|||请假'.split('|') },
  {
    // The left eye has no refraction: examined, not valid, nothing concluded.
    name: '壬九',
    sex: 2,
    read: { glasses: 1, nakedRight: 4.5, nakedLeft: 4.6, sphereRight: -2, cylinderRight: 0 },
    cells: '未戴镜|4.5|4.6|||-2.00||0.00||||-2.000||||无效|||'.split('|'),
  },
  {
    // SE −6.00 − 0.25 = −6.25 < −6.00: 高度. With lenses 4.8 < 4.9: referred.
    name: '癸十',
    sex: 1,
    read: { glasses: 3, ...corrected(4.8, 5), ...eyes([4, -6, -0.5, 5], [4.1, -5, 0]) },
    cells:
      '隐形眼镜|4.0|4.1|4.8|5.0|-6.00|-5.00|-0.50|0.00|5||-6.250|-5.000|重度视力不良|高度近视、低度散光|有效|三级|是|'.split(
        '|',
      ),
  },
]
const CLASSES: readonly (readonly [name: string, birthDate: string, children: Child[]])[] = [
  ['大班1班', FIVE, SMALL],
  ['三年级1班', NINE, FIRST],
  ['三年级2班', NINE, SECOND],
]

let admin: By
let [planId, taskId] = [0, 0]
const idCards = new Map<string, string>()
const recordIds = new Map<string, number>()

beforeAll(async () => {
  const region = await signedIn(app.current, 'region01')
  const orgId = await newSchool(app.current, region, { name: '十人学校', stages: [1, 2] })
  const { classIds: small } = await newGrade(region, orgId, 1, 3, 1)
  const { classIds: large } = await newGrade(region, orgId, 2, 3, 2)
  const studentIds = new Map<number, string>()
  for (const [nth, classId] of [...small, ...large].entries()) {
    const [, birthDate = '', children = []] = CLASSES[nth] ?? []
    for (const { name, sex } of children) {
      const made = await newStudent(region, classId, { name, idCard: newIdCard(birthDate, sex) })
      idCards.set(name, made.idCard)
      studentIds.set(made.studentId, name)
    }
  }
  planId = await newPlan(region, { planName: '十人计划', stages: [1, 2], retestRatio: 100 })
  taskId = await newTask(region, planId, orgId)
  for (const { recordId, studentId } of await recordsOf(app.current, taskId))
    recordIds.set(studentIds.get(studentId) ?? '', recordId)
  admin = await signedIn(app.current, (await newUser(app.current, orgId, 20)).account)
  for (const { name, read } of CLASSES.flatMap(([, , children]) => children))
    await savedRow(admin, taskId, recordIds.get(name) ?? 0, read)
  await must(admin.call(recordEndpoints.drawRetest, { taskId }))
  const other = await signedIn(app.current, (await newUser(app.current, orgId, 30)).account)
  for (const [name, reading] of SECOND_READINGS)
    await must(
      other.call(recordEndpoints.saveRetest, { recordId: recordIds.get(name) ?? 0, reading } as never),
    )
})
const SECOND_READINGS: readonly (readonly [string, Typed])[] = [
  ['丁四', { glasses: 1, ...eyes([5.2, 1, -0.25, 180], [5.1, 0.25, 0]) }],
  ['己六', { glasses: 2, ...corrected(5, 5.1), ...eyes([4.3, -3.5, -1, 10], [4.3, -3.75, 0]) }],
  ['庚七', { glasses: 4, ...corrected(5, 5) }],
]

const sheetsOf = (form: 'result-record' | 'retest-record' | 'summary') =>
  must(admin.call(paperEndpoints.paperSheets, { planId, taskId, form }))
const fields = (lines: PaperSheet['foot']) =>
  Object.fromEntries(lines.flat().map(({ label, value }) => [label, value]))
/** Expected, examined, absent. */
const COUNTED = { 大班1班: [3, 3, 0], 三年级1班: [4, 4, 0], 三年级2班: [3, 2, 1] } as const

test('every cell of the record of results', async () => {
  const sheets = await sheetsOf('result-record')
  expect(sheets.map(({ bookmark }) => bookmark)).toEqual(CLASSES.map(([name]) => `十人学校 ${name}`))
  for (const [nth, [className, birthDate, children]] of CLASSES.entries()) {
    const sheet = sheets[nth] as PaperSheet
    expect(sheet.rows).toEqual(
      children.map(({ name, sex, cells }, at) => ({
        name,
        cells: [
          String(at + 1),
          null,
          sex === 1 ? '男' : '女',
          birthDate,
          '',
          `${idCards.get(name)?.slice(0, 6)}****`,
          ...cells,
        ],
      })),
    )
    const [expected, screened, absent] = COUNTED[className as keyof typeof COUNTED]
    expect(fields(sheet.foot)).toMatchObject({
      应检: `${expected}人`,
      实检: `${screened}人`,
      缺检: `${absent}人`,
    })
  }
})

describe('the record of second examinations', () => {
  /** Name, sex, class and glasses; of who is not examined once more nothing that was found the first time. */
  const waiting = (person: string): string => `${person}|${'|'.repeat(24)}`
  /** Each item: first, second, difference, over. Vision may differ by 0.1, SE by 0.50. */
  const ROWS = [
    waiting('甲一|男|大班1班'),
    waiting('乙二|女|大班1班'),
    waiting('丙三|女|大班1班'),
    // 5.2 − 5.0 = 0.2 is over; SE 1.00 − 0.125 = 0.875, less 0.375 = 0.50 is not.
    '丁四|男|三年级1班|未戴镜|5.0|5.2|+0.2|是|5.1|5.1|0.0|否|||||||||+0.375|+0.875|+0.500|否|+0.250|+0.250|0.000|否',
    waiting('戊五|男|三年级1班'),
    // 4.9 → 5.1 with glasses and −3.00 → −3.75 are over.
    '己六|女|三年级1班|框架眼镜|4.2|4.3|+0.1|否|4.3|4.3|0.0|否|5.0|5.0|0.0|否|4.9|5.1|+0.2|是|-4.000|-4.000|0.000|否|-3.000|-3.750|-0.750|是',
    // Of an ortho-K wearer vision now alone.
    '庚七|女|三年级1班|角膜塑形镜|||||||||5.0|5.0|0.0|否|5.1|5.0|-0.1|否||||||||',
    waiting('癸十|男|三年级2班'),
  ]

  test('every cell, and its sums', async () => {
    const [sheet, ...none] = await sheetsOf('retest-record')
    expect(none).toEqual([])
    // All eight with a valid result are drawn.
    expect(sheet?.rows).toEqual(
      ROWS.map((row, nth) => {
        const [name = '', ...cells] = row.split('|')
        return { name, cells: [String(nth + 1), null, ...cells] }
      }),
    )
    // 3 of 8 valid; items 4 + 6 + 2; over 1 + 2 + 0; 3 of 12.
    expect(fields(sheet?.foot ?? [])).toEqual({
      复测人数: '3人',
      戴镜复测人数: '2人',
      非戴镜复测人数: '1人',
      复测率: '37.50%',
      复测项次: '12',
      错误项次: '3',
      误差发生率: '25.00%',
      质控员: null,
      日期: null,
    })
  })
})

/**
 * 应检 实检 受检率 有效 | 视力不良 轻 % 中 % 重 % 未分度 合计 % | 近视 统计 低 % 中 % 高 % 未分度 合计 % | 框架 隐形 塑形镜 |
 * 建议就诊. Of 大班 the boy 甲一; the girls 乙二 丙三. Of 三年级 the boys 丁四 戊五 辛八(absent) 癸十, the girls 己六 庚七
 * 壬九(not valid). Rates are of the valid, boys of the boys.
 */
const SUMMARY = `
大班 男 1 1 100.00% 1 | 0 0.00% 0 0.00% 0 0.00% 1 1 100.00% | 1 0 0.00% 0 0.00% 0 0.00% 0 0 0.00% | 0 0 0 | 1
大班 女 2 2 100.00% 2 | 0 0.00% 0 0.00% 0 0.00% 1 1 50.00% | 2 1 50.00% 0 0.00% 0 0.00% 0 1 50.00% | 0 0 0 | 1
大班 小计 3 3 100.00% 3 | 0 0.00% 0 0.00% 0 0.00% 2 2 66.67% | 3 1 33.33% 0 0.00% 0 0.00% 0 1 33.33% | 0 0 0 | 2
三年级 男 4 3 75.00% 3 | 0 0.00% 1 33.33% 1 33.33% 0 2 66.67% | 3 1 33.33% 0 0.00% 1 33.33% 0 2 66.67% | 0 1 0 | 2
三年级 女 3 3 100.00% 2 | 0 0.00% 0 0.00% 1 50.00% 0 1 50.00% | 2 0 0.00% 1 50.00% 0 0.00% 1 2 100.00% | 1 0 1 | 0
三年级 小计 7 6 85.71% 5 | 0 0.00% 1 20.00% 2 40.00% 0 3 60.00% | 5 1 20.00% 1 20.00% 1 20.00% 1 4 80.00% | 1 1 1 | 2
合计 男 5 4 80.00% 4 | 0 0.00% 1 25.00% 1 25.00% 1 3 75.00% | 4 1 25.00% 0 0.00% 1 25.00% 0 2 50.00% | 0 1 0 | 3
合计 女 5 5 100.00% 4 | 0 0.00% 0 0.00% 1 25.00% 1 2 50.00% | 4 1 25.00% 1 25.00% 0 0.00% 1 3 75.00% | 1 0 1 | 1
合计 小计 10 9 90.00% 8 | 0 0.00% 1 12.50% 2 25.00% 2 5 62.50% | 8 2 25.00% 1 12.50% 1 12.50% 1 5 62.50% | 1 1 1 | 4`

test('every cell of the summary', async () => {
  const [sheet, ...none] = await sheetsOf('summary')
  expect(none).toEqual([])
  const lines = SUMMARY.trim().split('\n')
  expect(sheet?.rows.map(({ cells }) => cells)).toEqual(
    lines.map((line) => line.split(' ').filter((cell) => cell !== '|')),
  )
  expect(fields(sheet?.head ?? [])).toMatchObject({ 单位: '十人学校' })
})
