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

/** Records with the same spherical equivalent of an eye. */
type RefractionGroup = {
  stage: number
  gradeNo: number
  age: number
  eye: number
  se: number
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
  figureDue: { tx: Generated<string> }
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
    areaId: number
    records: number
  } & RefractionGroup
  refractionMove: {
    tx: Generated<string>
    planId: number
    areaId: number
    records: number
  } & RefractionGroup
  figureRetest: {
    taskId: number
    planId: number
    drawn: Generated<number>
    done: Generated<number>
    items: Generated<number>
    errors: Generated<number>
  }
}
