// What warnings cost: saving and importing with and without them, and judging all units of a province.
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { Db, Tx } from '../server/core/db/connect.ts'
import { refreshWarnings } from '../server/warning/review-queries.ts'
import { selectWatchedPlans, type WatchedPlan } from '../server/warning/units/unit-findings-queries.ts'
import { lockUnitWarnings, raiseUnitWarnings } from '../server/warning/units/unit-warnings-queries.ts'
import { grownApp, STUDENTS } from './figures.ts'
import { bodyOf, recordsToSave, watchDatabase } from './figures-saving.ts'
import { importReadingsFile, prepareReadings } from './import-readings.ts'
import { type MeasuredApp, measuredApp } from './measured-app.ts'
import { scratchFolder } from './scratch-product.ts'
import { median, type Row, type Table } from './table.ts'

/** Fifty thousand of a million; fewer in a trial. */
const IMPORTED_SHARE = 1 / 20
const SAVING_ROUNDS = 6
const IMPORT_ROUNDS = 3
const UNIT_ROUNDS = 5
const STUDENTS_AT_ONCE = 2_000
const BAR = { saving: 1.3, importing: 1.2, unitsMs: 2_000 }

export async function measureWarnings({
  students = STUDENTS.many,
  data,
}: {
  students?: number
  data?: string
}): Promise<Table> {
  const { app, row } = await grownApp(students, data)
  const rows: Row[] = []
  // The run takes minutes, so every result is printed as soon as it is known.
  const tell = (...found: Row[]) => {
    rows.push(...found)
    for (const { what, value } of found) console.log(`${what}：${value}`)
  }
  tell(row)
  try {
    tell(...(await measureUnits(app)))
    tell(...(await measureSaving(app)))
  } finally {
    await app.close()
  }
  tell(await measureImport(Math.ceil(students * IMPORTED_SHARE)))
  return {
    title: '预警',
    note: '同一次运行中交替测量，取中位数；“无预警”是删去全部规则并停用触发器。单位一次全部评估：全省一个计划的班级、学校、区县和地市，全部指标。',
    rows,
  }
}

const TRIGGERS = ['record_warned_in', 'record_warned_out', 'record_warned_over']

/** Takes all rules and what notes changed results away, or puts them back. */
async function switchWarnings(app: MeasuredApp, on: boolean): Promise<void> {
  const owner = app.owner()
  try {
    for (const trigger of TRIGGERS)
      await owner.pool.query(`alter table screening_record ${on ? 'enable' : 'disable'} trigger ${trigger}`)
    await owner.pool.query(
      on
        ? 'insert into warning_rule select * from bench_rule; drop table bench_rule'
        : 'create table bench_rule as table warning_rule; delete from warning_rule',
    )
  } finally {
    await owner.close()
  }
}

async function withoutWarnings<T>(app: MeasuredApp, work: () => Promise<T>): Promise<T> {
  await switchWarnings(app, false)
  try {
    return await work()
  } finally {
    await switchWarnings(app, true)
  }
}

/** Each round enters whole examinations one by one and takes them away again. */
async function measureSaving(app: MeasuredApp): Promise<Row[]> {
  const { taskId, recordIds } = await recordsToSave(app)
  const token = await app.login('oscreen01')
  const { path } = recordEndpoints.saveRecords
  const database = watchDatabase()
  const round = async () => {
    database.reset()
    const times: number[] = []
    for (const enter of [true, false]) {
      const bodies = recordIds.map((recordId) => bodyOf(taskId, recordId, enter))
      times.push(...(await app.times({ path, token, bodies }, recordIds.length)))
    }
    return { request: median(times), writing: database.writing() / times.length }
  }
  const [on, off]: [Saved[], Saved[]] = [[], []]
  try {
    await round()
    for (let nth = 0; nth < SAVING_ROUNDS; nth++) {
      on.push(await round())
      off.push(await withoutWarnings(app, round))
    }
  } finally {
    database.stop()
  }
  return [
    ratioRow('保存一名学生的结果，有预警 / 无预警（整个请求）', 'request', on, off, BAR.saving),
    ratioRow('其中写入记录并提交的语句', 'writing', on, off),
  ]
}

type Saved = { request: number; writing: number }
function ratioRow(
  what: string,
  part: keyof Saved,
  on: readonly Saved[],
  off: readonly Saved[],
  bar?: number,
): Row {
  const [subject, control] = [median(on.map((each) => each[part])), median(off.map((each) => each[part]))]
  const ratio = subject / control
  const value = `${control.toFixed(2)} → ${subject.toFixed(2)} 毫秒（${ratio.toFixed(2)}×）`
  return bar === undefined ? { what, value } : { what, value, bar: `≤ ${bar}×`, met: ratio <= bar }
}

