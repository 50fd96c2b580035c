import type { Generated } from 'kysely'
import type { TreatmentCode } from '#contract/eyesight/treatment.ts'
import type { VisitSourceCode } from '#contract/letters/visit-source.ts'
import type { DateColumn, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type VisitTables = {
  visit: {
    id: Generated<number>
    studentId: number
    recordId: number | null
    /** Of its record, by triggers. */
    taskId: Generated<number | null>
    visitedOn: DateColumn
    source: VisitSourceCode
    orgId: number | null
    hospitalName: string
    cycloplegic: boolean | null
    sphereRight: number | null
    sphereLeft: number | null
    cylinderRight: number | null
    cylinderLeft: number | null
    axisRight: number | null
    axisLeft: number | null
    correctedRight: number | null
    correctedLeft: number | null
    axialRight: number | null
    axialLeft: number | null
    diagnosis: string | null
    treatments: Generated<TreatmentCode[]>
    nextOn: DateColumn | null
    remark: string | null
    clientKey: string | null
    userId: number | null
    userName: string | null
    createdAt: Timestamp
    withdrawnAt: NullableTimestamp
    withdrawnBy: number | null
    withdrawReason: string | null
  }
  visitMove: { tx: Generated<string>; visitId: number }
}
