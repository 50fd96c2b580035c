import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { findSecondStepRules } from './account/second-step/policy.ts'
import { buildApp } from './app.ts'
import { wallClock } from './core/clock.ts'
import { type Config, readConfig } from './core/config.ts'
import { say, sayError, sayWarning } from './core/console.ts'
import type { Services } from './core/context.ts'
import { buildVersion } from './core/http/pages.ts'
import { makeInTurn } from './core/in-turn.ts'
import { lockFolder } from './core/instance-lock.ts'
import type { WorkerLog } from './core/jobs/queue.ts'
import { makeWorker, type Worker } from './core/jobs/worker.ts'
import { makeWorkerProcess } from './core/jobs/worker-process.ts'
import { openLog } from './core/log.ts'
import { makePasswords } from './core/passwords.ts'
import { MOMENT_MS, makeSharedMoments } from './core/shared-moments.ts'
import { makeDemoSender } from './core/sms/demo-sender.ts'
import { makeProviderSender } from './core/sms/provider-sender.ts'
import type { SmsSender } from './core/sms/sender.ts'
import { StartError } from './core/start-error.ts'
import { devTools } from './dev/routes.ts'
import { makeJobKinds } from './features.ts'
import { openData, startServer } from './open-data.ts'
import { mapsOf } from './overview/map-files.ts'
import { productionWarnings } from './production-warnings.ts'
import { makeSiteConfig } from './site.ts'

const DRAIN_MS = 10_000
const HOUR_MS = 3_600_000
const PARENT_WATCH_MS = 500

/** Ends one thing that was started; they run in the opposite order. */
type Undo = () => Promise<unknown>
type Life = {
  /** What is begun is registered before it is awaited: a signal in the middle of the start undoes it too. */
  undo(step: Undo): void
  /** Throws once the product is stopping, so that a start that is overtaken goes no further. */
  assertWanted(): void
  /** The product cannot go on. */
  fail(reason: StartError): void
}

/** config → data → app → listen → jobs; everything started is stopped again, in the opposite order. */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const steps: Undo[] = []
  let stopping: Promise<boolean> | undefined
  const stop = () => {
    stopping ??= undoAll(steps)
    return stopping
  }
  const leave = (line: string, code: number) => {
    if (stopping) return
    if (code === 0) say(line)
    else console.error(line)
    void stop().then((clean) => process.exit(clean ? code : 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leave(`收到 ${signal}，正在停止……`, 0))
  }
  if (env.npm_lifecycle_event) watchParent(() => leave('启动本程序的 npm 已经结束，正在停止……', 0))
  try {
    await start(readConfig(env), {
      undo: (step) => void steps.push(step),
      assertWanted() {
        if (stopping) throw new Error('stopped while starting')
      },
      fail: (reason) => leave(`无法继续运行：${reason.message}`, 1),
    })
  } catch (error) {
    // A signal in the middle of the start also makes the start fail.
    if (stopping) return
    await stop()
    if (!(error instanceof StartError)) throw error
    sayError(error.message)
    process.exit(1)
  }
}

/** npm's shell dies of a signal without passing it on, and leaves us behind. */
function watchParent(gone: () => void) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && gone(), PARENT_WATCH_MS).unref()
}

/** One step that fails does not keep the others from running; false when one did. */
async function undoAll(steps: Undo[]): Promise<boolean> {
  let clean = true
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step()
    } catch (error) {
      clean = false
      sayError(`停止时出错：${error instanceof Error ? error.message : error}`)
    }
  }
  return clean
}