async function measureImport(count: number): Promise<Row> {
  const app = await measuredApp({ worker: true })
  const { folder, remove } = scratchFolder()
  const [on, off]: [number[], number[]] = [[], []]
  try {
    for (let nth = 0; nth < IMPORT_ROUNDS; nth++) {
      const [first, second] = [
        await prepareReadings(app, folder, count),
        await prepareReadings(app, folder, count),
      ]
      on.push(await importReadingsFile(app, first, count))
      off.push(await withoutWarnings(app, () => importReadingsFile(app, second, count)))
    }
  } finally {
    await app.close()
    remove()
  }
  const ratio = median(on) / median(off)
  return {
    what: `导入 ${count.toLocaleString('en')} 人的结果，有预警 / 无预警`,
    value: `${median(off).toFixed(1)} → ${median(on).toFixed(1)} 秒（${ratio.toFixed(2)}×）`,
    bar: `≤ ${BAR.importing}×`,
    met: ratio <= BAR.importing,
  }
}

class RolledBack extends Error {}

/** Milliseconds of the work of a transaction that leaves nothing. */
async function timeRolledBack(db: Db, work: (tx: Tx) => Promise<void>): Promise<number> {
  let took = 0
  await db
    .transaction()
    .execute(async (tx) => {
      const started = performance.now()
      await work(tx)
      took = performance.now() - started
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return took
}

/** As near its end as all indicators need it; the first time warnings come into being, then nothing has changed. */
async function measureUnits(app: MeasuredApp): Promise<Row[]> {
  const owner = app.owner()
  try {
    const plans = await selectWatchedPlans(owner.db)
    const plan = plans.find(({ lastPlanId }) => lastPlanId !== null) ?? plans[0]
    if (!plan) throw new Error('no plan is under way')
    const filled = await fillFacts(owner.db)
    const whole: WatchedPlan = { ...plan, nearEnd: true, visitsDue: true }
    const judge = async (tx: Tx) => {
      await lockUnitWarnings(tx, plan.planId)
      await raiseUnitWarnings(tx, whole)
    }
    const [first, again]: [number[], number[]] = [[], []]
    for (let round = 0; round <= UNIT_ROUNDS; round++) {
      let second = 0
      const both = await timeRolledBack(owner.db, async (tx) => {
        await judge(tx)
        const started = performance.now()
        await judge(tx)
        second = performance.now() - started
      })
      // The first warms up.
      if (round > 0) {
        first.push(both - second)
        again.push(second)
      }
    }
    const { rows } = await owner.pool.query<{ n: number }>(
      'select count(*)::int as n from plan_school where plan_id = $1',
      [plan.planId],
    )
    const schools = (rows[0]?.n ?? 0).toLocaleString('en')
    return [
      filled,
      {
        what: `评估全省 ${schools} 所学校及其班级、区县、地市，预警全部新生成`,
        value: `${median(first).toFixed(0)} 毫秒`,
        bar: `≤ ${BAR.unitsMs} 毫秒`,
        met: median(first) <= BAR.unitsMs,
      },
      { what: '同样的评估，没有变化', value: `${median(again).toFixed(0)} 毫秒` },
    ]
  } finally {
    await owner.close()
  }
}

/** What is known of students, where the demo was written without it. */
async function fillFacts(db: Db): Promise<Row> {
  const missing = await db
    .selectFrom('screeningRecord')
    .select('studentId')
    .distinct()
    .where('state', '=', 2)
    .where('studentId', 'not in', db.selectFrom('warningFact').select('studentId'))
    .orderBy('studentId')
    .execute()
  const ids = missing.map(({ studentId }) => studentId)
  const started = performance.now()
  for (let from = 0; from < ids.length; from += STUDENTS_AT_ONCE)
    await db.transaction().execute((tx) => refreshWarnings(tx, ids.slice(from, from + STUDENTS_AT_ONCE)))
  const seconds = (performance.now() - started) / 1000
  return {
    what: `评估 ${ids.length.toLocaleString('en')} 名学生，每次 ${STUDENTS_AT_ONCE.toLocaleString('en')} 名`,
    value: ids.length === 0 ? '此前已评估' : `${seconds.toFixed(0)} 秒`,
  }
}
