import type { Random } from '../seed/demo-random.ts'
import type { TestApp } from './app.ts'
import { rowsOf } from './rows.ts'

export type Result = Record<string, number | string | boolean | null>

/** What a record without any result holds. */
export const NO_RESULT: Result = {
  state: 0,
  glasses: null,
  naked_right: null,
  naked_left: null,
  absence: null,
  poor_vision: false,
  poor_degree: 0,
  myopia: false,
  myopia_degree: 0,
  pre_myopia: false,
  high_risk: false,
  hyperopia: false,
  astigmatism: false,
  anisometropia: false,
  refractive_error: false,
  reserve_short: false,
  correction: 0,
  referral: false,
  warning_level: null,
  visit_days: null,
  caries_checked: false,
  caries: false,
  source: null,
  checked_on: null,
}

const DAYS = ['2025-10-08', '2025-10-09', '2025-10-10']
const NONE = [null, null]
/** Around both limits. */
const VISIT_DAYS = [null, 0, 30, 31, 90, 91]

/** Any result at all: what is counted does not ask whether the readings could lead to it. */
export function randomResult(random: Random): Result {
  const kind = random.pick(['none', 'absent', 'invalid', 'valid', 'valid', 'valid', 'valid'])
  if (kind === 'none') return NO_RESULT
  if (kind === 'absent') return { ...NO_RESULT, absence: random.pick([1, 2, 9]) }
  const flag = () => random.chance(0.4)
  const vision = () => (random.chance(0.1) ? null : 38 + random.int(15))
  const measured: Result = {
    ...NO_RESULT,
    state: kind === 'valid' ? 2 : 3,
    glasses: random.pick([...NONE, 1, 1, 2, 3, 4]),
    naked_right: vision(),
    naked_left: vision(),
    source: random.pick([1, 2, 3]),
    checked_on: random.pick(DAYS),
    caries_checked: flag(),
  }
  // An invalid record with findings would be a fault elsewhere; the counters leave them out all the same.
  return {
    ...measured,
    caries: measured.caries_checked === true && flag(),
    poor_vision: flag(),
    poor_degree: random.int(4),
    myopia: flag(),
    myopia_degree: random.int(4),
    pre_myopia: flag(),
    high_risk: flag(),
    hyperopia: flag(),
    astigmatism: flag(),
    anisometropia: flag(),
    refractive_error: flag(),
    reserve_short: flag(),
    correction: random.int(4),
    referral: flag(),
    warning_level: random.pick([...NONE, 0, 1, 2, 3]),
    visit_days: VISIT_DAYS[Number(measured.naked_right) % VISIT_DAYS.length] ?? null,
  }
}

const COLUMNS = Object.keys(NO_RESULT)
/** `set` of an update from a table `v` of results. */
export const SET_RESULT = COLUMNS.map((column) => `${column} = v.${column}`).join(', ')

/** Gives every record of a plan a result by chance. */
export async function enterResults(app: TestApp, planId: number, random: Random): Promise<void> {
  const rows = await rowsOf<{ id: number }>(
    app,
    'select id from screening_record where plan_id = $1 order by id',
    [planId],
  )
  await updateResults(
    app,
    rows.map(({ id }) => ({ id, ...randomResult(random) })),
  )
}

export const updateResults = (app: TestApp, results: ({ id: number } & Result)[]) =>
  rowsOf(
    app,
    `update screening_record as r set ${SET_RESULT}
     from jsonb_populate_recordset(null::screening_record, $1::jsonb) as v where r.id = v.id`,
    [JSON.stringify(results)],
  )
