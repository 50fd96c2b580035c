import { z } from 'zod'
import { type UnitKey, UnitQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { PlanId } from '#contract/eyesight/plan-schemas.ts'
import { CONTRAST_MAX, isUnitCode, unitOfCode } from '#contract/reports/contrast/contrast-query.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { unitWithin } from '#web/widgets/area/unit-within.ts'

const { areaId, orgId, prefix, gradeNo, classId } = UnitQuery.shape
const listed = (isItem: (text: string) => boolean) =>
  z
    .string()
    .refine((text) => text.split(',').length <= CONTRAST_MAX && text.split(',').every(isItem))
    .optional()

/** What the report is asked for with, and what is still to be chosen: one plan or unit is a beginning. */
export const ContrastAddress = z.object({
  by: z.enum(['plans', 'units']).default('plans'),
  planIds: listed((text) => /^[1-9]\d{0,14}$/.test(text)),
  areaId,
  orgId,
  prefix,
  gradeNo,
  classId,
  planId: PlanId.optional(),
  unitIds: listed(isUnitCode),
  /** The unit whose parts are offered. */
  within: z.string().refine(isUnitCode).optional(),
})

export const partsOf = (text: string | undefined): string[] => (text ? text.split(',') : [])

/** Areas outside the reader's range are left out: naming one would end the session (616). */
export const codesWithin = (codes: readonly string[], range: AreaRange | undefined): string[] =>
  codes.filter((code) => !code.startsWith('a') || unitWithin(unitOfCode(code), range).areaId !== undefined)

export const keyWithin = (code: string | undefined, range: AreaRange | undefined): UnitKey =>
  code === undefined ? {} : unitWithin(unitOfCode(code), range)

/** Areas of one level, schools, grades or classes; codes of areas end in zeros down to their level. */
export function kindOfCode(code: string): string {
  if (!code.startsWith('a')) return code.slice(0, 1)
  return code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'region'
}

/** Only units of one kind can be compared: the one that was added last says which. */
export function alikeCodes(codes: readonly string[], before: readonly string[]): string[] {
  const added = codes.filter((code) => !before.includes(code)).at(-1)
  if (added === undefined) return [...codes]
  return codes.filter((code) => kindOfCode(code) === kindOfCode(added))
}
