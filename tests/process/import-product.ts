// A running product with a school to import into, and points in the database at which an import can be made to wait.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { parseIdCard } from '#contract/core/id-card.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportCounts, ImportTask } from '#contract/imports/schemas.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { openDatabase } from '#server/core/db/connect.ts'
import { joinEmbedded } from '#server/core/embedded-postgres/embedded.ts'
import type { TestApp } from '#server/testing/app.ts'
import { faults } from '#server/testing/roster-state.ts'
import { HEALTHY } from '../../server/testing/imports/readings.ts'
import type { SheetValues } from '../../server/testing/imports/school.ts'
import { sheetFile } from '../../server/testing/imports/upload.ts'
import { planForm } from '../../server/testing/screening.ts'
import { MULTIPART, multipartBody } from '../../server/testing/sheets/multipart.ts'
import {
  type Answer,
  call,
  comesTrue,
  demoFolder,
  isRunning,
  type Product,
  post,
  send,
  start,
  workerOf,
} from './product.ts'

const IMPORTS = "kind like 'import.%'"
const CLASSES = 3

/** A point at which an import can be made to wait: it waits for as long as the test holds the lock of the point. */
const POINTS = {
  uploading: 'before insert on import_task for each row',
  uploaded: 'after insert on import_task deferrable initially deferred for each row',
  claimed: `before update on import_task for each row
    when (new.state = 'reading' and new.batch_id is distinct from old.batch_id)`,
  'in the first batch': 'before insert on import_row for each row when (new.row_no = 50)',
  'in the last batch': 'before insert on import_row for each row when (new.row_no = 1040)',
  read: `before update on import_task for each row
    when (old.state = 'reading' and new.state in ('preview', 'writing'))`,
  'about to write': 'before insert on student for each statement',
  written: 'after insert on enrolment for each statement',
  committing: `after update on import_task deferrable initially deferred for each row
    when (old.state in ('writing', 'undoing') and new.state in ('done', 'undone'))`,
  committed: `before update on job for each row when (old.${IMPORTS} and new.state = 'done')`,
  undoing: 'after delete on student for each statement',
  'results written': 'after update on screening_record for each statement',
  'results noted': 'after insert on record_change for each statement',
}
export type Point = keyof typeof POINTS
const NAMES = Object.keys(POINTS) as Point[]
const keyOf = (point: Point) => 7_000 + NAMES.indexOf(point)

type School = { orgId: number; name: string; year: number }
export type Roster = School & { rows: SheetValues[]; file: Buffer }
/** A sheet of results for a task under way. */
export type Results = Roster & { taskId: number }

let schools = 0
let people = 0

/** Nobody of the demo has one of these. */
function newRow({ name, year }: School): SheetValues {
  people += 1
  // From many places, as no file is imported with many children of one place, birth date and sex.
  const place = `65${String(people % 10_000).padStart(4, '0')}`
  const first17 = `${place}20160512${String(Math.floor(people / 10_000) + 1).padStart(3, '0')}`
  const idCard = [...'0123456789X'].map((last) => first17 + last).find((number) => parseIdCard(number))
  const card = parseIdCard(idCard ?? '')
  return {
    school: name,
    stage: '小学',
    classYear: String(year),
    class: `${1 + (people % CLASSES)}班`,
    name: `测${'子涵宇轩梓浩然欣怡晨诗雨嘉明哲'[people % 15]}${'思源佳琪文博'[people % 6]}`,
    sex: card?.sex === 2 ? '女' : '男',
    birthDate: card?.birthDate ?? '',
    idCard: idCard ?? '',
  }
}

/** Other children of the same school. */
export async function moreOf({ orgId, name, year }: School, count: number): Promise<Roster> {
  const rows = Array.from({ length: count }, () => newRow({ orgId, name, year }))
  return { orgId, name, year, rows, file: await sheetFile(rows) }
}

