import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

export type InstanceLock = { release(): Promise<void> }

/** Another instance runs on the folder. */
export class FolderInUse extends StartError {}

/**
 * Makes this process the only instance on a data folder.
 * Every instance listens on a socket file of its own in `<folder>/lock`. The kernel closes the listener of a
 * killed process, so a file that refuses connections is left over, whatever process has its pid by now.
 */
export async function lockFolder(folder: string): Promise<InstanceLock> {
  const wanted = path.resolve(folder)
  try {
    const lockDir = path.join(wanted, 'lock')
    await mkdir(lockDir, { recursive: true })
    const real = await realpath(lockDir)
    return await (process.platform === 'win32' ? holdPipe(wanted, real) : holdSocket(wanted, real))
  } catch (error) {
    throw error instanceof StartError ? error : explain(wanted, error as NodeJS.ErrnoException)
  }
}

/**
 * `<id>.claim` is the socket, `<id>.held` marks the winner. Of claims made at once the smallest id wins: a claim
 * that sees a smaller one withdraws, one that sees only larger ones waits until each has withdrawn or won.
 */
async function holdSocket(folder: string, lockDir: string): Promise<InstanceLock> {
  const id = `${process.pid}-${randomBytes(6).toString('hex')}`
  const reachable = await shortPathTo(lockDir)
  const server = createDoor()
  const release = onlyOnce(async () => {
    server.close()
    await removeClaim(lockDir, id)
  })
  try {
    // Between bind and listen a socket refuses connections and would look left over: it gets its name afterwards.
    await listen(server, path.join(reachable.path, `${id}.new`))
    await rename(path.join(lockDir, `${id}.new`), path.join(lockDir, `${id}.claim`))
    await winAgainst(await liveRivals(reachable.path, id), { folder, id, dir: reachable.path })
    await writeFile(path.join(lockDir, `${id}.held`), '')
    return { release }
  } catch (error) {
    await release()
    throw error
  } finally {
    await reachable.forget()
  }
}

type Rival = { id: string; held: boolean }

async function winAgainst(rivals: Rival[], own: { folder: string; id: string; dir: string }): Promise<void> {
  let waiting = rivals
  for (let round = 0; waiting.length > 0; round++) {
    const winner = waiting.find((rival) => rival.held || rival.id < own.id || round > 250)
    if (winner) throw inUse(own.folder, winner.id.split('-')[0])
    await sleep(20)
    waiting = await liveRivals(own.dir, own.id)
  }
}

async function liveRivals(dir: string, ownId: string): Promise<Rival[]> {
  const names = await readdir(dir)
  const rivals: Rival[] = []
  for (const name of names) {
    const id = path.basename(name, '.claim')
    if (id === name || id === ownId) continue
    if (await isAnswered(path.join(dir, name))) rivals.push({ id, held: names.includes(`${id}.held`) })
    else await removeClaim(dir, id)
  }
  return rivals
}

async function removeClaim(dir: string, id: string): Promise<void> {
  for (const ending of ['claim', 'held', 'new']) await rm(path.join(dir, `${id}.${ending}`), { force: true })
}

/** Only a plain refusal proves that nobody is there. */
function isAnswered(socketFile: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(socketFile)
    socket.once('connect', () => {
      socket.destroy()
      settle(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      settle(code !== 'ECONNREFUSED' && code !== 'ENOENT')
    })
  })
}

/** A socket address holds about 100 bytes; a passing symbolic link makes any folder reachable. */
async function shortPathTo(dir: string): Promise<{ path: string; forget(): Promise<void> }> {
  if (Buffer.byteLength(dir) <= 60) return { path: dir, forget: async () => {} }
  const link = path.join(tmpdir(), `lock-${randomBytes(6).toString('hex')}`)
  await symlink(dir, link)
  return { path: link, forget: () => rm(link, { force: true }) }
}

/** A named pipe belongs to one process and goes away with it. */
async function holdPipe(folder: string, lockDir: string): Promise<InstanceLock> {
  const name = createHash('sha256').update(lockDir.toLowerCase()).digest('hex').slice(0, 32)
  const pidFile = path.join(lockDir, 'pid')
  const server = createDoor()
  try {
    await listen(server, `\\\\.\\pipe\\${name}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw inUse(folder, await readFile(pidFile, 'utf8').catch(() => undefined))
  }
  await writeFile(pidFile, String(process.pid))
  return { release: onlyOnce(async () => void server.close()) }
}

function createDoor(): Server {
  return createServer((socket) => socket.on('error', () => {}).destroy()).unref()
}

async function listen(server: Server, address: string): Promise<void> {
  // Every account that may start an instance must be able to ask whether this one lives.
  server.listen({ path: address, exclusive: true, readableAll: true, writableAll: true })
  await once(server, 'listening')
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

function inUse(folder: string, pid = '未知'): FolderInUse {
  return new FolderInUse(
    `数据目录 ${folder} 正被另一个实例使用（进程 ${pid}），请先停止它，或用 DATA_DIR 指定其他目录`,
  )
}

function explain(folder: string, { code, message }: NodeJS.ErrnoException): StartError {
  const elsewhere = '或用 DATA_DIR 指定其他目录'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StartError(`数据目录 ${folder} 不可写，请检查它的权限，${elsewhere}`)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartError(`数据目录 ${folder} 的路径上有同名文件，请移走它，${elsewhere}`)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(`数据目录 ${folder} 所在的磁盘已满，请清理空间，${elsewhere}`)
  if (code === 'EOPNOTSUPP' || code === 'ENOTSUP')
    return new StartError(
      `数据目录 ${folder} 所在的文件系统不支持套接字文件，请用 DATA_DIR 指定本机磁盘上的目录`,
    )
  return new StartError(`数据目录 ${folder} 无法使用（${message}），请检查它，${elsewhere}`)
}
