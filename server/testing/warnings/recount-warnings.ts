import { expect } from 'vitest'
import { oneOf, rowsOf, type Tables } from '../rows.ts'

export type Stored = {
  id: number
  student_id: number
  plan_id: number
  checked_on: string
  glasses: number | null
  naked_right: number | null
  naked_left: number | null
  corrected_right: number | null
  corrected_left: number | null
  se_right: number | null
  se_left: number | null
  myopia: boolean
  myopia_degree: number
  anisometropia: boolean
  referral: boolean
  warning_level: number | null
}
type Expected = { level: number; indicators: string[] }

const DAY_MS = 86_400_000
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS
const isOrthoK = ({ glasses }: Stored) => glasses === 4
export const isJudged = (r: Stored) =>
  isOrthoK(r) || [r.naked_right, r.naked_left, r.se_right, r.se_left].every((value) => value !== null)

function sevenMonthsBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const [wanted, date] = [at.getUTCMonth() - 7, at.getUTCDate()]
  at.setUTCDate(1)
  at.setUTCMonth(wanted)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(date, last))
  return at.toISOString().slice(0, 10)
}

export const byNewest = (a: Stored, b: Stored) =>
  b.checked_on.localeCompare(a.checked_on) || b.plan_id - a.plan_id

/** Rows of vision that an eye has lost; with the lens where it was worn both times. */
function rowsLost(now: Stored, before: Stored): number {
  if (isOrthoK(now) !== isOrthoK(before)) return 0
  const lost = (one: number | null, other: number | null) =>
    one === null || other === null ? 0 : one - other
  return isOrthoK(now)
    ? Math.max(
        lost(before.corrected_right, now.corrected_right),
        lost(before.corrected_left, now.corrected_left),
      )
    : Math.max(lost(before.naked_right, now.naked_right), lost(before.naked_left, now.naked_left))
}

/** A time shorter than half a year counts as half a year. */
const perYear = (lost: number, days: number): number => (lost * 365) / Math.max(days, 183)

/** Thousandths of a dioptre a year. */
function worsening(now: Stored, year: Stored): number {
  if (isOrthoK(now) || isOrthoK(year)) return 0
  const days = daysBetween(year.checked_on, now.checked_on)
  const eye = (was: number | null, is: number | null) =>
    was === null || is === null || is >= 0 ? 0 : perYear(was - is, days)
  return Math.max(eye(year.se_right, now.se_right), eye(year.se_left, now.se_left))
}

/** The judged result nearest to a year before, at least 150 days back. */
export const yearBefore = <Row extends Stored>(now: Row, earlier: readonly Row[]): Row | undefined =>
  earlier
    .filter((each) => isJudged(each) && daysBetween(each.checked_on, now.checked_on) >= 150)
    .map((each) => ({ each, off: Math.abs(daysBetween(each.checked_on, now.checked_on) - 365) }))
    .sort((a, b) => a.off - b.off || byNewest(a.each, b.each))
    .map(({ each }) => each)[0]

/** Half a dioptre lost since the judged result of half a year before, in thousandths of a dioptre a year. */
function worseningInHalfYear(now: Stored, earlier: readonly Stored[]): number {
  const [before] = earlier.filter(
    (each) =>
      isJudged(each) &&
      !isOrthoK(each) &&
      daysBetween(each.checked_on, now.checked_on) >= 150 &&
      each.checked_on >= sevenMonthsBefore(now.checked_on),
  )
  if (!before) return 0
  const lost = (was: number | null, is: number | null) =>
    was === null || is === null || is >= 0 || was - is < 500 ? 0 : was - is
  const most = Math.max(lost(before.se_right, now.se_right), lost(before.se_left, now.se_left))
  return isOrthoK(now) ? 0 : perYear(most, daysBetween(before.checked_on, now.checked_on))
}

