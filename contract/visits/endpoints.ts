// Visits to a hospital: recorded by hospitals, families and schools.
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { PublicLetter } from '../letters/letter-schemas.ts'
import { FAMILY_PATHS } from '../letters/paths.ts'
import {
  FamilyVisit,
  LetterKey,
  OpenedLetter,
  OwnVisitPage,
  OwnVisitQuery,
  RecordVisit,
  RecordVisitByLetter,
  StudentVisit,
  StudentVisitQuery,
  WithdrawVisit,
} from './visit-schemas.ts'

const recording = { method: 'POST', access: ['visitRecord'], scoped: true } as const
/** The number of a letter can be guessed: tries are limited per account. */
const byLetter = { ...recording, findsByNumber: ['letterNo'], output: OpenedLetter }

export const visitEndpoints = {
  openVisitLetter: endpoint({
    ...byLetter,
    path: '/manager/visit/open',
    summary: '凭告知书二维码，或编号与出生日期，打开一名学生',
    audit: 'visit.open',
    input: LetterKey,
  }),
  recordVisitByLetter: endpoint({
    ...byLetter,
    path: '/manager/visit/recordByLetter',
    summary: '凭告知书登记就诊',
    audit: 'visit.record',
    input: RecordVisitByLetter,
  }),
  recordVisit: endpoint({
    ...recording,
    path: '/manager/visit/record',
    summary: '学校为本校学生登记就诊',
    audit: 'visit.record',
    input: RecordVisit,
    output: z.object({ visitId: z.number() }),
  }),
  withdrawVisit: endpoint({
    ...recording,
    path: '/manager/visit/withdraw',
    summary: '撤销本机构登记的就诊',
    audit: 'visit.withdraw',
    input: WithdrawVisit,
    output: z.null(),
  }),
  ownVisits: endpoint({
    method: 'GET',
    path: '/manager/visit/own',
    summary: '本院登记的就诊',
    access: ['visitRecord'],
    scoped: true,
    audit: 'visit.list',
    input: OwnVisitQuery,
    output: OwnVisitPage,
  }),
  studentVisits: endpoint({
    method: 'GET',
    path: '/manager/visit/student',
    summary: '学生的就诊记录',
    access: ['studentView', 'studentHistoryInfo', 'classDetail', 'classDetailTakingPart'],
    scoped: true,
    audit: 'record.view',
    input: StudentVisitQuery,
    output: z.array(StudentVisit),
  }),
  recordFamilyVisit: endpoint({
    method: 'POST',
    path: FAMILY_PATHS.visit,
    summary: '家长登记已去医院检查',
    access: 'public',
    scoped: false,
    limited: true,
    audit: 'visit.family',
    input: FamilyVisit,
    output: PublicLetter,
  }),
}
