// A data folder as the first start of the product leaves it, and what that start said. Making one takes half a minute of
// processor time, copying it hardly any.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { joinEmbedded } from '#server/core/embedded-postgres/embedded.ts'
import { hashOfSources } from '../../scripts/run-server-module.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDERS = path.join(ROOT, '.cache/demo-folders')

/** Another run that began before the sources changed may still copy from it. */
const IN_USE_MS = 3_600_000

/** What the start that made a folder printed, how long it took, and whether the product served meanwhile. */
export type FirstStart = { output: string; startMs: number; page: number; ready: number }

export const firstStartOf = (prepared: string): FirstStart =>
  JSON.parse(readFileSync(`${prepared}.json`, 'utf8'))

/** Makes a folder to copy from where it is missing, and answers where it is. */
export async function prepareDemoFolder(): Promise<string> {
  // The demo tells of the weeks before today, so a folder is good for a day, and for one state of the sources.
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
  const sources = hashOfSources(['server', 'contract', 'package-lock.json'])
  const prepared = path.join(FOLDERS, `${today}-${sources}`)
  if (existsSync(prepared) && existsSync(`${prepared}.json`)) return prepared
  mkdirSync(FOLDERS, { recursive: true })
  for (const old of readdirSync(FOLDERS).map((name) => path.join(FOLDERS, name)))
    if (Date.now() - statSync(old).mtimeMs > IN_USE_MS) rmSync(old, { recursive: true, force: true })
  // Made aside and renamed, so that a run that is broken off leaves no half folder.
  const draft = `${prepared}.${process.pid}`
  // The user the database runs as may not reach the project's folder.
  const made = mkdtempSync(path.join(tmpdir(), 'demo-'))
  chmodSync(made, 0o755)
  try {
    const said = await startOnce(path.join(made, 'data'))
    writeFileSync(`${prepared}.json`, JSON.stringify(said))
    copyFolder(path.join(made, 'data'), draft)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  if (existsSync(prepared)) rmSync(draft, { recursive: true })
  else renameSync(draft, prepared)
  return prepared
}

/** Puts a copy of the prepared folder in place of `folder`. */
export function copyDemoFolder(prepared: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  copyFolder(prepared, folder)
}

/** The database's files belong to the user it runs as; Node's own copy would give them to root. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-a', from, to])
}

/** The very first start, as a user has it: nothing is configured but where it is. */
async function startOnce(folder: string): Promise<FirstStart> {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const began = performance.now()
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, LANG, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let served: Promise<Omit<FirstStart, 'output'>> | undefined
  product.stdout.on('data', (chunk) => {
    output += chunk
    const [, url] = /平台已启动：(http\S+)\s/.exec(output) ?? []
    if (url)
      served ??= lookAt(url, performance.now() - began)
        .then(async (seen) => {
          await untilReviewed(folder)
          return seen
        })
        .finally(() => product.kill('SIGTERM'))
  })
  const [code] = await once(product, 'close')
  if (code !== 0 || !served) throw new Error(`the product did not start:\n${output}`)
  return { output, ...(await served) }
}

async function lookAt(url: string, startMs: number): Promise<Omit<FirstStart, 'output'>> {
  const statusOf = (address: string) =>
    fetch(url + address, { headers: { accept: 'text/html' } }).then(
      ({ status }) => status,
      () => 0,
    )
  return { startMs, page: await statusOf('/login'), ready: await statusOf('/health/ready') }
}

/** The first review of units sends messages about all of them: every product on a copy would do it again. */
async function untilReviewed(folder: string): Promise<void> {
  const server = await joinEmbedded(path.join(folder, 'postgres'))
  const client = new pg.Client(server?.connection('vision'))
  await client.connect()
  const reviewed = `select from job where kind = 'warning.review' and finished_at is not null`
  try {
    while (!(await client.query(reviewed)).rowCount) await sleep(200)
  } finally {
    await client.end()
  }
}
