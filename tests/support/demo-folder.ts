// A data folder as the first start of the product leaves it. Making one takes most of a start's time, copying it hardly any.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashOfSources } from '../../scripts/run-server-module.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDERS = path.join(ROOT, '.cache/demo-folders')

/** The demo tells of the weeks before today, so a folder is good for a day, and for one state of the sources. */
const prepared = () => {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return path.join(FOLDERS, `${today}-${hashOfSources(['server', 'contract', 'package-lock.json'])}`)
}

/** Makes the folder to copy from where it is missing; called before the test files run. */
export async function prepareDemoFolder(): Promise<void> {
  const wanted = prepared()
  if (existsSync(wanted)) return
  mkdirSync(FOLDERS, { recursive: true })
  for (const old of readdirSync(FOLDERS)) rmSync(path.join(FOLDERS, old), { recursive: true, force: true })
  // Made aside and renamed, so that a run that is broken off leaves no half folder.
  const draft = `${wanted}.${process.pid}`
  // The user the database runs as may not reach the project's folder.
  const made = mkdtempSync(path.join(tmpdir(), 'demo-'))
  chmodSync(made, 0o755)
  try {
    await startOnce(path.join(made, 'data'))
    copyFolder(path.join(made, 'data'), draft)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  renameSync(draft, wanted)
}

/** Puts a copy of the prepared folder in place of `folder`. */
export function copyDemoFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  copyFolder(prepared(), folder)
}

/** The database's files belong to the user it runs as; Node's own copy would give them to root. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-a', from, to])
}

async function startOnce(folder: string): Promise<void> {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, LANG, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  product.stdout.on('data', (chunk) => {
    output += chunk
    if (output.includes('平台已启动')) product.kill('SIGTERM')
  })
  const [code] = await once(product, 'close')
  if (code !== 0 || !output.includes('平台已启动')) throw new Error(`the product did not start:\n${output}`)
}
