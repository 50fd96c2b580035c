import { SHIPPED_RULES } from '#contract/warning/rules.ts'
import type { SettingReview, SettingState } from '#contract/warning/setting-schemas.ts'
import type { WarningDetail, WarningReading, WarningRow } from '#contract/warning/warning-schemas.ts'
import { ORG_IDS } from './users.ts'

export const warningRow = (change: Partial<WarningRow> = {}): WarningRow => ({
  warningId: 501,
  scope: 1,
  level: 2,
  planId: 21,
  planName: '2026年秋季视力筛查',
  studentId: 1001,
  name: '陈一诺',
  unitName: null,
  areaName: '西湖区',
  schoolName: '文一路小学',
  className: '四年级2班',
  reasons: ['筛查二级预警', '右眼近视进展快 0.93D/年'],
  status: 1,
  ended: null,
  raisedOn: '2026-11-11',
  dueOn: '2026-12-11',
  overdue: false,
  letter: 'printed',
  visitedOn: null,
  version: 1,
  ...change,
})

/** A school whose rate of poor vision rose. */
export const schoolWarning = (change: Partial<WarningRow> = {}): WarningRow =>
  warningRow({
    warningId: 601,
    scope: 3,
    level: 3,
    studentId: null,
    name: null,
    unitName: '文一路小学',
    className: null,
    reasons: ['视力不良率同比上升 5.2个百分点'],
    letter: null,
    ...change,
  })

export const warningReading = (change: Partial<WarningReading> = {}): WarningReading => ({
  on: '2026-11-11',
  ageYears: 9.97,
  visit: false,
  cycloplegic: false,
  glasses: '不戴镜',
  nakedRight: 4.5,
  nakedLeft: 5,
  correctedRight: null,
  correctedLeft: null,
  sphereRight: -1,
  sphereLeft: -0.5,
  cylinderRight: -0.5,
  cylinderLeft: 0,
  axisRight: 8,
  axisLeft: null,
  seRight: -1.25,
  seLeft: -0.5,
  axialRight: null,
  axialLeft: null,
  ...change,
})

export const warningDetail = (change: Partial<WarningDetail> = {}): WarningDetail => ({
  ...warningRow(),
  sex: '女',
  age: 9,
  taskId: 31,
  classId: 111,
  schoolOrgId: ORG_IDS.school,
  areaId: '330106',
  gradesName: '风险分级',
  facts: [
    {
      indicator: 'level',
      label: '筛查预警级别',
      sentence: '筛查二级预警：右眼裸眼视力 4.5 低于 4.7。',
      rule: '本次筛查结果达到计划固定的预警级别。',
      level: 2,
    },
    {
      indicator: 'progression',
      label: '近视进展快',
      sentence: '右眼等效球镜由 −0.25 变为 −1.25，间隔 391 天，折合每年 −0.93 D（界限 0.75 D/年）。',
      rule: '折合每年加深的度数（近视进展快≥0.75D/年）。',
      level: 2,
    },
  ],
  readings: [
    warningReading(),
    warningReading({ on: '2025-10-16', ageYears: 8.9, seRight: -0.25, seLeft: 0.25 }),
  ],
  progression: {
    eye: 1,
    from: { on: '2025-10-16', ageYears: 8.9, se: -0.25 },
    to: { on: '2026-11-11', ageYears: 9.97, se: -1.25 },
    days: 391,
    change: -1,
    perYear: -0.93,
  },
  events: [
    {
      at: '2026-11-11T02:24:00.000Z',
      kind: 'raised',
      title: '生成二级预警',
      note: '筛查预警级别、近视进展快',
      by: null,
    },
  ],
  closeReason: null,
  closedNote: '',
  letterId: 9,
  reminders: 0,
  mayAct: true,
  ...change,
})

/** New rules that are being applied. */
export const settingReview = (change: Partial<SettingReview> = {}): SettingReview => ({
  version: 1,
  state: 'students',
  percent: 40,
  finishedAt: null,
  raised: 0,
  ended: 0,
  changed: 0,
  ...change,
})

/** A district that inherits the platform's rules by way of its city. */
export const settingState = (change: Partial<SettingState> = {}): SettingState => ({
  areaName: '西湖区',
  version: 0,
  top: false,
  above: [...SHIPPED_RULES],
  aboveName: '杭州市',
  own: [],
  effective: [...SHIPPED_RULES],
  versions: [],
  ...change,
})
