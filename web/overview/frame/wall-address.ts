// A wall's state is its address: /overview?type=6&planId=3&id=330000 opens the same view anywhere.
import { z } from 'zod'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'

/** The views of spec §2 by their numbers. */
export const VIEW_TYPES = {
  1: { level: 'city', mode: 'progress', title: '市级筛查进度' },
  2: { level: 'city', mode: 'rate', title: '市级近视率' },
  3: { level: 'region', mode: 'progress', title: '区县筛查进度' },
  4: { level: 'region', mode: 'rate', title: '区县近视率' },
  5: { level: 'school', mode: 'progress', title: '学校筛查' },
  6: { level: 'province', mode: 'progress', title: '省级筛查进度' },
  7: { level: 'province', mode: 'rate', title: '省级近视率' },
} as const
export type ViewType = keyof typeof VIEW_TYPES
export type Mode = 'progress' | 'rate'

export const WallAddress = z.object({
  type: z.coerce.number().int().min(1).max(7).optional(),
  planId: z.coerce.number().int().positive().optional(),
  /** An area by its code, a school (type 5) by its number. */
  id: z.coerce.number().int().positive().optional(),
})
export type WallAddress = z.output<typeof WallAddress>

/** The view of a unit: the type says what about it is shown, the unit where. */
export function typeOf(unit: Unit, mode: Mode): ViewType {
  if (unit.level === 'school') return 5
  const found = Object.entries(VIEW_TYPES).find(([, view]) => view.level === unit.level && view.mode === mode)
  return found ? (Number(found[0]) as ViewType) : 6
}

export const modeOf = (type: number | undefined): Mode =>
  type !== undefined && VIEW_TYPES[type as ViewType].mode === 'rate' ? 'rate' : 'progress'

/** The other view of the same level; of a place that is not known yet, too. */
export function inMode(type: number | undefined, mode: Mode): ViewType {
  const { level } = VIEW_TYPES[(type ?? 6) as ViewType]
  const found = Object.entries(VIEW_TYPES).find(([, view]) => view.level === level && view.mode === mode)
  return found ? (Number(found[0]) as ViewType) : 5
}

export const idOf = ({ key }: Unit): number => key.orgId ?? Number(key.areaId)
