import { Glasses, SchoolStage } from '#contract/core/codes.ts'
import { COLLEGE_STAGES } from '#contract/eyesight/figures/colleges.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { CorrectionState, RecordSource, RecordState } from '#contract/eyesight/record-schemas.ts'
import { toSnakeCase } from '../../core/db/camel-case.ts'

const { notScreened, valid } = RecordState.code
const glasses = Glasses.code
const correction = CorrectionState.code
const source = RecordSource.code
const stages = SchoolStage.code

const ungraded = (degree: string): string => `(${degree} between 1 and 3) is not true`
const RATED = `r.state = ${valid} and j.judged`

/**
 * What one record `r` counts for: the only place where counting is defined. Small children of a kindergarten, and who was not
 * measured for it, are no part of myopia rates (`j.judged`); colleges have theirs apart (`j.college`). A counter also needs
 * its column in `figure` and `figure_move`.
 */
const RECORD_COUNTS: Record<CounterName, string> = {
  expected: '1',
  pupils: '(not j.college)::int',
  screened: `(r.state <> ${notScreened})::int`,
  valid: `(r.state = ${valid})::int`,
  absent: `(r.state = ${notScreened} and r.absence is not null)::int`,
  rated: `(${RATED} and not j.college)::int`,
  myopia: `(${RATED} and not j.college and r.myopia)::int`,
  myopiaLow: `(${RATED} and not j.college and r.myopia and r.myopia_degree = 1)::int`,
  myopiaMid: `(${RATED} and not j.college and r.myopia and r.myopia_degree = 2)::int`,
  myopiaHigh: `(${RATED} and not j.college and r.myopia and r.myopia_degree = 3)::int`,
  myopiaUngraded: `(${RATED} and not j.college and r.myopia and ${ungraded('r.myopia_degree')})::int`,
  collegeRated: `(${RATED} and j.college)::int`,
  collegeMyopia: `(${RATED} and j.college and r.myopia)::int`,
  collegeMyopiaLow: `(${RATED} and j.college and r.myopia and r.myopia_degree = 1)::int`,
  collegeMyopiaMid: `(${RATED} and j.college and r.myopia and r.myopia_degree = 2)::int`,
  collegeMyopiaHigh: `(${RATED} and j.college and r.myopia and r.myopia_degree = 3)::int`,
  collegeMyopiaUngraded: `(${RATED} and j.college and r.myopia and ${ungraded('r.myopia_degree')})::int`,
  preMyopia: `(r.state = ${valid} and r.pre_myopia)::int`,
  highRisk: `(r.state = ${valid} and r.high_risk)::int`,
  poor: `(r.state = ${valid} and r.poor_vision)::int`,
  poorLight: `(r.state = ${valid} and r.poor_degree = 1)::int`,
  poorMid: `(r.state = ${valid} and r.poor_degree = 2)::int`,
  poorHeavy: `(r.state = ${valid} and r.poor_degree = 3)::int`,
  poorUngraded: `(r.state = ${valid} and r.poor_vision and ${ungraded('r.poor_degree')})::int`,
  hyperopia: `(r.state = ${valid} and r.hyperopia)::int`,
  astigmatism: `(r.state = ${valid} and r.astigmatism)::int`,
  anisometropia: `(r.state = ${valid} and r.anisometropia)::int`,
  refractiveError: `(r.state = ${valid} and r.refractive_error)::int`,
  reserveShort: `(r.state = ${valid} and r.reserve_short)::int`,
  glassesFrame: `(r.state = ${valid} and r.glasses is not distinct from ${glasses.frame})::int`,
  glassesContact: `(r.state = ${valid} and r.glasses is not distinct from ${glasses.contact})::int`,
  orthoK: `(r.state = ${valid} and r.glasses is not distinct from ${glasses.orthoK})::int`,
  uncorrected: `(r.state = ${valid} and r.poor_vision and r.correction = ${correction.not})::int`,
  underCorrected: `(r.state = ${valid} and r.poor_vision and r.correction = ${correction.under})::int`,
  fullyCorrected: `(r.state = ${valid} and r.poor_vision and r.correction = ${correction.full})::int`,
  referral: `(r.state = ${valid} and r.referral)::int`,
  visited: `(r.state = ${valid} and r.referral and r.visit_days is not null)::int`,
  visited30: `(r.state = ${valid} and r.referral and coalesce(r.visit_days <= 30, false))::int`,
  visited90: `(r.state = ${valid} and r.referral and coalesce(r.visit_days <= 90, false))::int`,
  warning0: `(r.state = ${valid} and r.warning_level is not distinct from 0)::int`,
  warning1: `(r.state = ${valid} and r.warning_level is not distinct from 1)::int`,
  warning2: `(r.state = ${valid} and r.warning_level is not distinct from 2)::int`,
  warning3: `(r.state = ${valid} and r.warning_level is not distinct from 3)::int`,
  nakedRightEyes: `(r.state = ${valid} and r.naked_right is not null)::int`,
  nakedLeftEyes: `(r.state = ${valid} and r.naked_left is not null)::int`,
  byHand: `(r.state <> ${notScreened} and r.source is not distinct from ${source.hand})::int`,
  byImport: `(r.state <> ${notScreened} and r.source is not distinct from ${source.import})::int`,
  byDevice: `(r.state <> ${notScreened} and r.source is not distinct from ${source.device})::int`,
  cariesChecked: '(r.caries_checked)::int',
  caries: '(r.caries)::int',
  nakedRightSum: `case when r.state = ${valid} then coalesce(r.naked_right, 0) else 0 end`,
  nakedLeftSum: `case when r.state = ${valid} then coalesce(r.naked_left, 0) else 0 end`,
}

const IS_COLLEGE = `stage in (${COLLEGE_STAGES.join(', ')})`

/** The columns of the counters, in the one order that all statements use. */
export const COUNTER_COLUMNS: readonly string[] = Object.keys(RECORD_COUNTS).map(toSnakeCase)

/** As PostgreSQL spells it, so that what is installed can be compared with it. */
export const RECORD_COUNTS_RESULT = `TABLE(${COUNTER_COLUMNS.map((column) => `${column} integer`).join(', ')})`

export const RECORD_COUNTS_BODY = `
  select
    ${Object.values(RECORD_COUNTS).join(',\n    ')}
  -- without vision and refraction of both eyes nobody knows whether a child is myopic
  from (select (stage <> ${stages.kindergarten} or grade_no >= 3) and (r.glasses is not distinct from ${glasses.orthoK}
    or num_nulls(r.naked_right, r.naked_left, r.se_right, r.se_left) = 0) as judged, ${IS_COLLEGE} as college) as j
`

/** `stage`, `grade_no`: of the class in which the record was made. */
export const CREATE_RECORD_COUNTS = `
create function record_counts(r screening_record, stage smallint, grade_no smallint)
returns ${RECORD_COUNTS_RESULT} language sql immutable parallel safe as $counts$${RECORD_COUNTS_BODY}$counts$;
`
