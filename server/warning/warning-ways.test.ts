// The same results by hand, by a sheet and by a device give the same warnings, and whatever takes a result back takes its
// warning back: what people did stays.
import { beforeAll, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { Glasses } from '#contract/core/codes.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { newDevice, send } from '../testing/devices.ts'
import { importReadings, type ReadingSite, readingSite } from '../testing/imports/readings.ts'
import { callUndo } from '../testing/imports/task.ts'
import { must } from '../testing/people.ts'
import { changesTo, savedRow, type Typed } from '../testing/readings.ts'
import { oneOf, rowsOf } from '../testing/rows.ts'
import { expectWarningsRight } from '../testing/warnings/recount-warnings.ts'

const node = useApp()

type Pair = number | [right: number, left: number]
type Measured = { naked: Pair; sphere?: Pair; corrected?: number; glasses?: 1 | 2 | 4 }
/** An earlier valid result: so many days before, or a day in SQL; without refraction where none is given. */
type Earlier = {
  ago: number | string
  naked?: number
  se?: number
  myopia?: boolean
  degree?: number
  glasses?: number
}
type Vector = { named: string; before: Earlier[]; now: Measured; level: number | null; indicators: string[] }

const none = (named: string, before: Earlier[], now: Measured): Vector => ({
  named,
  before,
  now,
  level: null,
  indicators: [],
})
const raises = (
  named: string,
  before: Earlier[],
  now: Measured,
  level: number,
  ...indicators: string[]
): Vector => ({
  ...{ named, before, now, level, indicators },
})

const GOOD = { naked: 5, sphere: 0.25 } as const
/** Vision fine, SE -0.50: no warning by itself. */
const NEAR = { naked: 5, sphere: -0.5 } as const
const SEVEN_MONTHS = "interval '7 months'"

/** By hand from the rules: a year of 365 days, SE in steps of an eighth, so the sides of a limit differ by a day. */
const VECTORS: Vector[] = [
  none('nothing found', [{ ago: 200, naked: 50, se: 250 }], GOOD),
  raises('vision 4.4', [], { naked: 4.4, sphere: 0.25 }, 3, 'level'),
  raises('two rows apart', [], { naked: [4.9, 5.1], sphere: 0.25 }, 1, 'eyesDiffer'),
  none('one row apart', [], { naked: [4.9, 5], sphere: 0.25 }),
  none('vision one row less', [{ ago: 100, naked: 50, se: 250 }], { naked: 4.9, sphere: 0.25 }),
  raises(
    'vision two rows less',
    [{ ago: SEVEN_MONTHS, naked: 51, se: 250 }],
    { naked: 4.9, sphere: 0.25 },
    2,
    'visionFell',
  ),
  none(
    'two rows in more than seven months',
    [{ ago: `${SEVEN_MONTHS} - interval '1 day'`, naked: 51, se: 250 }],
    {
      naked: 4.9,
      sphere: 0.25,
    },
  ),
  none('0.75 D in 149 days', [{ ago: 149, se: 250 }], NEAR),
  raises('0.75 D in 150 days', [{ ago: 150, se: 250 }], NEAR, 3, 'progression'),
  none('0.75 D in 366 days', [{ ago: 366, se: 250 }], NEAR),
  raises('0.75 D in a year', [{ ago: 365, se: 250 }], NEAR, 2, 'progression'),
  raises('1.00 D in 366 days', [{ ago: 366, se: 500 }], NEAR, 2, 'progression'),
  raises('1.00 D in a year', [{ ago: 365, se: 500 }], NEAR, 3, 'progression'),
  raises('0.50 D in 150 days', [{ ago: 150, se: 0 }], NEAR, 2, 'progression'),
  raises('0.625 D in 182 days', [{ ago: 182, se: 125 }], NEAR, 3, 'progression'),
  raises(
    '0.50 D in half a year',
    [
      { ago: 365, se: 0 },
      { ago: 183, se: 0 },
    ],
    NEAR,
    2,
    'progression',
  ),
  none(
    '0.375 D in half a year',
    [
      { ago: 365, se: 0 },
      { ago: 183, se: -125 },
    ],
    NEAR,
  ),
  raises(
    'newly myopic',
    [{ ago: 500, se: 0 }],
    { naked: 4.9, sphere: -0.75, corrected: 5 },
    1,
    'newlyMyopic',
  ),
  raises(
    'newly myopic, vision alone between',
    [{ ago: 500, se: 0 }, { ago: 200 }],
    { naked: 4.9, sphere: -0.75, corrected: 5 },
    1,
    'newlyMyopic',
  ),
  raises(
    'newly high',
    [{ ago: 700, naked: 40, se: -5875, myopia: true, degree: 2, glasses: 2 }],
    { naked: 4, sphere: -6.25, corrected: 5 },
    3,
    'level',
    'newlyHigh',
  ),
  none('a lens worn overnight', [{ ago: 365, naked: 45, se: -2000, myopia: true, degree: 1, glasses: 2 }], {
    naked: 4.5,
    sphere: -3,
    corrected: 5,
    glasses: 4,
  }),
]

function typedOf({ naked, sphere = 0.25, corrected, glasses }: Measured) {
  const [right, left] = typeof naked === 'number' ? [naked, naked] : naked
  const [sphereRight, sphereLeft] = typeof sphere === 'number' ? [sphere, sphere] : sphere
  return {
    glasses: glasses ?? (corrected === undefined ? 1 : 2),
    ...{ nakedRight: right, nakedLeft: left, sphereRight, sphereLeft, cylinderRight: 0, cylinderLeft: 0 },
    ...(corrected !== undefined && { correctedRight: corrected, correctedLeft: corrected }),
  } satisfies Typed
}

let site: ReadingSite
const indexOf = (way: number, nth: number) => way * VECTORS.length + nth
const recordAt = (way: number, nth: number) => site.at(indexOf(way, nth))
const place = (named: string) => VECTORS.findIndex((vector) => vector.named === named)

beforeAll(async () => {
  site = await readingSite(node.current, { roster: { classes: 3, studentsPerClass: VECTORS.length } })
  const earlier = VECTORS.flatMap(({ before }, nth) =>
    before.flatMap((result, plan) =>
      [0, 1, 2].map((way) => ({ ...result, plan, recordId: recordAt(way, nth) })),
    ),
  )
  for (const plan of [0, 1]) await insertEarlier(earlier.filter((each) => each.plan === plan))
})

/** Results of a plan that is long over, as they would have been judged. */
async function insertEarlier(results: (Earlier & { recordId: number })[]): Promise<void> {
  const days = [...new Set(results.map(({ ago }) => ago))]
  const [row = {}] = await rowsOf<Record<string, string>>(
    node.current,
    `select ${days.map((ago, nth) => `((now() at time zone 'Asia/Shanghai')::date - ${ago})::date as d${nth}`).join(', ')}`,
  )
  const given = results.map(
    ({ ago, naked = 50, se = null, myopia = false, degree = 0, glasses = 1, recordId }) => ({
      ...{ naked, se, myopia, degree, glasses, recordId },
      on: row[`d${days.indexOf(ago)}`],
    }),
  )
  await rowsOf(
    node.current,
    `with made as (insert into plan (name, status, owner_org_id, starts_on, ends_on, school_year, season, items, profile, stages, published_at)
       select '早先的筛查', 3, owner_org_id, starts_on - 900, ends_on - 900, school_year - 2, season, items, profile, stages, now()
       from plan where id = $1 returning id),
     at_work as (insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id, synced_at)
       select made.id, school_org_id, org_id, 2, starts_on - 900, ends_on - 900, province_id, city_id, region_id, now() from task, made
       where plan_id = $1 returning id, plan_id),
     listed as (insert into task_class (task_id, class_id, plan_id, school_org_id, stage, grade_id, grade_no, class_name, class_no)
       select w.id, class_id, w.plan_id, school_org_id, stage, grade_id, grade_no, class_name, class_no from task_class c, at_work w
       where c.plan_id = $1 returning class_id)
     insert into screening_record (plan_id, task_id, class_id, student_id, sex, age, state, glasses, naked_right, naked_left,
       se_right, se_left, myopia, myopia_degree, checked_on)
     select w.plan_id, w.id, r.class_id, r.student_id, r.sex, r.age, 2, g.glasses, g.naked, g.naked, g.se, g.se, g.myopia, g.degree, g."on"
     from jsonb_to_recordset($2::jsonb) as g("recordId" bigint, naked smallint, se smallint, myopia boolean, degree smallint,
         glasses smallint, "on" date) join screening_record r on r.id = g."recordId", at_work w`,
    [site.planId, JSON.stringify(given)],
  )
}

const SHEET = 1
const sheetRows = () =>
  VECTORS.map(({ now }, nth) => {
    const typed = typedOf(now)
    return site.row(indexOf(SHEET, nth), { ...typed, glasses: Glasses.label(typed.glasses) })
  })

type Row = {
  id: number
  version: number
  level: number
  indicators: string[]
  ended: number | null
  status: number
}
const warningOf = async (way: number, named: string): Promise<Row | undefined> =>
  (
    await rowsOf<Row>(
      node.current,
      'select id, version, level, indicators, ended, status from warning where record_id = $1 and plan_id = $2',
      [recordAt(way, place(named)), site.planId],
    )
  )[0]
const eventsOf = async (warningId = 0) =>
  (
    await rowsOf<{ kind: string }>(
      node.current,
      'select kind from warning_event where warning_id = $1 order by id',
      [warningId],
    )
  ).map(({ kind }) => kind)

let batch = 0
test('by hand, by a sheet and by a device the same warnings', async () => {
  const rows = VECTORS.map(({ now }, nth) => ({
    recordId: recordAt(0, nth),
    changes: changesTo(typedOf(now)),
  }))
  const saved = await must(site.admin.call(recordEndpoints.saveRecords, { taskId: site.taskId, rows }))
  expect(saved.every((each) => each.saved)).toBe(true)
  const { recordId, result } = await importReadings(site, sheetRows())
  batch = recordId
  expect(result.insertCount).toBe(VECTORS.length)
  const readings = VECTORS.map(({ now }, nth) => ({
    readingNo: `W${nth}`,
    recordId: recordAt(2, nth),
    reading: typedOf(now),
  }))
  const { results } = await must(send(node.current, await newDevice(site.admin), readings))
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['taken']))
  const found = await rowsOf<{ record_id: number; level: number; indicators: string[] }>(
    node.current,
    'select record_id, level, indicators from warning where plan_id = $1 and ended is null',
    [site.planId],
  )
  const byWay = [0, 1, 2].map((way) =>
    VECTORS.map(({ named }, nth) => {
      const warning = found.find(({ record_id }) => record_id === recordAt(way, nth))
      return { named, level: warning?.level ?? null, indicators: warning?.indicators ?? [] }
    }),
  )
  const expected = VECTORS.map(({ named, level, indicators }) => ({ named, level, indicators }))
  expect(byWay).toEqual([expected, expected, expected])
  await expectWarningsRight(node.current)
})

