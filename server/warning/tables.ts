import type { Generated } from 'kysely'
import type { WarningRule } from '#contract/warning/rules.ts'
import type { DateColumn, Json, Timestamp } from '../core/db/column-types.ts'

type Place = {
  provinceId: string
  cityId: string | null
  regionId: string | null
}

/** Rules, what they ask about and the warnings they raise. */
export type WarningTables = {
  warningSetting: {
    id: Generated<number>
    areaId: string
    version: number
    rules: WarningRule[]
    orgId: number
    orgName: string
    savedBy: number
    savedByName: string
    savedAt: Timestamp
  }
  warningRuleSet: { areaId: string; changedAt: Timestamp }
  warningRule: {
    areaId: string
    ruleKey: string
    scope: number
    stage: number
    indicator: string
    threshold: number
    level: number
    minValid: number
    notify: string[]
  }
  warningFact: {
    studentId: number
    recordId: number
    planId: number
    taskId: number
    classId: number
    schoolOrgId: number
    stage: number
    checkedOn: DateColumn
    level: number | null
    referral: boolean
    fell: number | null
    fellEye: number | null
    progression: string | null
    progressionEye: number | null
    newlyMyopic: boolean
    newlyHigh: boolean
    rowsApart: number | null
    anisometropia: boolean
    beforeId: number | null
    yearBeforeId: number | null
    axialGrowth: string | null
    axialEye: number | null
    axialMargin: number | null
  } & Place
  childAtRisk: { studentId: number; planId: number; taskId: number; classId: number; incident: boolean }
  classAtRisk: { planId: number; taskId: number; classId: number; atRisk: number; incident: number }
  warningMove: { tx: Generated<string>; studentIds: number[] }
  classAtRiskMove: {
    tx: Generated<string>
    planId: number
    taskId: number
    classId: number
    atRisk: number
    incident: number
  }
  warningReview: { areaId: string; doneId: Generated<number>; orderedAt: Timestamp }
  warningDay: { day: DateColumn }
  warning: {
    id: Generated<number>
    scope: number
    planId: number
    studentId: number | null
    recordId: number | null
    taskId: number | null
    classId: number | null
    schoolOrgId: number | null
    level: number
    reasons: Json
    indicators: string[]
    digest: string | null
    status: Generated<number>
    ended: number | null
    raisedAt: Timestamp
    raisedOn: Generated<DateColumn>
    dueOn: DateColumn
    closeReason: number | null
    reminders: Generated<number>
    remindedOn: DateColumn | null
    version: Generated<number>
    changedAt: Timestamp
  } & Place
  warningEvent: {
    id: Generated<number>
    warningId: number
    at: Timestamp
    kind: string
    userId: number | null
    userName: string | null
    orgName: string | null
    detail: Json
  }
  warningNoticed: { warningId: number; audience: number; level: number; noticedAt: Timestamp }
  warningTally: {
    planId: number
    scope: number
    schoolOrgId: number
    provinceId: string
    cityId: string
    regionId: string
    level: number
    status: number
    warnings: number
  }
  warningTallyMove: {
    tx: Generated<string>
    planId: number
    scope: number
    schoolOrgId: number
    provinceId: string
    cityId: string
    regionId: string
    level: number
    status: number
    warnings: number
  }
}
