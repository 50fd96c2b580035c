import type { Generated } from 'kysely'
import type { DateColumn, Json, NullableTimestamp, Timestamp } from '../../core/db/column-types.ts'

/** Results of a screening, their changes, and what contradicts them. */
export type RecordTables = {
  screeningRecord: {
    id: Generated<number>
    planId: number
    taskId: number
    classId: number
    studentId: number
    sex: number
    age: number
    state: Generated<number>
    glasses: number | null
    nakedRight: number | null
    nakedLeft: number | null
    correctedRight: number | null
    correctedLeft: number | null
    sphereRight: number | null
    sphereLeft: number | null
    cylinderRight: number | null
    cylinderLeft: number | null
    axisRight: number | null
    axisLeft: number | null
    orthoKRight: number | null
    orthoKLeft: number | null
    unableRight: Generated<boolean>
    unableLeft: Generated<boolean>
    uncooperative: Generated<boolean>
    position: number | null
    colour: number | null
    milkDecayed: number | null
    milkMissing: number | null
    milkFilled: number | null
    decayed: number | null
    missing: number | null
    filled: number | null
    height: number | null
    weight: number | null
    absence: number | null
    remark: string | null
    checkedOn: DateColumn | null
    seRight: number | null
    seLeft: number | null
    poorVision: Generated<boolean>
    poorDegree: Generated<number>
    myopia: Generated<boolean>
    myopiaDegree: Generated<number>
    preMyopia: Generated<boolean>
    highRisk: Generated<boolean>
    hyperopia: Generated<boolean>
    hyperopiaDegree: Generated<number>
    astigmatism: Generated<boolean>
    astigmatismDegree: Generated<number>
    anisometropia: Generated<boolean>
    refractiveError: Generated<boolean>
    reserveShort: Generated<boolean>
    correction: Generated<number>
    referral: Generated<boolean>
    warningLevel: number | null
    category: string | null
    cariesChecked: Generated<boolean>
    caries: Generated<boolean>
    visitDays: number | null
    source: number | null
    deviceId: number | null
    enteredBy: number | null
    enteredAt: NullableTimestamp
    version: Generated<number>
    updatedAt: Timestamp
  }
  recordChange: {
    id: Generated<number>
    recordId: number
    at: Timestamp
    userId: number | null
    orgId: number | null
    source: number
    deviceId: number | null
    importTaskId: number | null
    approvalId: number | null
    version: number
    changes: Json
  }
  readingConflict: {
    id: Generated<number>
    recordId: number
    planId: number
    schoolOrgId: number
    source: number
    deviceId: number | null
    importTaskId: number | null
    reading: Json
    checkedOn: DateColumn | null
    createdAt: Timestamp
    resolvedAt: NullableTimestamp
    resolvedBy: number | null
    taken: boolean | null
  }
  recordCorrection: {
    id: Generated<number>
    recordId: number
    changes: Json
    createdAt: Timestamp
  }
  studentScreened: { studentId: number; lastOn: DateColumn | null }
}
