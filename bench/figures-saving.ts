import pg from 'pg'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import type { MeasuredApp } from './measured-app.ts'
import { median, type Row } from './table.ts'

const ROUNDS = 6
const BAR = 3

/** A whole examination, entered in odd rounds and taken away in even ones. */
const READING = {
  glasses: 2,
  nakedRight: 4.6,
  nakedLeft: 4.7,
  correctedRight: 5,
  correctedLeft: 5,
  sphereRight: -1.5,
  sphereLeft: -1.25,
  cylinderRight: -0.5,
  cylinderLeft: 0,
  axisRight: 175,
}

/** One record after the other saved by a person, compared with the same changes of rows in SQL alone. */
export async function measureSaving(app: MeasuredApp): Promise<Row[]> {
  const { taskId, recordIds } = await recordsToSave(app)
  const token = await app.login('oscreen01')
  const path = recordEndpoints.saveRecords.path
  const bodiesOf = (enter: boolean) => recordIds.map((recordId) => bodyOf(taskId, recordId, enter))
  const database = watchDatabase()
  const bare = await bareTables(app, recordIds)
  const http: number[] = []
  const inDatabase: number[] = []
  const writing: number[] = []
  const alone: number[] = []
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const enter = round % 2 === 0
      database.reset()
      const times = await app.times({ path, token, bodies: bodiesOf(enter) }, recordIds.length)
      const spent = database.spent() / recordIds.length
      const wrote = database.writing() / recordIds.length
      const direct = await bare.save(enter)
      // The first warms up.
      if (round === 0) continue
      http.push(median(times))
      inDatabase.push(spent)
      writing.push(wrote)
      alone.push(median(direct))
    }
  } finally {
    database.stop()
    await bare.close()
  }
  const ratio = (values: number[]) => median(values) / median(alone)
  const show = (values: number[]) => `${median(values).toFixed(2)} 毫秒`
  return [
    { what: '同样的行直接用 SQL 写入（记录、修改经过、学生与数字，一个事务）', value: show(alone) },
    {
      what: '保存一名学生：记录、修改经过、末次筛查与各级数字，含提交 / SQL',
      value: `${show(writing)}（${ratio(writing).toFixed(1)} 倍）`,
      bar: `≤ ${BAR} 倍`,
      met: ratio(writing) <= BAR,
    },
    {
      what: '同一请求的全部语句（另有登录、权限、锁与审计）/ SQL',
      value: `${show(inDatabase)}（${ratio(inDatabase).toFixed(1)} 倍）`,
    },
    { what: '整个请求 / SQL', value: `${show(http)}（${ratio(http).toFixed(1)} 倍）` },
  ]
}

/** The list of a class of which nobody was examined yet, at a school that 杭州明眸 is at work in. */
export async function recordsToSave(app: MeasuredApp): Promise<{ taskId: number; recordIds: number[] }> {
  const owner = app.owner()
  const { rows } = await owner.pool.query<{ taskId: number; classId: number }>(`
    select r.task_id as "taskId", r.class_id as "classId"
    from screening_record as r join task as t on t.id = r.task_id
    where t.status = 1 and t.org_id = (select org_id from app_user where account = 'oscreen01')
    group by 1, 2 having bool_and(r.state = 0 and r.absence is null) order by count(*) desc limit 1`)
  await owner.close()
  const place = rows[0]
  if (!place) throw new Error('everybody has been examined')
  const token = await app.login('oscreen01')
  const query = new URLSearchParams({ taskId: String(place.taskId), classId: String(place.classId) })
  const grid = await app.read<ClassGrid>({ path: `${recordEndpoints.classGrid.path}?${query}`, token })
  return { taskId: place.taskId, recordIds: grid.rows.map(({ recordId }) => recordId) }
}

export function bodyOf(taskId: number, recordId: number, enter: boolean) {
  const changes = Object.fromEntries(
    Object.entries(READING).map(([field, value]) => [
      field,
      enter ? { from: null, to: value } : { from: value, to: null },
    ]),
  )
  return { taskId, rows: [{ recordId, changes }] }
}

/** The transaction and the one statement in it that writes the record, its history, its day and its figures. */
const WRITING = /^\s*(begin|commit|with given as)/i
const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : String((given as { text?: string } | null)?.text ?? '')

/** Milliseconds that statements took, of all connections of this process; nobody else uses them meanwhile. */
export function watchDatabase() {
  const original = pg.Client.prototype.query
  let spent = 0
  let writing = 0
  function timed(this: pg.Client, ...given: unknown[]) {
    const started = performance.now()
    const answer = Reflect.apply(original, this, given)
    const done = () => {
      const took = performance.now() - started
      spent += took
      if (WRITING.test(textOf(given[0]))) writing += took
    }
    if (answer instanceof Promise) answer.then(done, done)
    return answer
  }
  pg.Client.prototype.query = timed as typeof original
  return {
    spent: () => spent,
    writing: () => writing,
    reset: () => {
      spent = 0
      writing = 0
    },
    stop: () => {
      pg.Client.prototype.query = original
    },
  }
}

