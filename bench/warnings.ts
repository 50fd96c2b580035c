// What warnings cost: saving and importing with and without them, and judging all units of a province.
import { sql } from 'kysely'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { Db, Tx } from '../server/core/db/connect.ts'
import { selectSchoolsToNotify } from '../server/warning/notice-queries.ts'
import { notifyAreas, notifySchools, SCHOOLS_AT_ONCE } from '../server/warning/notices.ts'
import { refreshWarnings } from '../server/warning/review-queries.ts'
import { selectWatchedPlans, type WatchedPlan } from '../server/warning/units/unit-findings-queries.ts'
import { lockUnitWarnings, raiseUnitWarnings } from '../server/warning/units/unit-warnings-queries.ts'
import { grownApp } from './figures.ts'
import { bodyOf, recordsToSave, watchDatabase } from './figures-saving.ts'
import { importReadingsFile, prepareReadings } from './import-readings.ts'
import { type MeasuredApp, measuredApp } from './measured-app.ts'
import { fillProvince } from './province.ts'
import { scratchFolder } from './scratch-product.ts'
import { median, type Row, type Table } from './table.ts'

/** Whom saving and judging is measured among; schools and classes are filled up to those of a province. */
const STUDENTS = 200_000
/** Fewer in a trial with fewer students. */
const IMPORTED_SHARE = 1 / 4
const SAVING_ROUNDS = 6
const IMPORT_ROUNDS = 3
const UNIT_ROUNDS = 5
const STUDENTS_AT_ONCE = 500
const BAR = { saving: 1.3, importing: 1.2, unitsMs: 2_000 }

export async function measureWarnings({
  students = STUDENTS,
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
    note: '同一次运行中交替测量，取中位数；“无预警”是删去全部规则并停用触发器。单位一次全部评估：全省一个计划的班级、学校、区县和地市，全部指标；学校和班级由生成的学校复制到一个省的数量。',
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

type Round = { first: number; again: number; messages: number }

/** As near its end as all indicators need it; the first time warnings come into being, then nothing has changed. */
async function measureUnits(app: MeasuredApp): Promise<Row[]> {
  const owner = app.owner()
  try {
    const plans = await selectWatchedPlans(owner.db)
    const plan = plans.find(({ lastPlanId }) => lastPlanId !== null)
    if (!plan) throw new Error('no plan with one to compare it with is under way')
    const filled = await fillFacts(owner.db)
    const planIds = [plan.planId, plan.lastPlanId ?? 0]
    const rounds: Round[] = []
    let size = ''
    let warned = 0
    // Nothing of it stays.
    await owner.db
      .transaction()
      .execute(async (tx) => {
        const { schools, classes } = await fillProvince(tx, planIds)
        size = `${schools.toLocaleString('en')} 所学校、${classes.toLocaleString('en')} 个班级`
        for (let round = 0; round <= UNIT_ROUNDS; round++) {
          await sql`savepoint before_round`.execute(tx)
          const measured = await judgeOnce(tx, { ...plan, nearEnd: true, visitsDue: true })
          const counted = await sql<{ n: number }>`select count(*)::int as n from warning
            where plan_id = ${plan.planId} and scope > 1 and ended is null`.execute(tx)
          warned = counted.rows[0]?.n ?? 0
          await sql`rollback to savepoint before_round`.execute(tx)
          // The first warms up.
          if (round > 0) rounds.push(measured)
        }
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    const [first, again, messages] = (['first', 'again', 'messages'] as const).map((part) =>
      median(rounds.map((round) => round[part])),
    ) as [number, number, number]
    return [
      filled,
      {
        what: `评估全省 ${size}及区县、地市`,
        value: `${again.toFixed(0)} 毫秒`,
        bar: `≤ ${BAR.unitsMs} 毫秒`,
        met: again <= BAR.unitsMs,
      },
      {
        what: `第一次评估，并写入新生成的 ${warned.toLocaleString('en')} 条预警`,
        value: `${first.toFixed(0)} 毫秒`,
      },
      { what: '上述预警的消息，全部学校和主管部门', value: `${messages.toFixed(0)} 毫秒` },
    ]
  } finally {
    await owner.close()
  }
}

async function judgeOnce(tx: Tx, plan: WatchedPlan): Promise<Round> {
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const judge = async () => {
    await lockUnitWarnings(tx, plan.planId)
    await raiseUnitWarnings(tx, plan)
  }
  const [first, again] = [await timed(judge), await timed(judge)]
  const messages = await timed(async () => {
    const schools = await selectSchoolsToNotify(tx, [plan.planId])
    for (let from = 0; from < schools.length; from += SCHOOLS_AT_ONCE)
      await notifySchools(tx, [plan.planId], schools.slice(from, from + SCHOOLS_AT_ONCE))
    await notifyAreas(tx, [plan.planId])
  })
  return { first, again, messages }
}

/** What is known of students, where the demo was written without it. */
async function fillFacts(db: Db): Promise<Row> {
  const { rows: missing } = await sql<{ studentId: number }>`
    select distinct r.student_id from screening_record as r
    where r.state = 2 and not exists (select from warning_fact as f where f.student_id = r.student_id)
    order by r.student_id`.execute(db)
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