test('taking the sheet back ends its warnings, sending it again brings them back as they stood', async () => {
  const { id = 0, version = 0 } = (await warningOf(SHEET, 'vision 4.4')) ?? {}
  const chosen = { warnings: [{ warningId: id, version }], note: '电话' }
  await must(site.admin.call(warningEndpoints.notifyWarnings, chosen))
  const undone = await callUndo({ app: node.current, by: site.admin }, batch)
  expect(undone.code).toBe(200)
  const left =
    'select count(*) from warning w join screening_record r on r.id = w.record_id where w.plan_id = $1 and w.ended is null and r.class_id = $2'
  expect(await oneOf(node.current, left, [site.planId, site.classIds[SHEET]])).toBe(0)
  expect(await warningOf(SHEET, 'vision 4.4')).toMatchObject({ ended: 1, status: 2, level: 3 })
  await importReadings(site, sheetRows())
  expect(await warningOf(SHEET, 'vision 4.4')).toMatchObject({ ended: null, status: 2, level: 3 })
  expect(await eventsOf(id)).toEqual(['raised', 'notify', 'ended', 'returned'])
  await expectWarningsRight(node.current)
})

test('a hand that puts the result right ends it', async () => {
  await savedRow(
    site.admin,
    site.taskId,
    recordAt(0, place('vision 4.4')),
    { nakedRight: 5, nakedLeft: 5 },
    { nakedRight: 4.4, nakedLeft: 4.4 },
  )
  expect(await warningOf(0, 'vision 4.4')).toMatchObject({ ended: 1, status: 1 })
})

