import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, PlainDate, Timestamp } from './schema.ts'

/** As the contract spells them; what does not agree does not compile. */
type PlanItems = Record<
  'naked' | 'corrected' | 'refraction' | 'position' | 'colour' | 'caries' | 'body',
  0 | 1 | 2
>
type Operator = '<' | '<='
type JudgementProfile = {
  name: string
  myopiaOp: Operator
  midOp: Operator
  highOp: Operator
  degrees: 2 | 3
  hyperopiaRule: 'age' | 'fixed'
  orthoKPoor: boolean
}
type TaskSelection = {
  stages?: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]
  gradeIds?: number[]
  classIds?: number[]
}

/** Screening: plans, tasks, records and what is counted from them, devices. */
export type ScreeningTables = {
  plan: {
    id: Generated<number>
    name: string
    status: Generated<number>
    ownerOrgId: number
    startsOn: PlainDate
    endsOn: PlainDate
    createdAt: Timestamp
    schoolYear: number | null
    season: number | null
    kind: Generated<number>
    includeDirect: Generated<number>
    stages: Generated<number[]>
    items: ColumnType<PlanItems, string | undefined, string>
    profile: ColumnType<JudgementProfile, string | undefined, string>
    lastPlanId: number | null
    retestRatio: Generated<number>
    errorCap: Generated<number>
    targetRate: Generated<number>
    schoolMayAdd: Generated<boolean>
    remark: string | null
    clientKey: string | null
    createdBy: number | null
    publishedAt: NullableTimestamp
    endedAt: NullableTimestamp
    archivedAt: NullableTimestamp
    updatedAt: Timestamp
    version: Generated<number>
  }
  planPlace: {
    planId: number
    areaId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    schools: number
    waiting: number
    underWay: number
    completed: number
  }
  studentScreened: { studentId: number; lastOn: PlainDate | null }
  planArea: {
    planId: number
    areaId: string
    provinceId: string
    cityId: string | null
    regionId: string | null
  }
  task: {
    id: Generated<number>
    planId: number
    schoolOrgId: number
    orgId: number
    status: Generated<number>
    createdAt: Timestamp
    startsOn: PlainDate
    endsOn: PlainDate
    selection: ColumnType<TaskSelection | null, string | null | undefined, string | null>
    provinceId: string
    cityId: string | null
    regionId: string | null
    syncedAt: NullableTimestamp
    completedAt: NullableTimestamp
    endedWithPlan: Generated<boolean>
    createdBy: number | null
    updatedAt: Timestamp
    version: Generated<number>
  }
  taskClass: {
    taskId: number
    classId: number
    planId: number
    schoolOrgId: number
    stage: number
    gradeId: number
    gradeNo: number
    className: string
    classNo: number
  }
  device: {
    id: Generated<number>
    orgId: number
    name: string
    kind: number
    model: string | null
    serialNo: string
    schoolOrgId: number | null
    keyId: string
    keyEnc: Buffer
    keyMadeAt: Timestamp
    status: Generated<number>
    calibratedOn: PlainDate | null
    calibrationMonths: Generated<number>
    lastSeenAt: NullableTimestamp
    lastIp: string | null
    readingCount: Generated<number>
    remark: string | null
    createdBy: number | null
    createdAt: Timestamp
    updatedAt: Timestamp
    version: Generated<number>
  }
  deviceNonce: {
    deviceId: number
    nonce: string
    at: Timestamp
  }
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
    checkedOn: PlainDate | null
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
  deviceReading: {
    deviceId: number
    readingNo: string
    recordId: number | null
    outcome: string
    message: string | null
    at: Timestamp
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
    checkedOn: PlainDate | null
    createdAt: Timestamp
    resolvedAt: NullableTimestamp
    resolvedBy: number | null
    taken: boolean | null
  }
  retest: {
    recordId: number
    planId: number
    taskId: number
    schoolOrgId: number
    drawnAt: Timestamp
    drawnBy: number | null
    reading: ColumnType<object | null, string | null | undefined, string | null>
    firstReading: ColumnType<object | null, string | null | undefined, string | null>
    items: Generated<number>
    errors: Generated<number>
    enteredBy: number | null
    enteredAt: NullableTimestamp
  }
  recordCorrection: {
    id: Generated<number>
    recordId: number
    changes: Json
    createdAt: Timestamp
  }
  figure: {
    planId: number
    level: number
    placeId: number
    parentId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    stage: number
    gradeNo: number
    sex: number
    age: number
    expected: Generated<number>
    screened: Generated<number>
    valid: Generated<number>
    absent: Generated<number>
    rated: Generated<number>
    myopia: Generated<number>
    myopiaLow: Generated<number>
    myopiaMid: Generated<number>
    myopiaHigh: Generated<number>
    preMyopia: Generated<number>
    highRisk: Generated<number>
    poor: Generated<number>
    poorLight: Generated<number>
    poorMid: Generated<number>
    poorHeavy: Generated<number>
    hyperopia: Generated<number>
    astigmatism: Generated<number>
    anisometropia: Generated<number>
    refractiveError: Generated<number>
    reserveShort: Generated<number>
    glassesFrame: Generated<number>
    glassesContact: Generated<number>
    orthoK: Generated<number>
    uncorrected: Generated<number>
    underCorrected: Generated<number>
    fullyCorrected: Generated<number>
    referral: Generated<number>
    warning0: Generated<number>
    warning1: Generated<number>
    warning2: Generated<number>
    warning3: Generated<number>
    nakedRightEyes: Generated<number>
    nakedLeftEyes: Generated<number>
    byHand: Generated<number>
    byImport: Generated<number>
    byDevice: Generated<number>
    cariesChecked: Generated<number>
    caries: Generated<number>
    nakedRightSum: Generated<number>
    nakedLeftSum: Generated<number>
  }
  figureDay: {
    planId: number
    level: number
    placeId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    day: PlainDate
    screened: Generated<number>
    valid: Generated<number>
  }
  figureDue: { tx: Generated<string> }
  figureRetest: {
    taskId: number
    planId: number
    drawn: Generated<number>
    done: Generated<number>
    items: Generated<number>
    errors: Generated<number>
  }
  figureMove: {
    tx: Generated<string>
    planId: number
    taskId: number
    classId: number
    schoolOrgId: number
    areaId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    stage: number
    gradeNo: number
    sex: number
    age: number
    day: PlainDate | null
    expected: Generated<number>
    screened: Generated<number>
    valid: Generated<number>
    absent: Generated<number>
    rated: Generated<number>
    myopia: Generated<number>
    myopiaLow: Generated<number>
    myopiaMid: Generated<number>
    myopiaHigh: Generated<number>
    preMyopia: Generated<number>
    highRisk: Generated<number>
    poor: Generated<number>
    poorLight: Generated<number>
    poorMid: Generated<number>
    poorHeavy: Generated<number>
    hyperopia: Generated<number>
    astigmatism: Generated<number>
    anisometropia: Generated<number>
    refractiveError: Generated<number>
    reserveShort: Generated<number>
    glassesFrame: Generated<number>
    glassesContact: Generated<number>
    orthoK: Generated<number>
    uncorrected: Generated<number>
    underCorrected: Generated<number>
    fullyCorrected: Generated<number>
    referral: Generated<number>
    warning0: Generated<number>
    warning1: Generated<number>
    warning2: Generated<number>
    warning3: Generated<number>
    nakedRightEyes: Generated<number>
    nakedLeftEyes: Generated<number>
    byHand: Generated<number>
    byImport: Generated<number>
    byDevice: Generated<number>
    cariesChecked: Generated<number>
    caries: Generated<number>
    nakedRightSum: Generated<number>
    nakedLeftSum: Generated<number>
  }
}
