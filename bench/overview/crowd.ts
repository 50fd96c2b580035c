// Two hundred who watch while twenty save, at the door of the whole product.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { PROJECT_ROOT } from '../../server/core/config.ts'
import { startEmbedded } from '../../server/core/embedded-postgres/embedded.ts'
import { MOMENT_MS } from '../../server/core/shared-moments.ts'
import { ask, signIn } from '../product-calls.ts'
import { startProduct } from '../scratch-product.ts'
import { median, p95, type Row } from '../table.ts'
import { countOpenings, open, type Site } from './openings.ts'
import { classesToScreen, type Saved, SCREENER, type Screening, screen, takeBack } from './screeners.ts'
import { COUNTING, openStatements, type Statements } from './statements.ts'
import { screenedIn, type Wall, type Watching, watch } from './viewers.ts'
import { schoolOf, type View, viewsOf } from './views.ts'

const VIEWERS = 200
const SCREENERS = 20
/** Saving without and with viewers, in turns. */
const ROUNDS = 6
const ROUND_MS = 10_000
const IDLE_ROUNDS = 7
/** Against the same call with nobody else there; what is below the least is never too slow. */
const LOADED = { p95: { times: 4, leastMs: 120 }, p99: { times: 10, leastMs: 250 } }
const SHOWN_MS = 3_000

/** What is on the walls, in equal parts. */
const WATCHED = [
  '省筛查进度',
  '市筛查进度',
  '区县筛查进度',
  '省近视率',
  '市近视率',
  '区县近视率',
  '省总览',
  '省屈光度',
  '省前十',
  '省学生端',
  '省医院端',
  '省家长端',
]
const PEOPLE = ['province01', 'city01', 'region01', 'school01', 'hospital01', SCREENER]

export async function measureCrowd(folder: string, students: number): Promise<Row[]> {
  const dataDir = path.join(folder, String(students))
  const embedded = await startEmbedded({ folder: path.join(dataDir, 'postgres'), settings: COUNTING })
  try {
    // Joins the database that runs already, and ends it when it ends.
    const product = await startProduct(PROJECT_ROOT, dataDir)
    const statements = await openStatements(embedded.connection('vision'))
    try {
      return await measureAt(product.address, statements)
    } finally {
      await statements.close()
      await product.stop()
    }
  } finally {
    await embedded.stop()
  }
}

async function measureAt(address: string, statements: Statements): Promise<Row[]> {
  const tokens = new Map<string, string>()
  for (const account of PEOPLE) tokens.set(account, await signIn(address, account))
  const planId = await planUnderWay(statements.client)
  const orgId = await schoolOf(planId, (route, account) => ask(address, route, tokens.get(account) ?? ''))
  const site: Site = { address, tokens, views: viewsOf({ planId, orgId }) }
  const opened = await countOpenings(site, VIEWERS, statements)
  const classes = await classesToScreen(statements.client, planId, SCREENERS)
  const views = site.views.filter(({ name }) => WATCHED.includes(name))
  const alone = await openedAlone(site, views)
  const over = new AbortController()
  const screening = screen(address, tokens.get(SCREENER) ?? '', classes, over.signal)
  try {
    const turns = await watchInTurns(site, views, statements, screening)
    return [...opened, ...rowsOf(turns, screening, alone)]
  } finally {
    over.abort()
    await screening.ended
    await takeBack(address, tokens.get(SCREENER) ?? '', screening.saved)
  }
}

async function planUnderWay(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select id::int as id from plan where status = $1 order by id limit 1',
    [PlanStatus.code.underWay],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no plan is under way')
  return id
}

/** What a view takes when nobody else is there, and how many it says are screened. */
type Alone = { view: View; ms: number; screened: number | undefined }

async function openedAlone(site: Site, views: readonly View[]): Promise<Alone[]> {
  const times = new Map<View, number[]>(views.map((view) => [view, []]))
  const screened = new Map<View, number | undefined>()
  for (let round = 0; round < IDLE_ROUNDS; round++) {
    await sleep(MOMENT_MS)
    for (const view of views) {
      const began = performance.now()
      const { view: figures } = (await open(site, view)) as { view: object }
      times.get(view)?.push(performance.now() - began)
      screened.set(view, screenedIn(figures))
    }
  }
  return views.map((view) => ({ view, ms: median(times.get(view) ?? []), screened: screened.get(view) }))
}

type Turns = {
  watchings: Watching[]
  saved: { alone: Saved[]; beside: Saved[] }
  /** Of all views together, while they were watched. */
  questions: number
  watchedMs: number
}

