// Ten pupils whose every figure was worked out by hand.
import { beforeAll, describe, expect, test } from 'vitest'
import { WARNING_LEGEND } from '#contract/eyesight/warning-words.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report, ReportValue } from '#contract/reports/report/report.ts'
import { useApp } from '../testing/app.ts'
import { must } from '../testing/people.ts'
import { expectReportRight, tableNamed, tablesOf } from '../testing/reports/report-tables.ts'
import { makeTenStudents } from '../testing/reports/ten-students.ts'

const node = useApp()
let made: Awaited<ReturnType<typeof makeTenStudents>>
let report: Report
beforeAll(async () => {
  made = await makeTenStudents(node.current)
  // The one of 三级 is overdue, that of 二级 is closed.
  await node.current.sql(`update warning set due_on = '2020-01-01' where plan_id = ${made.planId} and level = 3;
    update warning set status = 4 where plan_id = ${made.planId} and level = 2`)
  report = await must(made.admin.call(reportEndpoints.schoolReport, { planId: made.planId }))
})

/** 7 is a count, 6/7 a percent, 3/0 nobody, 179~4 a mean of readings in tenths. */
function valueOfText(text: string): ReportValue {
  const [, above, sign, below] = /^(\d+)(?:([/~])(\d+))?$/.exec(text) ?? []
  if (sign === undefined) return Number(above)
  if (Number(below) === 0) return null
  return sign === '/' ? (Number(above) * 100) / Number(below) : Number(above) / Number(below) / 10
}

const THIRD = '7 6 6/7 5'
const FOURTH = '3 2 2/3 2'
const ALL = '10 8 8/10 7'
const FIRST_CLASS = '4 4 4/4 4'
const SECOND_CLASS = '3 2 2/3 1'

