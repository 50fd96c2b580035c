import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { rowsOf } from '../rows.ts'
import { daysBetween, isJudged, type Stored, yearBefore } from './recount-warnings.ts'

type Examined = Stored & {
  state: number
  poor_vision: boolean
  visit_days: number | null
  class_id: number
  task_id: number
  school: number
  region: string | null
  city: string | null
  province: string
  stage: number
  grade_no: number
  /** Of the second examination. */
  done: boolean
  items: number
  errors: number
}
type Unlisted = {
  plan_id: number
  school: number
  region: string | null
  city: string | null
  stage: number
  heads: number
}
type Rule = {
  area_id: string
  rule_key: string
  scope: number
  stage: number
  indicator: string
  threshold: number
  level: number
  min_valid: number
}
type Plan = {
  id: number
  ends_on: string
  last_plan_id: number | null
  season: number
  school_year: number
  status: number
}
type Unit = { scope: number; id: string; province: string; city: string | null; region: string | null }
/** A number as a fraction, so that a value on the limit is on the limit. */
type Value = { over: bigint; under: bigint; judgedBy: number }
type Found = { rule: string; indicator: string; level: number; threshold: number; value: number }
type World = {
  examined: Examined[]
  unlisted: Unlisted[]
  rules: Rule[]
  areas: Set<string>
  plans: Plan[]
  today: string
}

const COLLEGES = [6, 7]
const fraction = (over: number, under: number, judgedBy: number): Value | null =>
  under === 0 ? null : { over: BigInt(over), under: BigInt(under), judgedBy }
const less = (one: Value, other: Value): Value => ({
  over: one.over * other.under - other.over * one.under,
  under: one.under * other.under,
  judgedBy: Math.min(one.judgedBy, other.judgedBy),
})
const numberOf = ({ over, under }: Value): number => (Number(over) / Number(under)) * 100_000

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** The units in which a child is counted. */
const unitsOf = ({
  class_id,
  school,
  region,
  city,
  province,
}: Examined | (Unlisted & { class_id: number; province: string })): Unit[] =>
  [
    { scope: 2, id: String(class_id), province, city, region },
    { scope: 3, id: String(school), province, city, region },
    { scope: 4, id: region ?? '', province, city, region },
    { scope: 5, id: city ?? '', province, city, region: null },
  ].filter(({ id }) => id !== '')

const isIn = (unit: Unit, row: Parameters<typeof unitsOf>[0]): boolean =>
  unitsOf(row).some(({ scope, id }) => scope === unit.scope && id === unit.id)
/** A rule of all stages is about children and adolescents. */
const ofStage = (wanted: number, { stage }: { stage: number }): boolean =>
  wanted === 0 ? !COLLEGES.includes(stage) : stage === wanted

const isValid = ({ state }: Examined) => state === 2
const isOrthoK = ({ glasses }: Examined) => glasses === 4

/** Of the children who are counted for a unit: how many, and how many of them. */
function compared(world: World, unit: Unit, rule: Rule, plan: Plan, counts: (one: Examined) => boolean) {
  const last = world.plans.find(({ id }) => id === plan.last_plan_id)
  if (!last || last.season !== plan.season || last.school_year !== plan.school_year - 1) return null
  const of = ({ id }: Plan) =>
    world.examined.filter(
      (one) => one.plan_id === id && isValid(one) && isIn(unit, one) && ofStage(rule.stage, one),
    )
  const schools = (rows: Examined[]) => new Set(rows.map(({ school }) => school))
  const [now, before] = [of(plan), of(last)]
  const [nowSchools, lastSchools] = [schools(now), schools(before)]
  const common = (rows: Examined[]) =>
    rows.filter(({ school }) => nowSchools.has(school) && lastSchools.has(school))
  const rate = (rows: Examined[]) => fraction(rows.filter(counts).length, rows.length, rows.length)
  const [rateNow, rateLast] = [rate(common(now)), rate(common(before))]
  return rateNow && rateLast && less(rateNow, rateLast)
}

/** Counted in the rate of myopia. */
const isRated = (one: Examined): boolean =>
  isValid(one) && isJudged(one) && !COLLEGES.includes(one.stage) && !(one.stage === 1 && one.grade_no < 3)

