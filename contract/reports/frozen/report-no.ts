// The number a frozen report is known by: kind, area, school year and how many there were before, QX-330106-2025-000012.
import { z } from 'zod'
import type { Report } from '../report/report.ts'

/** 省级, 地市, 区县, 校级, 年级, 班级, 对比, 自定. */
const LETTERS: Record<Report['kind'], string> = {
  province: 'SJ',
  city: 'DS',
  region: 'QX',
  school: 'XJ',
  grade: 'NJ',
  class: 'BJ',
  contrast: 'DB',
  design: 'ZD',
}
const DIGITS = 6

/** Numbers of one series follow each other without a gap. A school's report counts in the area of the school. */
export const seriesOf = (kind: Report['kind'], areaId: string, schoolYear: number): string =>
  `${LETTERS[kind]}-${areaId}-${schoolYear}`

export const reportNoOf = (series: string, nth: number): string =>
  `${series}-${String(nth).padStart(DIGITS, '0')}`

export const ReportNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}-\d{6}-\d{4}-\d{6,12}$/, '报告编号格式有误')