const EXPECTED: Record<string, Record<string, string>> = {
  // 有效率, 已登记未检
  'progress-grade': {
    三年级: `${THIRD} 5/6 1`,
    四年级: `${FOURTH} 2/2 0`,
    合计: `${ALL} 7/8 1`,
  },
  // 男 应筛 实筛 有效 有效率, 女
  'progress-by-sex-grade': {
    三年级: '4 4 3 3/4 3 2 2 2/2',
    四年级: '1 1 1 1/1 2 1 1 1/1',
    合计: '5 5 4 4/5 5 3 3 3/3',
  },
  'progress-class': {
    三年级: `${THIRD} 5/6 1`,
    三年级1班: `${FIRST_CLASS} 4/4 0`,
    三年级2班: `${SECOND_CLASS} 1/2 1`,
    四年级: `${FOURTH} 2/2 0`,
    四年级1班: `${FOURTH} 2/2 0`,
    合计: `${ALL} 7/8 1`,
  },
  // 统计, 近视, 高度, 高度占近视
  'myopia-sex': {
    男生: '4 2 2/4 0 0/4 0/2',
    女生: '3 2 2/3 1 1/3 1/2',
    合计: '7 4 4/7 1 1/7 1/4',
  },
  'myopia-grade': {
    三年级: '5 4 4/5 1 1/5 1/4',
    四年级: '2 0 0/2 0 0/2 0/0',
    合计: '7 4 4/7 1 1/7 1/4',
  },
  'myopia-by-sex-grade': {
    三年级: '5 4 4/5 3 2 2/3 2 2 2/2',
    四年级: '2 0 0/2 1 0 0/1 1 0 0/1',
    合计: '7 4 4/7 4 2 2/4 3 2 2/3',
  },
  'myopia-class': {
    三年级: '5 4 4/5 1 1/5 1/4',
    三年级1班: '4 3 3/4 1 1/4 1/3',
    三年级2班: '1 1 1/1 0 0/1 0/1',
    四年级: '2 0 0/2 0 0/2 0/0',
    四年级1班: '2 0 0/2 0 0/2 0/0',
    合计: '7 4 4/7 1 1/7 1/4',
  },
  // 有效, 视力不良, 轻, 中, 重, 平均视力 (50 + 47 + 42 + 40 of the third grade's right eyes)
  'vision-grade': {
    三年级: '5 3 3/5 0 0/5 1 1/5 2 2/5 179~4 181~4',
    四年级: '2 1 1/2 1 1/2 0 0/2 0 0/2 99~2 100~2',
    合计: '7 4 4/7 1 1/7 1 1/7 2 2/7 278~6 281~6',
  },
  // 有效, 框架, 隐形, 塑形镜, 戴镜率, 视力不良, 未矫, 欠矫, 足矫, 未矫与欠矫率
  'correction-grade': {
    三年级: '5 2 0 1 3/5 3 1 1/3 1 1/3 1 1/3 2/3',
    四年级: '2 0 0 0 0/2 1 1 1/1 0 0/1 0 0/1 1/1',
    合计: '7 2 0 1 3/7 4 2 2/4 1 1/4 1 1/4 3/4',
  },
  'correction-class': {
    三年级: '5 2 0 1 3/5 3 1 1/3 1 1/3 1 1/3 2/3',
    三年级1班: '4 2 0 0 2/4 3 1 1/3 1 1/3 1 1/3 2/3',
    三年级2班: '1 0 0 1 1/1 0 0 0/0 0 0/0 0 0/0 0/0',
    四年级: '2 0 0 0 0/2 1 1 1/1 0 0/1 0 0/1 1/1',
    四年级1班: '2 0 0 0 0/2 1 1 1/1 0 0/1 0 0/1 1/1',
    合计: '7 2 0 1 3/7 4 2 2/4 1 1/4 1 1/4 3/4',
  },
  // 统计, 低, 中, 高, 未分度
  'myopia-degree-grade': {
    三年级: '5 1 1/5 1 1/5 1 1/5 1 1/5',
    四年级: '2 0 0/2 0 0/2 0 0/2 0 0/2',
    合计: '7 1 1/7 1 1/7 1 1/7 1 1/7',
  },
  // 有效, 近视前期, 远视, 散光, 屈光参差
  'refraction-grade': {
    三年级: '5 1 1/5 0 0/5 1 1/5 0 0/5',
    四年级: '2 2 2/2 1 1/2 0 0/2 1 1/2',
    合计: '7 3 3/7 1 1/7 1 1/7 1 1/7',
  },
  // 有效, 建议就诊, 关注, 一级, 二级, 三级
  'warning-grade': {
    三年级: '5 2 2/5 1 1/5 1 1/5 0 0/5 1 1/5',
    四年级: '2 1 1/2 1 1/2 0 0/2 1 1/2 0 0/2',
    合计: '7 3 3/7 2 2/7 1 1/7 1 1/7 1 1/7',
  },
  // 建议就诊, 30日内就诊, 90日内就诊: nobody was yet
  'visits-grade': {
    三年级: '2 0 0/2 0 0/2',
    四年级: '1 0 0/1 0 0/1',
    合计: '3 0 0/3 0 0/3',
  },
  // 预警, 待处理, 已通知, 已干预, 已关闭, 已处理占比, 已逾期
  'follow-up-level': {
    三级: '1 1 0 0 0 0/1 1',
    二级: '1 0 0 0 1 1/1 0',
    一级: '1 1 0 0 0 0/1 0',
    合计: '3 2 0 0 1 1/3 1',
  },
}

describe('every cell of a school of ten', () => {
  test.each(Object.entries(EXPECTED))('%s', (id, rows) => {
    const shown = tableNamed(report, id).rows.map(({ name, values }) => [name, values])
    const worked = Object.entries(rows).map(([name, text]) => [name, text.split(' ').map(valueOfText)])
    expect(shown).toEqual(worked)
  })

  test('there is no other table, nor a trend of a single plan', () => {
    expect(tablesOf(report).map(({ id }) => id)).toEqual(Object.keys(EXPECTED))
    expect(report.sections.find(({ id }) => id === 'trend')?.isEmpty).toBe(true)
  })

  test('the sections are in the order of a school report', () => {
    expect(report.sections.map(({ title }) => title)).toEqual([
      '概述',
      '近视情况',
      '视力情况',
      '视力矫正情况',
      '屈光情况',
      '建议就诊与预警情况',
      '预警与随访',
      '与上次计划比较',
      '历年趋势',
    ])
    expectReportRight(report)
  })
})

