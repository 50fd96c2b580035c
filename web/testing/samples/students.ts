import { SchoolStage, Sex, StudentStatus, StudentType, YesNo } from '#contract/core/codes.ts'
import type { EnrolmentRow, StudentDetail, StudentRow } from '#contract/students/schemas.ts'
import { DISTRICT_NAME } from './areas.ts'
import { ORG_IDS } from './users.ts'

/** A pupil of 一年级 1班 of the sample school; numbers masked, as the server sends them. */
export const studentRow = (change: Partial<StudentRow> = {}): StudentRow => ({
  studentId: 1001,
  name: '陈一诺',
  sex: Sex.code.female,
  birthDate: '2019-05-04',
  studentType: StudentType.code.mainland,
  status: StudentStatus.code.own,
  idCard: '330106************',
  passportNo: null,
  studentNo: 'G330106************',
  nation: '01',
  parentName: '陈明',
  parentPhone: '138****0002',
  faceCollected: YesNo.code.no,
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  prefix: SchoolStage.code.primary,
  gradeId: 11,
  gradeName: '一年级',
  classId: 111,
  className: '1班',
  version: 3,
  ...change,
})

export const enrolment = (change: Partial<EnrolmentRow> = {}): EnrolmentRow => ({
  recordId: 501,
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  gradeName: '一年级',
  className: '1班',
  schoolYear: 2026,
  fromOn: '2026-09-01',
  toOn: null,
  historyType: null,
  reason: null,
  ...change,
})

export const studentDetail = (change: Partial<StudentDetail> = {}): StudentDetail => ({
  ...studentRow(),
  areaName: DISTRICT_NAME,
  nativePlace: '杭州',
  leftAs: null,
  leftOn: null,
  faceConsent: false,
  faceEnabled: true,
  enrolments: [enrolment()],
  createdAt: '2026-09-01T01:00:00.000Z',
  updatedAt: '2026-09-01T01:00:00.000Z',
  ...change,
})
