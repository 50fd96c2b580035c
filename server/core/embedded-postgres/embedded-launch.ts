import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { type Cluster, exists, socketPort } from './embedded-cluster.ts'
import { lastLines, processOptions, runProgram, succeeds, windows } from './embedded-programs.ts'
import {
  addressOf,
  answerPatience,
  findServer,
  isAlive,
  readLockFile,
  recoveryPatience,
  type ServerAddress,
  servesFolder,
} from './embedded-running.ts'

export type Running = { pid: number; address: ServerAddress; child?: ChildProcess }

export async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
  port?: number,
): Promise<Running | { failure: string }> {
  const log = await openLog(cluster.log)
  const logStart = (await log.stat()).size
  const child = await spawnServer(cluster, settings, log.fd, port).finally(() => log.close())
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
  { folder, socketDir, log, programs, runAs, loopback }: Cluster,
  settings: Record<string, string>,
  logFd: number,
  port?: number,
): Promise<ChildProcess> {
  const place = loopback
    ? {
        listen_addresses: '127.0.0.1',
        port: String(port ?? (await findFreePort())),
        unix_socket_directories: '',
      }
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
export async function stopServer(cluster: Cluster, { child }: Running): Promise<void> {
  const pid = (await findServer(cluster))?.pid ?? (child && !hasEnded(child) ? child.pid : undefined)
  if (pid !== undefined) await endProcess(cluster, pid)
  if (child && !hasEnded(child)) {
    // Nothing else may be left that keeps this process alive, and there is more to undo after this.
    child.ref()
    await once(child, 'exit', { signal: AbortSignal.timeout(5000) }).catch(() => {})
  }
  if (cluster.socketDir !== cluster.folder) await fs.rmdir(cluster.socketDir).catch(() => {})
}

async function endProcess(cluster: Cluster, pid: number): Promise<void> {
  const { folder, programs } = cluster
  const steps = [
    { mode: 'fast', signal: 'SIGINT', patience: 20_000 },
    { mode: 'immediate', signal: 'SIGQUIT', patience: 5_000 },
    { mode: 'immediate', signal: 'SIGKILL', patience: 5_000 },
  ] as const
  for (const { mode, signal, patience } of steps) {
    if (windows) await succeeds(runProgram(programs.control, ['stop', '-D', folder, '-m', mode, '-t', '20']))
    else if (exists(pid)) process.kill(pid, signal)
    if (await comesTrue(async () => !(await isAlive(cluster, pid)), patience)) break
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