/** How much the rate of myopia rose against the plan of the year before, at the schools with results in both. */
function myopiaRise(world: World, unit: Unit, rule: Rule, plan: Plan): Value | null {
  const last = world.plans.find(({ id }) => id === plan.last_plan_id)
  if (!last || last.season !== plan.season || last.school_year !== plan.school_year - 1) return null
  const [now, before] = [plan, last].map(({ id }) =>
    world.examined.filter(
      (one) => one.plan_id === id && isValid(one) && isIn(unit, one) && ofStage(rule.stage, one),
    ),
  )
  const [rateNow, rateLast] = [
    [now, before],
    [before, now],
  ].map(([own = [], others = []]) => {
    const rated = own.filter((one) => isRated(one) && others.some(({ school }) => school === one.school))
    return fraction(rated.filter(({ myopia }) => myopia).length, rated.length, rated.length)
  })
  return rateNow && rateLast ? less(rateNow, rateLast) : null
}

function incidence(world: World, unit: Unit, rule: Rule, plan: Plan): Value | null {
  const byStudent = groupBy(world.examined.filter(isValid), ({ student_id }) => student_id)
  const atRisk = [...byStudent.values()].flatMap((records) => {
    const now = records.find(({ plan_id }) => plan_id === plan.id)
    if (!now || !isIn(unit, now) || !ofStage(rule.stage, now) || !isJudged(now)) return []
    if (now.stage === 1 && now.grade_no < 3) return []
    const year = yearBefore(
      now,
      records.filter(({ checked_on }) => checked_on < now.checked_on),
    )
    return year && !year.myopia && year.school === now.school ? [now] : []
  })
  return fraction(atRisk.filter(({ myopia }) => myopia).length, atRisk.length, atRisk.length)
}

/** The indicators once more in plain words, child by child. */
function measure(world: World, unit: Unit, rule: Rule, plan: Plan): Value | null {
  const own = world.examined.filter(
    (one) => one.plan_id === plan.id && isIn(unit, one) && ofStage(rule.stage, one),
  )
  const valid = own.filter(isValid)
  const screened = own.filter(({ state }) => state !== 0)
  const toGo = daysBetween(world.today, plan.ends_on)
  const sum = (rows: Examined[], count: (one: Examined) => number) =>
    rows.reduce((total, one) => total + count(one), 0)
  switch (rule.indicator) {
    case 'poorVisionRise':
      return compared(world, unit, rule, plan, ({ poor_vision }) => poor_vision)
    case 'orthoKJump': {
      const vision = compared(world, unit, rule, plan, ({ poor_vision }) => poor_vision)
      return vision && vision.over < 0n ? compared(world, unit, rule, plan, isOrthoK) : null
    }
    case 'myopiaDrop': {
      const rise = myopiaRise(world, unit, rule, plan)
      return rise && rise.over <= 0n ? { ...rise, over: -rise.over } : null
    }
    // There is no third plan.
    case 'myopiaRisesAgain':
      return null
    case 'myopiaRise':
      return myopiaRise(world, unit, rule, plan)
    case 'incidence':
      return incidence(world, unit, rule, plan)
    case 'completion': {
      const waiting = world.unlisted
        .filter((one) => one.plan_id === plan.id && ofStage(rule.stage, one))
        .filter((one) => isIn(unit, { ...one, class_id: 0, province: unit.province }))
      const expected = own.length + waiting.reduce((total, { heads }) => total + heads, 0)
      return toGo <= 3 ? fraction(screened.length, expected, expected) : null
    }
    case 'validity':
      return toGo <= 3 ? fraction(valid.length, screened.length, screened.length) : null
    case 'retested':
      return toGo <= 3 ? fraction(own.filter(({ done }) => done).length, valid.length, valid.length) : null
    case 'retestErrors':
      return fraction(
        sum(own, ({ errors }) => errors),
        sum(own, ({ items }) => items),
        valid.length,
      )
    case 'unvisited': {
      const referred = valid.filter(({ referral }) => referral)
      const unseen = referred.filter(({ visit_days }) => visit_days === null)
      return toGo <= -30 ? fraction(unseen.length, referred.length, valid.length) : null
    }
    default:
      throw new Error(`unknown indicator ${rule.indicator}`)
  }
}

const BELOW = ['completion', 'validity', 'retested', 'myopiaDrop']
const ABOVE = ['incidence', 'retestErrors', 'unvisited', 'myopiaRise']
function fires(value: Value, { indicator, threshold, min_valid }: Rule): boolean {
  if (value.judgedBy < min_valid) return false
  const [found, limit] = [value.over * 100_000n, BigInt(threshold) * value.under]
  if (BELOW.includes(indicator)) return found < limit
  return ABOVE.includes(indicator) ? found > limit : found >= limit
}