test('a correction passed between opening a warning and acting on it is not overwritten', async () => {
  const [{ version: taskVersion = 0 } = {}] = await rowsOf<{ version: number }>(
    node.current,
    'select version from task where id = $1',
    [site.taskId],
  )
  await must(site.by.call(taskEndpoints.completeTask, { taskId: site.taskId, version: taskVersion }))
  const named = 'vision 4.4'
  const recordId = recordAt(2, place(named))
  const { approvalId } = await must(
    site.admin.call(recordEndpoints.applyCorrection, {
      recordId,
      changes: changesTo({ nakedRight: 5, nakedLeft: 5 }, { nakedRight: 4.4, nakedLeft: 4.4 }) as never,
      reason: '登记时看错一行',
    }),
  )
  const opened = await warningOf(2, named)
  const chosen = { warnings: [{ warningId: opened?.id ?? 0, version: opened?.version ?? 0 }] }
  await must(site.by.call(approvalEndpoints.decide, { approvalIds: [approvalId], passed: true }))
  const acts = await Promise.all([
    must(site.admin.call(warningEndpoints.actOnWarnings, { ...chosen, interventions: [1], note: '' })),
    must(site.admin.call(warningEndpoints.closeWarnings, { ...chosen, reason: 5 })),
  ])
  expect(acts).toEqual([
    { done: 0, skipped: 1 },
    { done: 0, skipped: 1 },
  ])
  expect(await warningOf(2, named)).toMatchObject({ ended: 1, status: 1 })
  expect(await eventsOf(opened?.id)).toEqual(['raised', 'ended'])
  await expectWarningsRight(node.current)
})

test('a student who is removed with all results leaves no warning and no history of one', async () => {
  const recordId = recordAt(2, place('two rows apart'))
  const [child] = await rowsOf<{ student_id: number; id: number }>(
    node.current,
    'select student_id, id from warning where record_id = $1',
    [recordId],
  )
  expect(await eventsOf(child?.id)).toContain('raised')
  await node.current.sql(`delete from screening_record where student_id = ${child?.student_id};
    delete from student where id = ${child?.student_id}`)
  expect(await eventsOf(child?.id)).toEqual([])
  await expectWarningsRight(node.current)
})
