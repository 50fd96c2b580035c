import type { CodeOf } from '../core/enums.ts'
import { Season } from './plan-schemas.ts'

export type Term = { schoolYear: number; season: CodeOf<typeof Season> }

/** The autumn lies in the year a school year begins with, the spring in the one it ends with. */
export const termYear = ({ schoolYear, season }: Term): number =>
  schoolYear + (season === Season.code.spring ? 1 : 0)

/** 秋 */
export const seasonSign = ({ season }: Pick<Term, 'season'>): string => Season.label(season).slice(0, 1)

/** 2026 秋 */
export const termText = (term: Term): string => `${termYear(term)} ${seasonSign(term)}`
