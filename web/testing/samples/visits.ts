import type { OpenedLetter, OwnVisit, StudentVisit } from '#contract/visits/visit-schemas.ts'

export const studentVisit = (change: Partial<StudentVisit> = {}): StudentVisit => ({
  visitId: 71,
  recordId: 51,
  visitedOn: '2026-10-20',
  age: 9.44,
  source: 1,
  hospitalName: '西湖人民医院',
  cycloplegic: true,
  sphereRight: -2.25,
  sphereLeft: 0.5,
  cylinderRight: -0.5,
  cylinderLeft: 0,
  axisRight: 175,
  axisLeft: null,
  correctedRight: 5,
  correctedLeft: 5.1,
  axialRight: 24.37,
  axialLeft: 23.9,
  diagnosis: '右眼近视',
  treatments: [1, 3],
  nextOn: '2027-01-20',
  remark: '',
  recordedBy: '林文博',
  recordedAt: '2026-10-20T02:00:00.000Z',
  withdrawnAt: null,
  withdrawReason: '',
  mayWithdraw: true,
  ...change,
})

export const ownVisit = (change: Partial<OwnVisit> = {}): OwnVisit => ({
  ...studentVisit(),
  maskedName: '张*明',
  schoolName: '文一路小学',
  letterNo: '000931',
  ...change,
})

const EYE = {
  naked: '4.7',
  corrected: '—',
  sphere: '−1.50',
  cylinder: '−0.25',
  axis: '180',
  equivalent: '−1.625',
  hint: '视力低于正常',
}
export const openedLetter = (change: Partial<OpenedLetter> = {}): OpenedLetter => ({
  letterNo: '000931',
  maskedName: '张*明',
  schoolName: '文一路小学',
  className: '三年级1班',
  checkedOn: '2026-10-09',
  glasses: '未戴镜',
  eyes: [EYE, { ...EYE, naked: '5.1' }],
  finding: 'referral',
  conclusion: '低度近视',
  hospitalName: '西湖人民医院',
  visits: [],
  ...change,
})
