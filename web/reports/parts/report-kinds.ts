import type { z } from 'zod'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'

/** From the widest down; a report is of a unit of the level that has the same name. */
export const FIXED_KINDS = ['province', 'city', 'region', 'school', 'grade', 'class'] as const
export type FixedKind = (typeof FIXED_KINDS)[number]

export const isFixedKind = (level: Unit['level']): level is FixedKind =>
  FIXED_KINDS.some((kind) => kind === level)

/** How far down a level is; the range of somebody without an area or a school lies above all of them. */
export const depthOf = (level: Unit['level']): number =>
  isFixedKind(level) ? FIXED_KINDS.indexOf(level) : -1

export const permissionOf = (kind: FixedKind): PermissionName => `${kind}Report`
export const endpointOf = (kind: FixedKind): Endpoint<z.ZodType, typeof Report> =>
  reportEndpoints[`${kind}Report`]
