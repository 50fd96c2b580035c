// For development: pages with hot replacement on PORT, the server behind them, restarted when its sources change.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer as createProbe } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isServerRequest, readCallPaths } from './dev-proxy.mjs'
import { KNOWN_SOURCES, ROOT, runServerModule } from './run-server-module.mjs'

const SELF = fileURLToPath(import.meta.url)
const SERVER_ROLE = '--server'
const EVERYTHING = '^/'

if (process.argv[2] === SERVER_ROLE) await runServer()
else await runAll()

/** The child: the server until the parent lets go of it, or is gone. */
async function runServer() {
  process.once('disconnect', () => process.emit('SIGTERM', 'SIGTERM'))
  const { main } = await runServerModule('server/main.ts')
  if (process.connected) await main(process.env)
}

async function runAll() {
  process.env.NODE_ENV = 'development'
  const serverPort = await findFreePort()
  const pages = await startPages(serverPort)
  const server = keepServer(serverPort)
  const parent = process.ppid
  let leaving = false
  const leave = async () => {
    if (leaving) return
    leaving = true
    await Promise.all([server.stop(), pages.close()])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave)
  // npm's shell dies of a signal without passing it on.
  setInterval(() => process.ppid !== parent && leave(), 500).unref()
  for (const folder of ['server', 'contract']) {
    watch(path.join(ROOT, folder), { recursive: true }, (_, file) => {
      if (!/\.(test\.ts|css|html)$/.test(file ?? '')) server.restart()
    })
  }
  await answers(serverPort)
  console.log(`\n开发地址：${pages.address}（页面修改即时生效，服务端修改后自动重启）`)
}

async function startPages(serverPort) {
  const { createServer } = await import('vite')
  const port = Number(process.env.PORT || 8080)
  const host = process.env.HOST || '127.0.0.1'
  const vite = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    root: path.join(ROOT, 'web'),
    logLevel: 'warn',
    clearScreen: false,
    server: { host, port, strictPort: true, proxy: { [EVERYTHING]: await makeProxy(serverPort) } },
  })
  try {
    await vite.listen()
  } catch (error) {
    console.error(
      `启动失败：${error.message.includes('in use') ? `端口 ${port} 已被占用，请用 PORT 指定其他端口` : error.message}`,
    )
    process.exit(1)
  }
  return { address: `http://${host}:${port}`, close: () => vite.close() }
}

/** Follows the endpoint table while it is being written: a new call is served without another start. */
async function makeProxy(serverPort) {
  let callPaths = await readCallPaths()
  watch(path.join(ROOT, 'contract'), { recursive: true }, async () => {
    // A file that is saved half-written keeps the table as it was; the server says what is wrong with it.
    callPaths = await readCallPaths().catch(() => callPaths)
  })
  return {
    target: `http://127.0.0.1:${serverPort}`,
    bypass: (request) => (isServerRequest(callPaths, request) ? undefined : request.url),
  }
}

/** The server as a child; each restart waits until the one before has ended, its database too. */
function keepServer(port) {
  // Each start finds out the state of the sources itself: they have changed.
  const { [KNOWN_SOURCES]: _, ...inherited } = process.env
  const env = { ...inherited, PORT: String(port), HOST: '127.0.0.1' }
  let wanted = true
  let announced = false
  let queue = Promise.resolve()
  let child = start()

  function start() {
    const started = fork(SELF, [SERVER_ROLE], { env, cwd: ROOT })
    started.on('exit', (code) => {
      if (code) console.error('服务端没有运行，修改代码后会再次启动')
    })
    return started
  }
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (child.connected) child.disconnect()
    await ended
  }
  return {
    restart() {
      if (announced) return
      announced = true
      queue = queue.then(async () => {
        // An editor saves several files at once.
        await sleep(200)
        announced = false
        await stop()
        if (wanted) child = start()
      })
    },
    async stop() {
      wanted = false
      await queue
      await stop()
    },
  }
}

async function answers(port) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
}

async function findFreePort() {
  const probe = createProbe().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}
