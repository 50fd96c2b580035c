// Live figures: progress, rates, what is behind a number, intake.

import { endpoint, FileOutput } from '../../core/endpoint.ts'
import { page } from '../../core/envelope.ts'
import { NameDisclosure } from '../../core/private-name.ts'
import {
  Breakdown,
  BreakdownQuery,
  ExplainQuery,
  Explanation,
  FigureStudent,
  FigureStudentsQuery,
  IndicatorQuery,
  IndicatorTable,
  Intake,
  IntakeQuery,
  PlanOverview,
  UnitQuery,
} from './figure-schemas.ts'
import { SEE_STUDENTS } from './figure-small-cells.ts'

const read = { method: 'GET', scoped: true, audit: null } as const
const file = { method: 'GET', scoped: true, download: true, output: FileOutput } as const
const readers = [
  'planDetail',
  'planDetailTakingPart',
  'cityProgress',
  'regionProgress',
  'indicators',
  'indicatorsTakingPart',
] as const
/** Readers of reports choose the unit from the places of the plan, so they may call this too. */
const reportReaders = [
  'provinceReport',
  'cityReport',
  'regionReport',
  'schoolReport',
  'gradeReport',
  'classReport',
  'designReport',
] as const

export const figureEndpoints = {
  breakdown: endpoint({
    ...read,
    path: '/manager/figure/breakdown',
    summary: '下级区域、学校、年级或班级的人数与进度',
    access: [...readers, ...reportReaders],
    input: BreakdownQuery,
    output: Breakdown,
  }),
  planOverview: endpoint({
    ...read,
    path: '/manager/figure/planOverview',
    summary: '计划进度：按学段、承担机构与日期',
    access: ['planDetail', 'planDetailTakingPart'],
    input: UnitQuery.pick({ planId: true }),
    output: PlanOverview,
  }),
  indicatorTable: endpoint({
    ...read,
    path: '/manager/figure/indicators',
    summary: '下级单位的各项比率及与上次计划的比较',
    access: ['indicators', 'indicatorsTakingPart'],
    input: IndicatorQuery,
    output: IndicatorTable,
  }),
  saveBreakdown: endpoint({
    ...file,
    path: '/manager/figure/breakdown/file',
    summary: '导出进度表',
    access: ['planDetail', 'planDetailTakingPart', 'cityProgress', 'regionProgress'],
    audit: 'export.progress',
    input: BreakdownQuery,
  }),
  saveIndicators: endpoint({
    ...file,
    path: '/manager/figure/indicators/file',
    summary: '导出比率表',
    access: ['indicators', 'indicatorsTakingPart'],
    audit: 'export.rates',
    input: IndicatorQuery,
  }),
  explainFigure: endpoint({
    ...read,
    path: '/manager/figure/explain',
    summary: '一个数字的由来：分子、分母、规则与时间',
    access: readers,
    input: ExplainQuery,
    output: Explanation,
  }),
  figureStudents: endpoint({
    ...read,
    path: '/manager/figure/students',
    summary: '一个数字背后的学生',
    access: SEE_STUDENTS,
    audit: 'record.list',
    input: FigureStudentsQuery.safeExtend(NameDisclosure.shape),
    output: page(FigureStudent),
  }),
  intake: endpoint({
    ...read,
    path: '/manager/figure/intake',
    summary: '计划数据接入：来源、无效、冲突、复测与欠缺',
    access: ['planIntake', 'planIntakeTakingPart'],
    input: IntakeQuery,
    output: Intake,
  }),
}