test('the sentences say what the tables say', () => {
  const paragraphsOf = (id: string) => report.sections.find((section) => section.id === id)?.paragraphs
  expect(paragraphsOf('overview')?.[0]).toMatch(
    /^本计划正在进行，以下数据截至\d{4}年\d+月\d+日，完成率80\.00%，计划结束前还会变化。$/,
  )
  expect(paragraphsOf('overview')?.slice(1)).toEqual([
    '本次筛查涉及3个班级。',
    '全校应筛10人，实筛8人，完成率80.00%，未达到目标完成率95%，相差15.00个百分点。',
    '实筛学生中有效7人，有效率87.50%；1人数据不完整或无法检查，不计入各项比率。',
    '未筛查2人，其中已登记原因1人（请假1人），未登记原因1人。',
    '纳入近视率统计7人中，近视4人，近视率57.14%；有效7人中，视力不良4人，视力不良率57.14%；建议就诊3人，建议就诊率42.86%。',
    '各年级均未达到目标完成率95%，最低的是四年级（66.67%）。',
  ])
  expect(paragraphsOf('myopia')).toEqual([
    '纳入近视率统计7人，其中近视4人，近视率57.14%；高度近视1人，高度近视率14.29%。',
    '男生近视率50.00%，女生近视率66.67%，女生高于男生16.67个百分点。',
    '对照2030年防控目标：小学近视率57.14%，高于38%的目标线。',
  ])
  expect(paragraphsOf('vision')?.[0]).toBe(
    '有效7人中，视力不良4人，视力不良率57.14%；轻度、中度、重度视力不良分别占有效人数的14.29%、14.29%、28.57%；平均裸眼视力右眼4.6、左眼4.7。',
  )
  expect(paragraphsOf('correction')?.[0]).toBe(
    '有效7人的戴镜率为42.86%；视力不良4人中，未矫2人，未矫率50.00%；欠矫1人，欠矫率25.00%；足矫1人，足矫率25.00%。',
  )
  expect(paragraphsOf('warning')?.[0]).toBe(
    '有效7人中，建议就诊3人，建议就诊率42.86%；各级预警学生占有效人数：关注28.57%、一级14.29%、二级14.29%、三级14.29%。',
  )
  expect(tableNamed(report, 'warning-grade').notes).toEqual([WARNING_LEGEND])
  expect(paragraphsOf('follow-up')).toEqual([
    '报告生成时有预警的学生3人，其中三级1人、二级1人、一级1人。',
    '已通知、已干预和已关闭的共1人，占33.33%；待处理2人；未关闭的2人中已逾期1人，占50.00%。',
    '三级预警学生中待处理1人、已逾期1人，应优先随访。',
  ])
  expect(paragraphsOf('comparison')).toEqual(['没有可比较的上次计划。'])
})

test('the notes give rules, profile and time of the figures', () => {
  const notes = report.notes.join('\n')
  expect(notes).toContain('近视率 = 近视人数 ÷ 纳入近视率统计的有效人数 × 100%')
  expect(notes).toContain('未矫率、欠矫率、足矫率 = 未矫、欠矫、足矫人数 ÷ 视力不良人数 × 100%')
  expect(notes).toContain('判定标准：防控指南三级（默认）。')
  expect(notes).toMatch(/数据截至\d{4}年\d+月\d+日 \d\d:\d\d；计划“[^”]+”（\d{4}年\d+月\d+日至/)
  expect(report).toMatchObject({ kind: 'school', lastPlan: null, comparison: null, frozen: null })
})