async function watchInTurns(
  site: Site,
  views: readonly View[],
  statements: Statements,
  { saved }: Screening,
): Promise<Turns> {
  const turns: Turns = { watchings: [], saved: { alone: [], beside: [] }, questions: 0, watchedMs: 0 }
  for (let round = 0; round <= ROUNDS; round++) {
    const [first, began] = [saved.length, performance.now()]
    await sleep(ROUND_MS)
    const second = saved.length
    const watched = await watchFor(ROUND_MS, site, views, statements)
    // The first warms up.
    if (round === 0) continue
    turns.saved.alone.push(...saved.slice(first, second))
    turns.saved.beside.push(...saved.slice(second))
    turns.watchings.push(watched.watching)
    turns.questions += watched.questions
    turns.watchedMs += performance.now() - began - ROUND_MS
  }
  return turns
}

async function watchFor(ms: number, site: Site, views: readonly View[], statements: Statements) {
  const over = new AbortController()
  await statements.reset()
  const watching = watch(site, views, VIEWERS, over.signal)
  await sleep(ms)
  over.abort()
  await watching.ended
  return { watching, questions: questionsIn(await statements.read()) }
}

/** Every question reads its moment once. */
const questionsIn = (counted: Awaited<ReturnType<Statements['read']>>): number =>
  counted
    .filter(({ text }) => /^select clock_timestamp\(\) as "?at"?$/.test(text))
    .reduce((sum, { calls }) => sum + calls, 0)

function rowsOf(turns: Turns, screening: Screening, alone: readonly Alone[]): Row[] {
  const walls = turns.watchings.flatMap((watching) => watching.walls)
  const faults = [...screening.faults, ...turns.watchings.flatMap((watching) => watching.faults)]
  const perSecond = turns.questions / alone.length / (turns.watchedMs / MOMENT_MS)
  const calls = walls.reduce((sum, { times }) => sum + times.length, 0)
  const lags = lagsOf(walls, screening.saved, alone)
  return [
    {
      what: `${VIEWERS} 名观看者（${alone.length} 个画面，各每 1.5 秒查询）与 ${SCREENERS} 名筛查员同时工作，出错的请求`,
      value: `${faults.length}（共 ${calls + screening.saved.length} 次）${faults[0] ?? ''}`,
      bar: '0',
      met: faults.length === 0,
    },
    {
      what: '其间每个画面每秒的统计查询',
      value: `${perSecond.toFixed(2)} 次`,
      bar: '≤ 1 次',
      met: perSecond <= 1,
    },
    {
      what: `保存后到新数字出现在观看者的答复中，最长（${lags.length} 次）`,
      value: `${(Math.max(...lags) / 1000).toFixed(2)} 秒（中位数 ${(median(lags) / 1000).toFixed(2)} 秒）`,
      bar: `≤ ${SHOWN_MS / 1000} 秒`,
      met: lags.length > 0 && Math.max(...lags) <= SHOWN_MS,
    },
    ...loadedRows(
      '观看者的查询',
      alone.map(({ ms }) => ms),
      walls.flatMap(({ times }) => times),
    ),
    ...loadedRows(
      `保存一名学生（${SCREENERS} 名筛查员，无人观看时 / ${VIEWERS} 人观看时）`,
      turns.saved.alone.map(({ ms }) => ms),
      turns.saved.beside.map(({ ms }) => ms),
    ),
  ]
}

function loadedRows(what: string, idle: number[], loaded: number[]): Row[] {
  const p50 = median(idle)
  return [
    { name: 'p95', value: p95(loaded), ...LOADED.p95 },
    { name: 'p99', value: p99(loaded), ...LOADED.p99 },
  ].map(({ name, value, times, leastMs }) => {
    const most = Math.max(times * p50, leastMs)
    return {
      what: `${what} ${name}`,
      value: `${value.toFixed(0)} 毫秒（空闲时中位数 ${p50.toFixed(0)} 毫秒）`,
      bar: `≤ ${most.toFixed(0)} 毫秒（${times} 倍，至少 ${leastMs}）`,
      met: value <= most,
    }
  })
}

const p99 = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN

/**
 * From each saving to the first answer that counts as many as had been saved by then, on each wall that was open and whose
 * place it belongs to.
 */
function lagsOf(walls: readonly Wall[], saved: readonly Saved[], alone: readonly Alone[]): number[] {
  return walls.flatMap(({ view, shown }) => {
    const before = alone.find((each) => each.view === view)?.screened
    const [first, last] = [shown[0], shown.at(-1)]
    if (before === undefined || !first || !last) return []
    const counted = saved.filter(({ child }) => isIn(child, view)).sort((one, other) => one.at - other.at)
    return counted.flatMap(({ at }, nth) => {
      // Before it was open, or so late that the wall was closed before it had to show it.
      if (at < first.at || at > last.at - SHOWN_MS) return []
      const answer = shown.find(({ screened }) => screened >= before + nth + 1)
      return answer ? [Math.max(0, answer.at - at)] : [Number.POSITIVE_INFINITY]
    })
  })
}

const isIn = ({ cityId, regionId }: Saved['child'], { path: route }: View): boolean => {
  const areaId = new URL(route, 'http://wall').searchParams.get('areaId')
  return areaId === null || areaId === cityId || areaId === regionId
}
