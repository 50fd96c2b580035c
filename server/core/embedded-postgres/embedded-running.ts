import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { type Cluster, exists, passwordFileOf, socketPort, superuser } from './embedded-cluster.ts'
import { readIfThere, runProgram, windows } from './embedded-programs.ts'

/** What postmaster.pid says; `text` is the file as read. */
export type LockFile = { text: string; pid: number; port: number; status: string }
/** Where a running server is reached. */
export type ServerAddress = { host: string; port: number; password?: string }

export const answerPatience = 30_000
/** Crash recovery after a power cut replays the log first. */
export const recoveryPatience = 600_000

/** The live server of this folder, if there is one; what a dead one left in its way is cleared. */
export async function findServer(cluster: Cluster): Promise<LockFile | undefined> {
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

export async function readLockFile(folder: string): Promise<LockFile | undefined> {
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
  // A postmaster's working directory is its data folder: true for a moved folder, false for a copied one.
  const paths = [`/proc/${pid}/cwd`, folder]
  const [workingDir, dataDir] = await Promise.all(paths.map((file) => fs.stat(file).catch(() => undefined)))
  if (workingDir && dataDir) return isSameFile(workingDir, dataDir) ? 'server' : 'stranger'
  return command.includes(` -D ${folder} `) ? 'server' : 'unclear'
}

export async function isAlive({ folder }: Cluster, pid: number): Promise<boolean> {
  const found = await identify(pid, folder)
  return found === 'server' || found === 'unclear'
}

/** Empty for a zombie. */
async function readCommand(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return (await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  return (await runProgram('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' })))
    .stdout
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino
}

async function clearLeftovers({ folder, socketDir }: Cluster, judged: LockFile): Promise<void> {
  if ((await readLockFile(folder))?.text !== judged.text) return
  const socket = path.join(socketDir, `.s.PGSQL.${socketPort}`)
  for (const file of [socket, `${socket}.lock`, path.join(folder, 'postmaster.pid')])
    await fs.rm(file, { force: true })
}

export async function addressOf(
  { folder, socketDir, loopback }: Cluster,
  lock: LockFile,
): Promise<ServerAddress> {
  if (!loopback) return { host: socketDir, port: socketPort }
  const password = await readIfThere(passwordFileOf(folder))
  return { host: '127.0.0.1', port: lock.port, password }
}

/** Puts a file into the folder and has the server read it: proof that it serves this folder and no copy of it. */
export async function servesFolder({ folder }: Cluster, address: ServerAddress): Promise<boolean> {
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
export async function waitForAnswer(
  cluster: Cluster,
  found: LockFile,
): Promise<{ pid: number; address: ServerAddress } | undefined> {
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