function reasonsOf(world: World, unit: Unit, plan: Plan): Found[] {
  const area = [unit.region, unit.city, unit.province].find((id) => id !== null && world.areas.has(id)) ?? ''
  const found = world.rules
    .filter(({ area_id, scope }) => area_id === area && scope === unit.scope)
    .flatMap((rule) => {
      const value = measure(world, unit, rule, plan)
      return value && fires(value, rule) ? [{ rule, value }] : []
    })
    .sort((a, b) => b.rule.level - a.rule.level || b.rule.threshold - a.rule.threshold)
  const highest = [...groupBy(found, ({ rule }) => rule.indicator).values()].flatMap(([first]) => first ?? [])
  return highest
    .map(({ rule: { rule_key, indicator, level, threshold }, value }) => ({
      rule: rule_key,
      indicator,
      level,
      threshold,
      value: Math.round(numberOf(value) * 10) / 10,
    }))
    .sort((a, b) => b.level - a.level || (a.indicator < b.indicator ? -1 : 1))
}

const RECORDS = `
  select r.*, t.school_org_id as school, t.region_id as region, t.city_id as city, t.province_id as province, c.stage,
    c.grade_no, e.entered_at is not null as done, coalesce(e.items, 0) as items, coalesce(e.errors, 0) as errors
  from screening_record r join task t on t.id = r.task_id
    join task_class c on c.task_id = r.task_id and c.class_id = r.class_id left join retest e on e.record_id = r.id`
/** Pupils of the schools of a plan who are on no list of it. */
const UNLISTED = `
  select p.plan_id, p.org_id as school, p.region_id as region, p.city_id as city, class.stage, count(*)::int as heads
  from plan_school p join plan on plan.id = p.plan_id and not plan.range_stored
    join class on class.org_id = p.org_id and class.closed_on is null and class.stage = any (plan.stages)
    join student on student.class_id = class.id
  where not exists (select from task_class c where c.plan_id = p.plan_id and c.class_id = class.id)
  group by 1, 2, 3, 4, 5`

/** Every unit has the warning that the records ask for and no other one counts; answers how many there are. */
export async function expectUnitWarningsRight(app: TestApp): Promise<number> {
  const [day] = await rowsOf<{ today: string }>(
    app,
    `select (now() at time zone 'Asia/Shanghai')::date as today`,
  )
  const world: World = {
    examined: await rowsOf<Examined>(app, RECORDS),
    unlisted: await rowsOf<Unlisted>(app, UNLISTED),
    rules: await rowsOf<Rule>(app, 'select * from warning_rule where scope > 1'),
    areas: new Set(
      (await rowsOf<{ area_id: string }>(app, 'select area_id from warning_rule_set')).map(
        ({ area_id }) => area_id,
      ),
    ),
    plans: await rowsOf<Plan>(app, 'select * from plan'),
    today: day?.today ?? '',
  }
  const watched = world.plans.filter(
    ({ status, ends_on }) => status === 2 || (status === 3 && daysBetween(ends_on, world.today) < 60),
  )
  const expected = watched.flatMap((plan) => {
    const places = [
      ...world.examined.filter(({ plan_id }) => plan_id === plan.id).flatMap(unitsOf),
      ...world.unlisted
        .filter(({ plan_id }) => plan_id === plan.id)
        .flatMap((one) => unitsOf({ ...one, class_id: 0, province: '330000' }).slice(1)),
    ]
    const units = [...new Map(places.map((unit) => [`${unit.scope}:${unit.id}`, unit])).values()]
    return units.flatMap((unit) => {
      const reasons = reasonsOf(world, unit, plan)
      return reasons.length === 0 ? [] : [{ key: `${plan.id}:${unit.scope}:${unit.id}`, reasons }]
    })
  })
  const counting = await rowsOf<{ key: string; level: number; indicators: string[]; reasons: Found[] }>(
    app,
    `select concat_ws(':', plan_id, scope,
       case scope when 2 then class_id::text when 3 then school_org_id::text when 4 then region_id else city_id end) as key,
       level, indicators, reasons from warning where scope > 1 and ended is null and plan_id = any ($1)`,
    [watched.map(({ id }) => id)],
  )
  const inOrder = <Row extends { key: string }>(rows: Row[]) => rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  const found = counting.map(({ key, reasons }) => ({
    key,
    reasons: reasons.map(({ rule, indicator, level, threshold, value }) => ({
      rule,
      indicator,
      level,
      threshold,
      value: Math.round(value * 10) / 10,
    })),
  }))
  expect(inOrder(found)).toEqual(inOrder(expected))
  for (const { level, indicators, reasons } of counting) {
    expect(level).toBe(Math.max(...reasons.map((reason) => reason.level)))
    expect(indicators).toEqual(reasons.map(({ indicator }) => indicator).sort())
  }
  return expected.length
}
