import type { HospitalLevel, HospitalOwnership, HospitalType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Timestamp } from '../core/db/column-types.ts'

export type HospitalTables = {
  hospital: {
    orgId: number
    hospitalType: CodeOf<typeof HospitalType> | null
    hospitalLevel: CodeOf<typeof HospitalLevel> | null
    ownership: CodeOf<typeof HospitalOwnership> | null
  }
  orgBinding: { orgId: number; schoolOrgId: number; boundBy: number | null; boundAt: Timestamp }
}
