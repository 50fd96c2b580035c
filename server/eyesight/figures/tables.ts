import type { Generated } from 'kysely'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { DateColumn } from '../../core/db/column-types.ts'

/** A counter without a column, or a column without a counter, fails the schema test. */
type Counters = Record<CounterName, Generated<number>>

/** Those who are counted together. */
type Group = {
  provinceId: string
  cityId: string | null
  regionId: string | null
  stage: number
  gradeNo: number
  sex: number
  age: number
}

/** What is counted from the records of a plan, and what a transaction is about to add to it. */
export type FigureTables = {
  figure: {
    planId: number
    level: number
    placeId: number
    parentId: number
  } & Group &
    Counters
  figureMove: {
    tx: Generated<string>
    planId: number
    taskId: number
    classId: number
    schoolOrgId: number
    areaId: number
    day: DateColumn | null
  } & Group &
    Counters
  figureDay: {
    planId: number
    level: number
    placeId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    day: DateColumn
    screened: Generated<number>
    valid: Generated<number>
  }
  refraction: {
    planId: number
    placeId: number
    stage: number
    gradeNo: number
    age: number
    se: number
    records: number
  }
  refractionGrade: {
    planId: number
    areaId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    stage: number
    gradeNo: number
    rightEyes: number
    rightSum: number
    leftEyes: number
    leftSum: number
  }
  refractionMove: {
    tx: Generated<string>
    planId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    stage: number
    gradeNo: number
    age: number
    se: number | null
    records: number
    leftEyes: number
    leftSum: number
  }
  lateCount: { tx: Generated<string> }
  figureRetest: {
    taskId: number
    planId: number
    drawn: Generated<number>
    done: Generated<number>
    items: Generated<number>
    errors: Generated<number>
  }
}