/** The product on a folder of its own, started again as often as it is killed. */
export async function importProduct() {
  const folder = demoFolder()
  const temporary = path.join(path.dirname(folder), 'tmp')
  mkdirSync(temporary)
  const env = {
    DATA_DIR: folder,
    TMPDIR: temporary,
    LIMITED_CALLS_PER_MINUTE: '100000',
    // A request that a test makes wait must still be waiting when the product is killed, on a busy machine too.
    DATABASE_WAIT_MS: '120000',
  }
  let product = await start(env)
  const server = await joinEmbedded(path.join(folder, 'postgres'))
  if (!server) throw new Error('the database does not run')
  const connection = server.connection('vision')
  const client = new pg.Client(connection)
  await client.connect()
  const database = openDatabase({ connection, max: 2, connectMs: 5_000, statementMs: 60_000 })
  const query = async <Row>(statement: string, values: unknown[] = []) =>
    (await database.pool.query(statement, values)).rows as Row[]
  let token = await signIn(product)

  return {
    folder,
    query,
    product: () => product,
    token: () => token,
    ask: <E extends Parameters<typeof call>[1]>(endpoint: E, input: Parameters<typeof call<E>>[2]) =>
      call(product.url, endpoint, input, token),

    async layTraps() {
      await client.query(`create function hold() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(tg_argv[0]::int); return coalesce(new, old); end $$`)
      for (const [name, where] of Object.entries(POINTS)) {
        const kind = where.includes('deferrable') ? 'constraint trigger' : 'trigger'
        await client.query(
          `create ${kind} hold_${keyOf(name as Point)} ${where} execute function hold('${keyOf(name as Point)}')`,
        )
      }
    },
    hold: (point: Point) => client.query('select pg_advisory_lock($1)', [keyOf(point)]),
    release: (point: Point) => client.query('select pg_advisory_unlock($1)', [keyOf(point)]),
    async expectHeld(point: Point) {
      const waiting = () =>
        query("select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted", [
          keyOf(point),
        ])
      expect(await comesTrue(async () => (await waiting()).length > 0), `nobody comes to ${point}`).toBe(true)
    },

    /** What is held goes no further, as if its connection had broken first. */
    endHeld: (point: Point) =>
      query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [keyOf(point)],
      ),

    /** An approved school with one grade; rows that fit it, as a file. */
    async newRoster(count: number): Promise<Roster> {
      schools += 1
      const name = `中断测试学校${schools}号`
      const added = await call(
        product.url,
        schoolEndpoints.addSchool,
        {
          orgName: name,
          ...{ provinceId: '330000', cityId: '330100', regionId: '330106', address: '文教路1号' },
          ...{
            contactName: '王老师',
            contactPhone: '13900001111',
            stages: [2],
            schoolType: 10,
            schoolLevel: 10,
          },
        },
        token,
      )
      const { orgId } = added.data
      await query("update org set status = 1, expires_on = '2099-12-31' where id = $1", [orgId])
      const grade = { orgId, prefix: 2, gradeNo: 1, classCount: CLASSES } as const
      await call(product.url, schoolEndpoints.addGrade, grade, token)
      const { data: classes } = await call(product.url, schoolEndpoints.classList, { orgId }, token)
      return moreOf({ orgId, name, year: classes[0]?.classYear ?? 0 }, count)
    },
    /** A school with so many students in a task under way, and a result for each of them. */
    async newResults(count: number): Promise<Results> {
      const roster = await this.newRoster(count)
      const { data } = await uploadTo(product, token, roster, false)
      const imported = async () => (await this.task(data.recordId))?.state === 'done'
      expect(await comesTrue(imported), 'the roster is not imported').toBe(true)
      const form = planForm()
      const plan = await this.ask(planEndpoints.addPlan, { publish: true, ...form })
      const tasks = await this.ask(taskEndpoints.addTasks, {
        ...{ planId: plan.data.planId, schoolOrgIds: [roster.orgId], executor: { by: 'school' } },
        ...{ startsOn: form.startsOn, endsOn: form.endsOn },
      })
      const taskId = tasks.data.taskIds[0] ?? 0
      const rows = roster.rows.map(({ school, class: className, name, idCard }) => ({
        ...{ school, grade: '一年级', class: className, name, idCard },
        ...HEALTHY,
      }))
      return { ...roster, rows, taskId, file: await sheetFile(rows, { kind: 3 }) }
    },
    /** So many of the task have a result, each written once as far as its history goes, and the figures say so. */
    async expectResults({ taskId }: Pick<Results, 'taskId'>, count: number, changes = count) {
      const [found] = await query(
        `select count(*) filter (where state = 2)::int as valid, count(*) filter (where source = 2)::int as imported,
          (select count(*)::int from record_change where record_id in
            (select id from screening_record where task_id = $1)) as changes,
          (select coalesce(sum(valid), 0)::int from figure where level = 5 and place_id = $1) as figures
        from screening_record where task_id = $1`,
        [taskId],
      )
      expect(found).toEqual({ valid: count, imported: count, changes, figures: count })
    },
    upload: (roster: Pick<Roster, 'orgId' | 'file'> & { taskId?: number }, preview = false) =>
      uploadTo(product, token, roster, preview),

    worker: async () => {
      expect(await comesTrue(() => workerOf(product) !== undefined), 'no worker process').toBe(true)
      return workerOf(product) ?? 0
    },
    async killWorker() {
      const worker = workerOf(product)
      if (worker === undefined) return
      send(worker, 'SIGKILL')
      expect(await comesTrue(() => !isRunning(worker))).toBe(true)
    },
    /** The process that answers; its worker and its database are left to themselves. */
    async killProduct() {
      const worker = workerOf(product)
      product.child.kill('SIGKILL')
      await product.ended
      if (worker) expect(await comesTrue(() => !isRunning(worker))).toBe(true)
    },
    async startAgain() {
      product = await start(env)
      token = await signIn(product)
    },

    leases: async () =>
      (
        await query<{ lease: string }>('select lease_token as lease from job where lease_token is not null')
      ).map(({ lease }) => lease),
    /** As if the half minute were over for the holder of these. */
    expire: (leases: string[]) =>
      query("update job set lease_until = now() - interval '1 second' where lease_token = any($1)", [leases]),
    task: async (recordId: number) => {
      const [task] = await query<{ state: string; error: string | null; counts: ImportCounts | null }>(
        'select state, error_msg as error, counts from import_task where id = $1',
        [recordId],
      )
      return task
    },

    /** What must hold whenever nothing is under way, whatever happened before. */
    async expectInOrder() {
      const idle = async () =>
        (await query(`select 1 from job where ${IMPORTS} and state in ('queued', 'running')`)).length
      expect(await comesTrue(async () => (await idle()) === 0), 'jobs are left').toBe(true)
      expect(await faults({ db: database.db } as TestApp)).toEqual([])
      const lost = `select batch_id from (select batch_id from import_row union select batch_id from import_cells) as r
        where not exists (select from import_task t where t.batch_id = r.batch_id)`
      expect(await query(lost)).toEqual([])
      const unowned = `select id from stored_file f where complete
        and not exists (select from assess_file where file_id = f.id) and not exists
        (select from import_task t where t.file_id = f.id)`
      expect(await query(unowned)).toEqual([])
      expect(await comesTrue(() => parsersIn(temporary).length === 0), 'parsers are left').toBe(true)
      expect(readdirSync(temporary).filter((name) => name.startsWith('sheet-'))).toEqual([])
    },
    /** So many of the school, each once. */
    async expectStudents({ orgId }: Pick<Roster, 'orgId'>, count: number) {
      const [found] = await query(
        `select count(*)::int as students, count(distinct id_card_hash)::int as numbers,
          (select count(*)::int from enrolment where org_id = $1) as enrolments,
          (select coalesce(sum(student_count), 0)::int from class where org_id = $1) as counted
        from student where org_id = $1`,
        [orgId],
      )
      expect(found).toEqual({ students: count, numbers: count, enrolments: count, counted: count })
    },
    async close() {
      await client.end()
      await database.close()
    },
  }
}
export type ImportProduct = Awaited<ReturnType<typeof importProduct>>

