// Builds the web part into dist/web when its sources changed; `node scripts/build-web.mjs` does it by hand.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesUnder, hashOfSources, KNOWN_PAGES, ROOT } from './run-server-module.mjs'

const TARGET = path.join(ROOT, 'dist/web')
const VERSION_FILE = 'build-version.txt'
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/** Finds out the state of the sources of the pages once for this process and those it starts. */
export function knowPages() {
  process.env[KNOWN_PAGES] ??= hashOfSources(SOURCES)
}

export async function buildWebIfStale() {
  const version = process.env[KNOWN_PAGES] ?? hashOfSources(SOURCES)
  const stamp = path.join(TARGET, VERSION_FILE)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === version) return
  process.stdout.write('正在构建页面……\n')
  const started = performance.now()
  // Built aside and renamed: who serves the old files keeps them until the new ones are complete.
  const aside = path.join(ROOT, `dist/web-${process.pid}`)
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn']
  const result = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) {
    rmSync(aside, { recursive: true, force: true })
    process.stderr.write('启动失败：页面构建失败，原因见上\n')
    process.exit(1)
  }
  await compressAll(aside)
  writeFileSync(path.join(aside, VERSION_FILE), `${version}\n`)
  publish(aside)
  process.stdout.write(`页面构建完成（${Math.round((performance.now() - started) / 1000)} 秒）\n`)
}

/** Two that build at once take turns; the last one stays. */
function publish(aside) {
  const old = path.join(ROOT, `dist/web-old-${process.pid}`)
  for (let left = 20; ; left--) {
    if (existsSync(TARGET)) attempt(() => renameSync(TARGET, old), 'ENOENT')
    const published = attempt(() => renameSync(aside, TARGET), left && 'ENOTEMPTY', left && 'EEXIST')
    rmSync(old, { recursive: true, force: true })
    if (published) return
  }
}

/** False where it fails in one of the ways that another process brings about. */
function attempt(work, ...passing) {
  try {
    work()
    return true
  } catch (error) {
    if (passing.includes(error.code)) return false
    throw error
  }
}

async function compressAll(folder) {
  const files = filesUnder(folder).filter((file) => /\.(js|css|html|svg|json)$/.test(file))
  for (const file of files) {
    const content = readFileSync(file)
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, options))
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWebIfStale()