async function start(config: Config, life: Life) {
  const site = makeSiteConfig(config)
  mapsOf(config)
  await assertPortFree(config)
  if (config.mode === 'demo') {
    const locking = lockFolder(config.dataDir)
    life.undo(() => locking.then((lock) => lock.release(), nothing))
    await locking
  }
  life.assertWanted()
  const starting = startServer(config)
  life.undo(() => starting.then((server) => server.stop(), nothing))
  const server = await starting
  life.assertWanted()
  const data = await openData(config, say, { server })
  life.undo(() => data.close())
  server.embedded?.keepRunning({
    startedAgain: () => say('内置数据库意外停止，已重新启动'),
    lost: life.fail,
  })
  const { stream, file } = openLog(config)

  const log = { target: null as FastifyInstance['log'] | null }
  const demoSms = makeDemoSender({ info: (details, message) => log.target?.info(details, message) })
  const sms = senderOf(config, demoSms)
  const kinds = makeJobKinds({ config, secrets: data.secrets, work: data.work })
  const jobLog: WorkerLog = { error: (details, message) => log.target?.error(details, message) }
  const worker = makeWorker(data.work.db, kinds, jobLog, { place: 'http' })
  const workerProcess = makeWorkerProcess({ config, connection: server.runtime, log: jobLog })
  const services: Services = {
    config,
    db: data.requests.db,
    secrets: data.secrets,
    sms,
    enqueue: worker.enqueue,
    passwords: makePasswords(),
    inTurn: makeInTurn(),
    moments: makeSharedMoments(MOMENT_MS),
  }
  const version = buildVersion()
  const latestSms = sms === demoSms ? demoSms.latest : null
  const app = await buildApp({
    services,
    site,
    logStream: stream,
    devTools: config.devTools ? devTools({ version, latestSms }) : undefined,
  })
  log.target = app.log
  app.addHook('onResponse', async ({ queuedJob }) => queuedJob && workerProcess.nudge())
  life.assertWanted()
  life.undo(() => Promise.all([closeWithin(app, DRAIN_MS), worker.stop(), workerProcess.stop()]))
  // Before anybody is served: a database that dies while the product runs is no fault of its start.
  const rules = await findSecondStepRules(services)
  life.assertWanted()
  const address = await listen(app, config)
  life.assertWanted()
  life.undo(startJobs(worker, app))
  greet(site.demo, address, file)
  for (const warning of productionWarnings({ config, rules, storedInDatabase: data.storedInDatabase })) {
    sayWarning(warning)
    app.log.warn({ warning }, 'the installation is less safe than it could be')
  }
  workerProcess.start()
}

function senderOf(config: Config, demo: SmsSender): SmsSender {
  if (config.SMS_PROVIDER) return makeProviderSender(config, config.SMS_PROVIDER, wallClock)
  if (config.mode === 'demo') return demo
  return {
    unavailable: true,
    async send() {
      throw new Error('no SMS provider is configured')
    },
  }
}

function startJobs(worker: Worker, app: FastifyInstance): Undo {
  const tick = () =>
    void worker.enqueueHourly().catch((error) => app.log.error({ err: error }, 'queueing hourly work failed'))
  tick()
  const timer = setInterval(tick, HOUR_MS)
  worker.start()
  return async () => clearInterval(timer)
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    throw portFault(config, error)
  }
}

/** Asked before the database starts, so that the answer comes at once. */
async function assertPortFree(config: Config): Promise<void> {
  if (config.PORT === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(portFault(config, error)))
    probe.listen({ port: config.PORT, host: config.HOST }, () => probe.close(() => resolve()))
  })
}

function portFault(config: Config, error: unknown): unknown {
  const code = (error as { code?: string }).code
  if (code === 'EADDRINUSE')
    return new StartError(`端口 ${config.PORT} 已被占用，请停止占用它的程序，或用 PORT 指定其他端口`)
  if (code === 'EACCES')
    return new StartError(`没有权限使用端口 ${config.PORT}，请用 PORT 指定 1024 以上的端口`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`地址 ${config.HOST} 不可用，请检查 HOST`)
  return error
}

async function closeWithin(app: FastifyInstance, ms: number) {
  const cut = setTimeout(() => app.server.closeAllConnections(), ms)
  // What is idle now is closed by `close`; what becomes idle afterwards would be kept open for a next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
    clearInterval(sweep)
  }
}

const nothing = () => undefined

function greet(demo: ReturnType<typeof makeSiteConfig>['demo'], address: string, logFile: string | null) {
  say(`\n平台已启动：${address.replace('[::1]', 'localhost').replace('0.0.0.0', '127.0.0.1')}`)
  if (demo) {
    say(`\n演示账号（密码均为 ${demo.password}）：`)
    for (const { account, description } of demo.accounts) say(`  ${account.padEnd(12)} ${description}`)
    say(
      `\n短信验证码写入日志 ${logFile}，也可在 /dev/sms/latest 查看最新一条（?phone=手机号 指定号码）；接口文档在 /dev/api`,
    )
    say('按 Ctrl-C 停止')
    return
  }
  say('首个管理员请用 npm run admin -- create 创建')
}
