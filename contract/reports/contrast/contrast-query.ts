// What is compared: plans of one unit, or units of one plan. Several are written into one text, so that they fit an address.
import { z } from 'zod'
import { SchoolStage } from '../../core/codes.ts'
import { type Unit, type UnitKey, UnitQuery } from '../../eyesight/figures/figure-schemas.ts'
import { PlanId } from '../../eyesight/plan-schemas.ts'

export const CONTRAST_MIN = 2
export const CONTRAST_MAX = 6
const SEVERAL = `${CONTRAST_MIN}至${CONTRAST_MAX}个`

/** An id without zeros in front: one unit has one spelling. */
const ID = '[1-9]\\d{0,14}'
/** a330106 an area, s7 a school, g7-2-3 the third grade of its primary stage, c9 a class. */
const UNIT_CODE = new RegExp(`^(?:a\\d{6}|s${ID}|g${ID}-[1-7]-[0-6]|c${ID})$`)

/** Undefined for a unit that has no place of its own. */
export function unitCode({ key }: Pick<Unit, 'key'>): string | undefined {
  const { areaId, orgId, prefix, gradeNo, classId } = key
  if (classId !== undefined) return `c${classId}`
  if (prefix !== undefined && gradeNo !== undefined) return `g${orgId}-${prefix}-${gradeNo}`
  if (orgId !== undefined) return `s${orgId}`
  return areaId === undefined ? undefined : `a${areaId}`
}

export function unitOfCode(code: string): UnitKey {
  const rest = code.slice(1)
  if (code.startsWith('a')) return { areaId: rest }
  const [first = 0, stage = 0, gradeNo = 0] = rest.split('-').map(Number)
  if (code.startsWith('s')) return { orgId: first }
  if (code.startsWith('c')) return { classId: first }
  return { orgId: first, prefix: SchoolStage.schema.parse(stage), gradeNo }
}

export const isUnitCode = (text: string): boolean => UNIT_CODE.test(text)

const areDistinct = (items: readonly unknown[]): boolean => new Set(items).size === items.length
/** A text, or the list already parsed from it: a stored request is parsed a second time. */
const listed = (message: string) =>
  z
    .union(
      [z.string().max(200), z.array(z.union([z.string().max(40), z.number()])).max(CONTRAST_MAX)],
      message,
    )
    .transform((given) => (typeof given === 'string' ? given.split(',') : given.map(String)))
    .refine(({ length }) => length >= CONTRAST_MIN && length <= CONTRAST_MAX, message)

const Plans = listed(`请选择${SEVERAL}计划`)
  .refine((ids) => ids.every((id) => new RegExp(`^${ID}$`).test(id)), '计划有误')
  .refine(areDistinct, '同一个计划不能选择两次')
  .transform((ids) => ids.map(Number))
const Units = listed(`请选择${SEVERAL}单位`)
  .refine((codes) => codes.every(isUnitCode), '单位有误')
  .refine(areDistinct, '同一个单位不能选择两次')
  // Whether areas are of one level only the server knows.
  .refine((codes) => new Set(codes.map((code) => code[0])).size === 1, '请选择同一级别的单位')

const { areaId, orgId, prefix, gradeNo, classId } = UnitQuery.shape

/** Either `planIds` and a unit (without one the caller's own), or `planId` and `unitIds`. */
export const ContrastQuery = z
  .object({
    planIds: Plans.optional(),
    areaId,
    orgId,
    prefix,
    gradeNo,
    classId,
    planId: PlanId.optional(),
    unitIds: Units.optional(),
  })
  .superRefine(({ planIds, planId, unitIds, ...unit }, { addIssue }) => {
    const fault = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if ((planIds === undefined) === (unitIds === undefined)) {
      fault('planIds', '请选择比较多个计划，或者比较多个单位')
    } else if (planIds && planId !== undefined) {
      fault('planId', '比较多个计划时，不能再指定一个计划')
    } else if (unitIds && planId === undefined) {
      fault('planId', '请选择计划')
    } else if (unitIds && Object.values(unit).some((part) => part !== undefined)) {
      fault('unitIds', '比较多个单位时，不能再指定一个单位')
    }
  })
export type ContrastQuery = z.output<typeof ContrastQuery>
