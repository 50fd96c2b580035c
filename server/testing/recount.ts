import { expect } from 'vitest'
import { COUNTER_NAMES, type CounterName } from '#contract/eyesight/figures/counters.ts'
import { rowsOf, type Tables } from './rows.ts'

/** A record with where it belongs, as it stands in the tables. */
export type StoredRecord = {
  task_id: number
  class_id: number
  school_org_id: number
  province_id: string
  city_id: string | null
  region_id: string | null
  stage: number
  grade_no: number
  sex: number
  age: number
  state: number
  absence: number | null
  glasses: number | null
  myopia: boolean
  myopia_degree: number
  pre_myopia: boolean
  high_risk: boolean
  poor_vision: boolean
  poor_degree: number
  hyperopia: boolean
  astigmatism: boolean
  anisometropia: boolean
  refractive_error: boolean
  reserve_short: boolean
  correction: number
  referral: boolean
  warning_level: number | null
  visit_days: number | null
  naked_right: number | null
  se_right: number | null
  se_left: number | null
  naked_left: number | null
  source: number | null
  caries_checked: boolean
  caries: boolean
  checked_on: string | null
}

type Counting = Record<CounterName, number>

/** Written a second time in plain words, on purpose not the way the database counts. */
function countsOf(row: StoredRecord): Counting {
  const valid = row.state === 2
  const screened = valid || row.state === 3
  const smallChild = row.stage === 1 && [0, 1, 2].includes(row.grade_no)
  const eyes = [row.naked_right, row.naked_left, row.se_right, row.se_left]
  const judged = valid && !smallChild && (row.glasses === 4 || eyes.every((value) => value !== null))
  const atCollege = row.stage === 6 || row.stage === 7
  const myopic = (degree?: number) =>
    judged && row.myopia && (degree === undefined || row.myopia_degree === degree)
  const findings: Partial<Record<CounterName, boolean>> = valid
    ? {
        preMyopia: row.pre_myopia,
        highRisk: row.high_risk,
        poor: row.poor_vision,
        poorLight: row.poor_degree === 1,
        poorMid: row.poor_degree === 2,
        poorHeavy: row.poor_degree === 3,
        poorUngraded: row.poor_vision && ![1, 2, 3].includes(row.poor_degree),
        hyperopia: row.hyperopia,
        astigmatism: row.astigmatism,
        anisometropia: row.anisometropia,
        refractiveError: row.refractive_error,
        reserveShort: row.reserve_short,
        glassesFrame: row.glasses === 2,
        glassesContact: row.glasses === 3,
        orthoK: row.glasses === 4,
        uncorrected: row.poor_vision && row.correction === 1,
        underCorrected: row.poor_vision && row.correction === 2,
        fullyCorrected: row.poor_vision && row.correction === 3,
        referral: row.referral,
        visited30: row.referral && row.visit_days !== null && row.visit_days <= 30,
        visited: row.referral && row.visit_days !== null,
        visited90: row.referral && row.visit_days !== null && row.visit_days <= 90,
        warning0: row.warning_level === 0,
        warning1: row.warning_level === 1,
        warning2: row.warning_level === 2,
        warning3: row.warning_level === 3,
        nakedRightEyes: row.naked_right !== null,
        nakedLeftEyes: row.naked_left !== null,
      }
    : {}
  const counted: Partial<Record<CounterName, boolean>> = {
    ...findings,
    expected: true,
    screened,
    valid,
    absent: !screened && row.absence !== null,
    pupils: !atCollege,
    rated: judged && !atCollege,
    myopia: myopic() && !atCollege,
    myopiaLow: myopic(1) && !atCollege,
    myopiaMid: myopic(2) && !atCollege,
    myopiaHigh: myopic(3) && !atCollege,
    myopiaUngraded: myopic() && ![1, 2, 3].includes(row.myopia_degree) && !atCollege,
    collegeRated: judged && atCollege,
    collegeMyopia: myopic() && atCollege,
    collegeMyopiaLow: myopic(1) && atCollege,
    collegeMyopiaMid: myopic(2) && atCollege,
    collegeMyopiaHigh: myopic(3) && atCollege,
    collegeMyopiaUngraded: myopic() && ![1, 2, 3].includes(row.myopia_degree) && atCollege,
    byHand: screened && row.source === 1,
    byImport: screened && row.source === 2,
    byDevice: screened && row.source === 3,
    cariesChecked: row.caries_checked,
    caries: row.caries,
  }
  const counts = Object.fromEntries(COUNTER_NAMES.map((name) => [name, counted[name] ? 1 : 0])) as Counting
  counts.nakedRightSum = valid ? (row.naked_right ?? 0) : 0
  counts.nakedLeftSum = valid ? (row.naked_left ?? 0) : 0
  return counts
}

const areaOf = (row: StoredRecord): string => row.region_id ?? row.city_id ?? row.province_id

