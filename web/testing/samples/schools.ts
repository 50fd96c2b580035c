import {
  ApprovalStatus,
  CityProperty,
  OrgProperty,
  OrgType,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
} from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import type { SchoolDetail } from '#contract/orgs/schemas.ts'
import type { ClassNode, GradeNode, SchoolOption, SchoolRow } from '#contract/schools/schemas.ts'
import { DISTRICT, DISTRICT_NAME } from './areas.ts'
import { ORG_IDS } from './users.ts'

/** One page that holds all rows of a list. */
export const pageOf = <Row>(list: Row[], total = list.length): Page<Row> => ({
  list,
  total,
  pageNum: 1,
  pageSize: 20,
})

export const schoolRow = (change: Partial<SchoolRow> = {}): SchoolRow => ({
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  orgProperty: OrgProperty.code.schoolIndependent,
  areaName: DISTRICT_NAME,
  stages: [SchoolStage.code.primary],
  schoolType: SchoolNewType.code.regular,
  schoolLevel: SchoolLevel.code.regular,
  cityProperty: CityProperty.code.urban,
  classCount: 12,
  studentCount: 480,
  lastScreenedOn: '2026-09-20',
  contactName: '周校医',
  contactPhone: '138****0001',
  status: ApprovalStatus.code.passed,
  expiresOn: '2030-12-31',
  enabled: true,
  version: 1,
  ...change,
})

export const schoolDetail = (change: Partial<SchoolDetail> = {}): SchoolDetail => ({
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  orgType: OrgType.code.school,
  orgProperty: OrgProperty.code.schoolIndependent,
  ...DISTRICT,
  areaName: DISTRICT_NAME,
  address: '文一路 100 号',
  contactName: '周校医',
  contactPhone: '13800000001',
  status: ApprovalStatus.code.passed,
  expiresOn: '2030-12-31',
  version: 1,
  stages: [SchoolStage.code.primary],
  schoolSystem: null,
  schoolType: SchoolNewType.code.regular,
  schoolLevel: SchoolLevel.code.regular,
  cityProperty: CityProperty.code.urban,
  areaGrade: null,
  monitoringCode: null,
  ...change,
})

/** The sample school as a search offers it. */
export const SCHOOL_OPTION: SchoolOption = {
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  areaName: DISTRICT_NAME,
  stages: [SchoolStage.code.primary],
}

/** Grades and classes of the sample school: 一年级 with 1班 and 2班, 二年级 with 1班. */
export const GRADES: GradeNode[] = [
  gradeNode(11, 1, '一年级', [
    { classId: 111, className: '1班', studentCount: 40, maleCount: 21 },
    { classId: 112, className: '2班', studentCount: 38, maleCount: 18 },
  ]),
  gradeNode(12, 2, '二年级', [{ classId: 121, className: '1班', studentCount: 41, maleCount: 20 }]),
]

function gradeNode(
  gradeId: number,
  gradeNo: number,
  gradeName: string,
  classes: Omit<ClassNode, 'classYear' | 'version'>[],
): GradeNode {
  return {
    gradeId,
    gradeNo,
    gradeName,
    prefix: SchoolStage.code.primary,
    prefixName: SchoolStage.label(SchoolStage.code.primary),
    classCount: classes.length,
    studentCount: classes.reduce((sum, { studentCount }) => sum + studentCount, 0),
    version: 1,
    classes: classes.map((node) => ({ ...node, classYear: 2027 - gradeNo, version: 1 })),
  }
}
