import { type StudentVisit, shownVisitNumbers } from '#contract/visits/visit-schemas.ts'
import type { VisitRow } from './visit-queries.ts'

const DAYS_A_YEAR = 365.25
const DAY_MS = 86_400_000

const ageOn = (day: string, birthDate: string): number =>
  Math.round(((Date.parse(day) - Date.parse(birthDate)) / DAY_MS / DAYS_A_YEAR) * 100) / 100

export const presentVisit = (row: VisitRow): StudentVisit => ({
  visitId: row.id,
  recordId: row.recordId,
  visitedOn: row.visitedOn,
  age: ageOn(row.visitedOn, row.birthDate),
  source: row.source,
  hospitalName: row.hospitalName,
  cycloplegic: row.cycloplegic,
  ...shownVisitNumbers(row),
  diagnosis: row.diagnosis ?? '',
  treatments: row.treatments,
  nextOn: row.nextOn,
  remark: row.remark ?? '',
  recordedBy: row.userName,
  recordedAt: row.createdAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  withdrawReason: row.withdrawReason ?? '',
  mayWithdraw: row.mayWithdraw,
})