/** Every cell a record stands in: level, place, parent, stage, grade, sex, age. */
const cellsOf = (row: StoredRecord): (string | number)[][] => [
  [1, row.class_id, row.school_org_id, row.stage, row.grade_no, row.sex, 0],
  [2, row.school_org_id, areaOf(row), row.stage, 0, row.sex, 0],
  [3, areaOf(row), 0, row.stage, row.grade_no, row.sex, 0],
  [4, areaOf(row), 0, row.stage, 0, row.sex, row.age],
  [5, row.task_id, row.school_org_id, 0, 0, 0, 0],
  [6, areaOf(row), 0, row.stage, 0, row.sex, 0],
  [7, areaOf(row), 0, 0, 0, row.sex, 0],
]
const daysOf = (row: StoredRecord): (string | number)[][] =>
  row.state === 0 || row.checked_on === null
    ? []
    : [
        [2, row.school_org_id, row.checked_on],
        [3, areaOf(row), row.checked_on],
        [5, row.task_id, row.checked_on],
      ]

type Cells = Record<string, Record<string, number>>

function add(cells: Cells, key: string, counts: Record<string, number>) {
  const cell = cells[key] ?? {}
  for (const [name, value] of Object.entries(counts)) cell[name] = (cell[name] ?? 0) + value
  cells[key] = cell
}

const placeOf = (row: Pick<StoredRecord, 'province_id' | 'city_id' | 'region_id'>) =>
  [row.province_id, row.city_id, row.region_id].join('-')
/** What is nought is not said. */
const counted = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0))
const filled = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells)
      .map(([key, counts]) => [key, counted(counts)] as const)
      .filter(([, counts]) => Object.keys(counts).length > 0),
  )

const recordsOf = (app: Tables, planId: number) =>
  rowsOf<StoredRecord>(
    app,
    `select r.*, c.stage, c.grade_no, t.school_org_id, t.province_id, t.city_id, t.region_id
     from screening_record r join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
       join task t on t.id = r.task_id
     where r.plan_id = $1`,
    [planId],
  )

/** What those records of a plan count for that are wanted. */
export async function recountRecords(
  app: Tables,
  planId: number,
  wanted: (row: StoredRecord) => boolean = () => true,
): Promise<Counting> {
  const cells: Cells = { all: Object.fromEntries(COUNTER_NAMES.map((name) => [name, 0])) }
  for (const row of await recordsOf(app, planId)) if (wanted(row)) add(cells, 'all', countsOf(row))
  return cells.all as Counting
}

/** Counts a plan's records one by one. */
export async function recount(app: Tables, planId: number): Promise<{ figures: Cells; days: Cells }> {
  const figures: Cells = {}
  const days: Cells = {}
  for (const row of await recordsOf(app, planId)) {
    const counts = countsOf(row)
    for (const cell of cellsOf(row)) add(figures, [...cell, placeOf(row)].join(' '), counts)
    for (const cell of daysOf(row)) {
      add(days, [...cell, placeOf(row)].join(' '), { screened: counts.screened, valid: counts.valid })
    }
  }
  return { figures: filled(figures), days: filled(days) }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What is stored of a plan: every cell that is not empty. */
async function storedFigures(app: Tables, planId: number): Promise<{ figures: Cells; days: Cells }> {
  type StoredRow = Record<string, number> &
    Pick<StoredRecord, 'province_id' | 'city_id' | 'region_id'> & { day: string }
  const figures: Cells = {}
  for (const row of await rowsOf<StoredRow>(app, 'select * from figure where plan_id = $1', [planId])) {
    const { level, place_id, parent_id, stage, grade_no, sex, age } = row
    const key = [level, place_id, parent_id, stage, grade_no, sex, age, placeOf(row)].join(' ')
    add(figures, key, Object.fromEntries(COUNTER_NAMES.map((name) => [name, row[snake(name)] ?? 0])))
  }
  const days: Cells = {}
  for (const row of await rowsOf<StoredRow>(app, 'select * from figure_day where plan_id = $1', [planId])) {
    const key = [row.level, row.place_id, row.day, placeOf(row)].join(' ')
    add(days, key, { screened: row.screened ?? 0, valid: row.valid ?? 0 })
  }
  return { figures: filled(figures), days: filled(days) }
}

/** The stored figures of a plan are those of its records, in every cell of every level and day; nothing is left waiting. */
export async function expectFiguresRight(app: Tables, planId: number): Promise<void> {
  expect(await storedFigures(app, planId)).toEqual(await recount(app, planId))
  const retests = await rowsOf(
    app,
    `select task_id, count(*)::int as drawn, count(entered_at)::int as done, sum(items)::int as items,
       sum(errors)::int as errors
     from retest where plan_id = $1 group by task_id order by task_id`,
    [planId],
  )
  const storedRetests = await rowsOf(
    app,
    'select task_id, drawn, done, items, errors from figure_retest where plan_id = $1 and drawn <> 0 order by task_id',
    [planId],
  )
  expect(storedRetests).toEqual(retests)
  const places = await rowsOf(
    app,
    `select coalesce(region_id, city_id, province_id)::bigint as area_id, province_id, city_id, region_id,
       count(distinct school_org_id)::int as schools, count(*) filter (where status = 0)::int as waiting,
       count(*) filter (where status = 1)::int as under_way, count(*) filter (where status = 2)::int as completed
     from task where plan_id = $1 group by 1, 2, 3, 4 order by 1`,
    [planId],
  )
  const storedPlaces = await rowsOf(
    app,
    `select area_id, province_id, city_id, region_id, schools, waiting, under_way, completed
     from plan_place where plan_id = $1 order by area_id`,
    [planId],
  )
  expect(storedPlaces).toEqual(places)
  const waiting = await rowsOf(
    app,
    'select tx::text from figure_move union all select tx::text from late_count',
  )
  expect(waiting).toEqual([])
}