/** Tables with the same rows and indexes, without anything that happens by itself. */
const BARE_TABLES = ['screening_record', 'record_change', 'student_screened', 'figure', 'figure_day']

async function bareTables(app: MeasuredApp, recordIds: readonly number[]) {
  const owner = app.owner()
  const client = await owner.pool.connect()
  for (const table of BARE_TABLES) {
    await client.query(`create table bare_${table} (like ${table} including all)`)
    const where =
      table === 'screening_record'
        ? `where plan_id = (select plan_id from ${table} where id = ${recordIds[0]})`
        : ''
    if (table !== 'record_change')
      await client.query(`insert into bare_${table} overriding system value select * from ${table} ${where}`)
  }
  await client.query(`analyze ${BARE_TABLES.map((table) => `bare_${table}`).join(', ')}`)
  const save = async (enter: boolean): Promise<number[]> => {
    const times: number[] = []
    for (const id of recordIds) {
      const started = performance.now()
      await client.query('begin')
      for (const statement of enter ? ENTER : TAKE_AWAY) await client.query({ ...statement, values: [id] })
      await client.query('commit')
      times.push(performance.now() - started)
    }
    return times
  }
  const close = async () => {
    await client.query(`drop table ${BARE_TABLES.map((table) => `bare_${table}`).join(', ')}`)
    client.release()
    await owner.close()
  }
  return { save, close }
}

const FIGURE_ROWS = `
  from bare_screening_record as r join task as t on t.id = r.task_id
    join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
  where r.id = $1 and f.plan_id = r.plan_id and (f.level, f.place_id, f.stage, f.grade_no, f.sex, f.age) in (
    (1, r.class_id, c.stage, c.grade_no, r.sex, 0), (2, t.school_org_id, c.stage, 0, r.sex, 0),
    (3, coalesce(t.region_id, t.city_id)::bigint, c.stage, c.grade_no, r.sex, 0),
    (4, coalesce(t.region_id, t.city_id)::bigint, c.stage, 0, r.sex, r.age), (5, r.task_id, 0, 0, 0, 0),
    (6, coalesce(t.region_id, t.city_id)::bigint, c.stage, 0, r.sex, 0),
    (7, coalesce(t.region_id, t.city_id)::bigint, 0, 0, r.sex, 0))`
const DAY_ROWS = `
  from bare_screening_record as r join task as t on t.id = r.task_id
  where r.id = $1 and f.plan_id = r.plan_id and f.day = t.starts_on and (f.level, f.place_id) in (
    (2, t.school_org_id), (3, coalesce(t.region_id, t.city_id)::bigint), (5, r.task_id))`
const COUNTED =
  'screened valid rated myopia myopia_low poor poor_mid glasses_frame fully_corrected referral by_hand'
const added = (sign: '+' | '-') =>
  COUNTED.split(' ')
    .map((name) => `${name} = f.${name} ${sign} 1`)
    .join(', ')

const statements = (sign: '+' | '-', values: string, day: string) =>
  [
    `update bare_screening_record set ${values}, version = version + 1, updated_at = now() where id = $1`,
    `insert into bare_record_change (record_id, source, version, changes)
     select $1, 1, 2, jsonb_build_object('glasses', jsonb_build_array(null, 2), 'nakedRight', jsonb_build_array(null, 4.6))`,
    `update bare_student_screened set last_on = ${day} where student_id = (select student_id from bare_screening_record where id = $1)`,
    `update bare_figure as f set ${added(sign)} ${FIGURE_ROWS}`,
    `update bare_figure_day as f set screened = f.screened ${sign} 1, valid = f.valid ${sign} 1 ${DAY_ROWS}`,
  ].map((text, index) => ({ name: `bare ${sign} ${index}`, text }))

const ENTER = statements(
  '+',
  `state = 2, glasses = 2, naked_right = 46, naked_left = 47, corrected_right = 50, corrected_left = 50,
   sphere_right = -150, sphere_left = -125, cylinder_right = -50, cylinder_left = 0, axis_right = 175, se_right = -1750,
   se_left = -1250, myopia = true, myopia_degree = 1, poor_vision = true, poor_degree = 2, correction = 3, source = 1,
   checked_on = current_date, entered_at = now()`,
  'current_date',
)
const TAKE_AWAY = statements(
  '-',
  `state = 0, glasses = null, naked_right = null, naked_left = null, corrected_right = null, corrected_left = null,
   sphere_right = null, sphere_left = null, cylinder_right = null, cylinder_left = null, axis_right = null,
   se_right = null, se_left = null, myopia = false, myopia_degree = 0, poor_vision = false, poor_degree = 0,
   correction = 0, source = null, checked_on = null, entered_at = null`,
  'null',
)
