// What of a row stays empty although the monitoring sheet asks for it.
import { idParts } from './health-codes.ts'
import type { ScreeningRow } from './screening-row.ts'

export const HEALTH_GAPS = {
  waits: '待复测，初测结果未列出',
  noDistrict: '学校未填片区（好、中、差）',
  noPoint: '学校未填城区或乡镇',
  noCounty: '学校没有区县',
  noSchoolCode: '学校未填监测学校代码，没有监测编号',
  noGrade: '年级没有对应的代码',
  noNumber: '学生未编码，没有监测编号',
  noNation: '民族未填',
  noGlasses: '戴镜类型未填',
  noDay: '检查日期未填',
} as const
export type HealthGap = keyof typeof HEALTH_GAPS

/** What of a row stays empty although the sheet asks for it. */
export function healthGaps(row: ScreeningRow): HealthGap[] {
  const { district, point, county, school, grade, num } = idParts(row)
  const gaps: [HealthGap, boolean][] = [
    ['waits', row.blind],
    ['noDistrict', district === null],
    ['noPoint', point === null],
    ['noCounty', county === null],
    ['noSchoolCode', school === null],
    ['noGrade', grade === null],
    ['noNumber', num === null],
    ['noNation', row.nation === null],
    ['noGlasses', !row.blind && row.fields.glasses === null],
    ['noDay', !row.blind && row.fields.checkedOn === null],
  ]
  return gaps.flatMap(([gap, is]) => (is ? [gap] : []))
}
/** What every row lacks. */
export const HEALTH_NOTES: readonly string[] = [
  '16位监测编号缺任何一部分时整个留空：学校代码、片区和城乡在学校资料中填写，学生编码在筛查任务的班级中编。',
  '平台没有疾病史，学校表的 q31–q38 留空。',
]
