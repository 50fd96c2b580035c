import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { toSnakeCase } from '../../core/db/camel-case.ts'

/**
 * What one record `r` counts for: the only place where counting is defined. Small children of a kindergarten, and who was not
 * measured for it, are no part of myopia rates (`j.judged`). A counter also needs its column in `figure` and `figure_move`.
 */
const RECORD_COUNTS: Record<CounterName, string> = {
  expected: '1',
  screened: '(r.state <> 0)::int',
  valid: '(r.state = 2)::int',
  absent: '(r.state = 0 and r.absence is not null)::int',
  rated: '(r.state = 2 and j.judged)::int',
  myopia: '(r.state = 2 and j.judged and r.myopia)::int',
  myopiaLow: '(r.state = 2 and j.judged and r.myopia and r.myopia_degree = 1)::int',
  myopiaMid: '(r.state = 2 and j.judged and r.myopia and r.myopia_degree = 2)::int',
  myopiaHigh: '(r.state = 2 and j.judged and r.myopia and r.myopia_degree = 3)::int',
  preMyopia: '(r.state = 2 and r.pre_myopia)::int',
  highRisk: '(r.state = 2 and r.high_risk)::int',
  poor: '(r.state = 2 and r.poor_vision)::int',
  poorLight: '(r.state = 2 and r.poor_degree = 1)::int',
  poorMid: '(r.state = 2 and r.poor_degree = 2)::int',
  poorHeavy: '(r.state = 2 and r.poor_degree = 3)::int',
  hyperopia: '(r.state = 2 and r.hyperopia)::int',
  astigmatism: '(r.state = 2 and r.astigmatism)::int',
  anisometropia: '(r.state = 2 and r.anisometropia)::int',
  refractiveError: '(r.state = 2 and r.refractive_error)::int',
  reserveShort: '(r.state = 2 and r.reserve_short)::int',
  glassesFrame: '(r.state = 2 and r.glasses is not distinct from 2)::int',
  glassesContact: '(r.state = 2 and r.glasses is not distinct from 3)::int',
  orthoK: '(r.state = 2 and r.glasses is not distinct from 4)::int',
  uncorrected: '(r.state = 2 and r.correction = 1)::int',
  underCorrected: '(r.state = 2 and r.correction = 2)::int',
  fullyCorrected: '(r.state = 2 and r.correction = 3)::int',
  referral: '(r.state = 2 and r.referral)::int',
  warning0: '(r.state = 2 and r.warning_level is not distinct from 0)::int',
  warning1: '(r.state = 2 and r.warning_level is not distinct from 1)::int',
  warning2: '(r.state = 2 and r.warning_level is not distinct from 2)::int',
  warning3: '(r.state = 2 and r.warning_level is not distinct from 3)::int',
  nakedRightEyes: '(r.state = 2 and r.naked_right is not null)::int',
  nakedLeftEyes: '(r.state = 2 and r.naked_left is not null)::int',
  byHand: '(r.state <> 0 and r.source is not distinct from 1)::int',
  byImport: '(r.state <> 0 and r.source is not distinct from 2)::int',
  byDevice: '(r.state <> 0 and r.source is not distinct from 3)::int',
  cariesChecked: '(r.caries_checked)::int',
  caries: '(r.caries)::int',
  nakedRightSum: 'case when r.state = 2 then coalesce(r.naked_right, 0) else 0 end',
  nakedLeftSum: 'case when r.state = 2 then coalesce(r.naked_left, 0) else 0 end',
}

/** The columns of the counters, in the one order that all statements use. */
export const COUNTER_COLUMNS: readonly string[] = Object.keys(RECORD_COUNTS).map(toSnakeCase)

/** As PostgreSQL spells it, so that what is installed can be compared with it. */
export const RECORD_COUNTS_RESULT = `TABLE(${COUNTER_COLUMNS.map((column) => `${column} integer`).join(', ')})`

export const RECORD_COUNTS_BODY = `
  select
    ${Object.values(RECORD_COUNTS).join(',\n    ')}
  -- without vision and refraction of both eyes nobody knows whether a child is myopic
  from (select rated and (r.glasses is not distinct from 4
    or num_nulls(r.naked_right, r.naked_left, r.se_right, r.se_left) = 0) as judged) as j
`

/** `rated`: whether myopia rates are made of the record's class at all. */
export const CREATE_RECORD_COUNTS = `
create function record_counts(r screening_record, rated boolean)
returns ${RECORD_COUNTS_RESULT} language sql immutable parallel safe as $counts$${RECORD_COUNTS_BODY}$counts$;
`
