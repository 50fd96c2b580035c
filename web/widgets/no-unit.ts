import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'

/** Every part of a unit's address; what the next one lacks is taken away. */
export const NO_UNIT = {
  areaId: undefined,
  orgId: undefined,
  prefix: undefined,
  gradeNo: undefined,
  classId: undefined,
} satisfies Record<keyof UnitKey, undefined>
