// When a plan takes place, and how it is compared with an earlier one.
import type { CodeOf } from '../../core/enums.ts'
import { schoolYearName } from '../../schools/grades.ts'
import { Season } from '../plan-schemas.ts'

type Dated = { season: CodeOf<typeof Season>; schoolYear: number }

/** 2026-2027学年秋季. */
export const termName = ({ schoolYear, season }: Dated): string =>
  `${schoolYearName(schoolYear)}${Season.label(season)}`

/** 同比: the same season of another school year; everything else is 环比. */
export const comparisonOf = (plan: Dated, last: Dated): '同比' | '环比' =>
  plan.season === last.season && plan.schoolYear !== last.schoolYear ? '同比' : '环比'

/** Why two plans are no 同比; empty where they are. */
export const otherTermWords = (plan: Dated, last: Dated): string => {
  if (comparisonOf(plan, last) === '同比') return ''
  return plan.season === last.season ? '同一学年同一季节' : '季节不同'
}

/** The plan that a new one is most likely compared with: of its season, a year before. */
export const likelyLastPlan = <Found extends Dated>(
  plan: Dated,
  earlier: readonly Found[],
): Found | undefined =>
  earlier.find(({ season, schoolYear }) => season === plan.season && schoolYear === plan.schoolYear - 1)
