import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import {
  chooseUser,
  execute,
  findPrograms,
  lastLines,
  type Programs,
  type RunAs,
  readIfThere,
  runProgram,
  windows,
} from './embedded-programs.ts'

/** One cluster: its folder, the folder of its socket, its log, and how its programs are run. */
export type Cluster = {
  folder: string
  socketDir: string
  log: string
  programs: Programs
  runAs: RunAs
  durable: boolean
  /** Reached over 127.0.0.1 with a password instead of a unix socket. */
  loopback: boolean
}

export const superuser = 'postgres'
/** Names the socket file; nothing listens on the network. */
export const socketPort = 5432

export type ClusterOptions = { durable: boolean; loopback?: boolean }

export async function prepareCluster(wanted: string, options: ClusterOptions): Promise<Cluster> {
  const absolute = path.resolve(wanted)
  const parent = path.dirname(absolute)
  await fs.mkdir(parent, { recursive: true })
  const folder = await fs
    .realpath(absolute)
    .catch(async () => path.join(await fs.realpath(parent), path.basename(absolute)))
  const programs = await findPrograms()
  const runAs = await chooseUser(programs, folder)
  // Windows has no unix socket that the driver could use.
  const loopback = windows || options.loopback === true
  const socketDir = loopback ? folder : await chooseSocketDir(folder, runAs)
  await removeAbandonedDrafts(folder)
  const { durable } = options
  return { folder, socketDir, log: `${folder}.log`, programs, runAs, durable, loopback }
}

export async function isInitialised({ folder, programs }: Cluster): Promise<boolean> {
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

/** initdb writes into a draft next to the folder, so that a kill or a second starter leaves nothing half made. */
export async function initialise({ folder, programs, runAs, durable, loopback }: Cluster): Promise<void> {
  const draft = await fs.mkdtemp(`${folder}.init-${process.pid}-`)
  const passwordFile = `${draft}.password`
  try {
    await giveTo(runAs, draft)
    const access = loopback
      ? ['--auth-local=reject', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`]
      : ['--auth-local=trust', '--auth-host=reject']
    if (loopback) {
      await fs.writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
      await giveTo(runAs, passwordFile)
    }
    const args = ['-D', draft, `--username=${superuser}`, '--encoding=UTF8', ...localeOptions(), ...access]
    if (!durable) args.push('--no-sync')
    await execute(runAs, programs.initdb, args)
    if (loopback) await fs.rename(passwordFile, passwordFileOf(draft))
    await publish(draft, folder)
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    throw new StartError(`内置数据库没有初始化成功（目录 ${folder}）：\n${lastLines(error.message)}`)
  } finally {
    await fs.rm(draft, { recursive: true, force: true })
    await fs.rm(passwordFile, { force: true })
  }
}

/** The superuser's password of a cluster that is reached over loopback; the product's roles share it. */
export const passwordFileOf = (folder: string): string => path.join(folder, 'superuser.password')

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

export async function giveTo({ uid, gid }: RunAs, folder: string): Promise<void> {
  if (uid === undefined || (await fs.stat(folder)).uid === uid) return
  await runProgram('chown', ['-Rh', `${uid}:${gid}`, folder])
}

/** The data folder where its path fits into a socket address, else a folder of our own under /tmp. */
async function chooseSocketDir(folder: string, { uid, gid }: RunAs): Promise<string> {
  if (Buffer.byteLength(path.join(folder, `.s.PGSQL.${socketPort}`)) <= 100) return folder
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

export function exists(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