test('the class has its four pupils with what was found', async () => {
  const { classIds, planId, admin } = made
  const ofClass = await must(admin.call(reportEndpoints.classReport, { planId, classId: classIds[0] ?? 0 }))
  expectReportRight(ofClass)
  const { rows, columns } = tableNamed(ofClass, 'roster-student')
  const at = (key: string) => columns.findIndex((column) => column.key === key)
  const shown = rows.map(({ name, values }) => [
    name,
    ...['sex', 'nakedRight', 'nakedLeft', 'seRight', 'conclusion', 'warning', 'referral'].map(
      (key) => values[at(key)],
    ),
  ])
  expect(shown).toEqual([
    ['学甲', '男', 5, 5, 0.25, '视力正常、近视前期', '无', '否'],
    ['学乙', '女', 4.7, 4.8, -1.5, '低度近视', '一级', '是'],
    ['学丙', '男', 4.2, 4.3, -3.5, '中度近视', '关注', '否'],
    ['学丁', '女', 4, 4, -6.75, '高度近视、散光', '三级', '是'],
  ])
  // Of the three in the school 学壬 is in another class.
  expect(tableNamed(ofClass, 'follow-up-level').rows.map(({ name, values }) => [name, values[0]])).toEqual([
    ['三级', 1],
    ['二级', 0],
    ['一级', 1],
    ['合计', 2],
  ])
  const second = await must(admin.call(reportEndpoints.classReport, { planId, classId: classIds[1] ?? 0 }))
  const conclusions = tableNamed(second, 'roster-student').rows.map(({ values }) => values[at('conclusion')])
  expect(conclusions[0]).toBe('近视（角膜塑形镜）')
  expect(conclusions[1]).toBe('未筛查（请假）')
  expect(conclusions[2]).toContain('数据不完整')
})

test('the district report shows the same numbers for its only school', async () => {
  const { by, planId } = made
  // As if the district had no other school.
  await node.current.sql(`
    insert into plan_end_school (plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task)
    select plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task from plan_school
    where plan_id = ${planId} and begun;
    update plan set range_stored = true where id = ${planId};
    insert into warning (scope, plan_id, school_org_id, class_id, province_id, city_id, region_id, level, reasons,
      indicators, status, due_on)
    select scope, ${planId}, case when scope < 4 then id end, case scope when 2 then ${made.classIds[0]} end, province_id,
      city_id, region_id, level, '[]', '{}', given.status, '2020-01-01'
    from org, (values (2, 1, 1), (3, 3, 2), (4, 2, 4)) as given (scope, level, status) where id = ${made.orgId}`)
  const region = await must(by.call(reportEndpoints.regionReport, { planId }))
  expectReportRight(region)
  expect(tableNamed(region, 'follow-up-level').rows).toEqual(tableNamed(report, 'follow-up-level').rows)
  // 预警单位, 三级, 二级, 一级, 待处理, 已通知, 已干预, 已关闭, 已逾期
  expect(tableNamed(region, 'follow-up-unit').rows.map(({ name, values }) => [name, ...values])).toEqual([
    ['区县', 1, 0, 1, 0, 0, 0, 0, 1, 0],
    ['学校', 1, 1, 0, 0, 0, 1, 0, 0, 1],
    ['班级', 1, 0, 0, 1, 1, 0, 0, 0, 1],
  ])
  expect(region.sections.find(({ id }) => id === 'follow-up')?.paragraphs.at(-1)).toBe(
    '报告生成时有预警的单位：区县1个（二级1个）、学校1所（三级1所）、班级1个（一级1个）。',
  )
  const [school] = tableNamed(region, 'ranking-unit').rows
  const worked = `${ALL} 7 4 4/7 1 1/7 4 4/7 3 3/7`.split(' ').map(valueOfText)
  expect(school?.values).toEqual(worked)
  expect(tableNamed(region, 'refraction-stage').rows.map(({ values }) => values)).toEqual(
    Array.from({ length: 2 }, () => (EXPECTED['refraction-grade']?.合计 ?? '').split(' ').map(valueOfText)),
  )
})