/** The shipped rules once more in plain words, on purpose not the way the database asks. */
export function expectedOf(records: readonly Stored[], today: string): Expected | null {
  const [now, ...others] = [...records].sort(byNewest)
  if (!now) return null
  const earlier = others.filter(({ checked_on }) => checked_on < now.checked_on)
  const before = earlier[0]
  const year = yearBefore(now, earlier)
  const found: Record<string, number> = {}
  if ((now.warning_level ?? 0) >= 1) found.level = now.warning_level ?? 0
  if (before) {
    const recent = before.checked_on >= sevenMonthsBefore(now.checked_on)
    if (recent && rowsLost(now, before) >= 2) found.visionFell = 2
  }
  const judged = earlier.find(isJudged)
  if (judged) {
    if (now.myopia && !judged.myopia) found.newlyMyopic = 1
    const known = !(isOrthoK(judged) && judged.myopia_degree === 0)
    if (known && now.myopia_degree === 3 && judged.myopia_degree < 3) found.newlyHigh = 3
  }
  if (year) {
    const rate = Math.max(worsening(now, year), worseningInHalfYear(now, earlier))
    if (rate >= 1000) found.progression = 3
    else if (rate >= 750) found.progression = 2
  }
  const { naked_right: right, naked_left: left } = now
  const apart = right !== null && left !== null && !isOrthoK(now) && Math.abs(right - left) >= 2
  if (apart || now.anisometropia) found.eyesDiffer = 1
  if (now.referral && daysBetween(now.checked_on, today) >= 30) found.notVisited = 1
  const levels = Object.values(found)
  return levels.length === 0 ? null : { level: Math.max(...levels), indicators: Object.keys(found).sort() }
}

/** Every student has the warning that the results ask for, once, and no other one counts; tallies are their sums. */
export async function expectWarningsRight(app: Tables): Promise<number> {
  const records = await rowsOf<Stored>(
    app,
    `select * from screening_record where state = 2 and checked_on is not null`,
  )
  const [{ today } = { today: '' }] = await rowsOf<{ today: string }>(
    app,
    `select (now() at time zone 'Asia/Shanghai')::date as today`,
  )
  const byStudent = new Map<number, Stored[]>()
  for (const record of records) {
    const own = byStudent.get(record.student_id)
    if (own) own.push(record)
    else byStudent.set(record.student_id, [record])
  }
  const expected = [...byStudent].flatMap(([studentId, own]) => {
    const found = expectedOf(own, today)
    const newest = [...own].sort(byNewest)[0]
    return found ? [{ student_id: studentId, plan_id: newest?.plan_id, record_id: newest?.id, ...found }] : []
  })
  const counting = await rowsOf<{ student_id: number }>(
    app,
    `select student_id, plan_id, record_id, level, indicators from warning where scope = 1 and ended is null`,
  )
  const sorted = <Row extends { student_id: number }>(rows: Row[]) =>
    rows.sort((a, b) => a.student_id - b.student_id)
  expect(sorted(counting)).toEqual(sorted(expected))
  // Children of whom rules see the same are judged once: each warning still names a result of its own child.
  const foreign = `select count(*) from warning as w cross join jsonb_array_elements(w.reasons) as reason
    join screening_record as r on r.id = (reason ->> 'fromRecordId')::bigint
    where w.scope = 1 and r.student_id <> w.student_id`
  expect(await oneOf(app, foreign)).toBe(0)
  await expectSumsOfWarningsRight(app)
  return expected.length
}

/** How many warnings of each kind count, and how many children of each class are at risk; answers how many warnings. */
export async function expectSumsOfWarningsRight(app: Tables): Promise<number> {
  const tally = (from: string) =>
    rowsOf(
      app,
      `select plan_id, scope, coalesce(school_org_id, 0) as school, level, status, ${from} group by 1, 2, 3, 4, 5
       order by 1, 2, 3, 4, 5`,
    )
  expect(await tally('sum(warnings)::int as n from warning_tally where warnings <> 0')).toEqual(
    await tally('count(*)::int as n from warning where ended is null'),
  )
  const rest = `select count(*)::int from warning_move union all select count(*)::int from warning_tally_move`
  expect((await rowsOf<{ count: number }>(app, rest)).map(({ count }) => count)).toEqual([0, 0])
  const atRisk = (columns: string, from: string) =>
    rowsOf(app, `select plan_id, task_id, class_id, ${columns} from ${from} order by 1, 2, 3`)
  expect(await atRisk('at_risk, incident', 'class_at_risk where (at_risk, incident) <> (0, 0)')).toEqual(
    await atRisk(
      'count(*)::int as at_risk, count(*) filter (where incident)::int as incident',
      'child_at_risk group by 1, 2, 3',
    ),
  )
  return oneOf(app, 'select count(*) from warning where ended is null')
}