const signIn = async ({ url }: Product): Promise<string> =>
  String((await call(url, sessionEndpoints.login, { account: 'region01', password: 'Demo@2026' })).data.token)

export async function uploadTo(
  { url }: Pick<Product, 'url'>,
  token: string,
  { orgId, file, taskId }: Pick<Roster, 'orgId' | 'file'> & { taskId?: number },
  preview: boolean,
): Promise<Answer<ImportTask>> {
  const of = taskId === undefined ? { prefix: 2, stuType: 1 } : { taskId }
  const fields = Object.entries({ orgId, preview: preview ? '1' : '', ...of })
  const body = multipartBody([
    ...fields.map(([name, value]) => ({ name, value: String(value) })),
    { name: 'file', filename: '名单.xlsx', content: file },
  ])
  const { importRoster, importScreening } = importEndpoints
  const { path } = taskId === undefined ? importRoster : importScreening
  return post(url + path, { authorization: token, 'content-type': MULTIPART }, body)
}

/** Processes that read a file below the folder. */
function parsersIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return command.includes('parse-sheet.mjs') && command.includes(folder)
    } catch {
      return false
    }
  })
}

export type Victim = 'worker' | 'product'
export const kill = (site: ImportProduct, victim: Victim): Promise<void> =>
  victim === 'worker' ? site.killWorker() : site.killProduct()

/** Uploads a sheet that is taken; answers the number of its task. */
export async function requireUpload(
  site: ImportProduct,
  sheet: Roster | Results,
  preview = false,
): Promise<number> {
  const { success, message, data } = await site.upload(sheet, preview)
  expect(success, message).toBe(true)
  return data.recordId
}
