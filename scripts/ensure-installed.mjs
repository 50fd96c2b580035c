// Old versions of Node must be able to read this file, to be turned away by it: syntax of Node 14 and no package.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingNatives, RUNTIME, thisPlatform } from './native-packages.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.install-stamp')
const turnFile = path.join(root, '.cache', 'install.lock')
const waitLimit = 20 * 60 * 1000

/** Ends the process with a sentence on a Node too old for the product. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  fail(
    `本产品需要 Node.js 20.19 以上的 20、22.12 以上的 22，或 24 以上，当前是 ${process.versions.node}，请升级后再试（https://nodejs.org）`,
  )
}

/** Installs the dependencies where they are missing or differ from package-lock.json. */
export function ensureInstalled() {
  if (isInstalled()) return
  const release = takeTurn()
  if (!isInstalled()) {
    process.stderr.write('正在安装依赖，需要一两分钟……\n')
    install()
    requireNatives(RUNTIME)
    writeStamp()
  }
  release()
}

/** Ends the process with a sentence for each of these packages that has no compiled part for this machine. */
export function requireNatives(names) {
  const missing = missingNatives(root, names, thisPlatform())
  if (missing.length > 0) fail(missing.join('\n'))
}

function isInstalled() {
  if (readText(stampFile) === stampText()) return true
  // Installed by hand: npm notes what it put there, and a comparison saves installing it all again.
  if (!matchesLockFile() || missingNatives(root, RUNTIME, thisPlatform()).length > 0) return false
  writeStamp()
  return true
}

function stampText() {
  const hash = createHash('sha256')
    .update(readText(path.join(root, 'package-lock.json')))
    .digest('hex')
  return [hash, process.version, process.platform, process.arch].join(' ')
}

function writeStamp() {
  try {
    fs.writeFileSync(stampFile, stampText())
  } catch {
    // A read-only installation is compared again at every start.
  }
}

function matchesLockFile() {
  const wanted = readPackages(path.join(root, 'package-lock.json'))
  const present = readPackages(path.join(modules, '.package-lock.json'))
  if (!wanted || !present || Object.keys(present).some((name) => !wanted[name])) return false
  return Object.keys(wanted).every((name) => {
    if (name === '') return true
    if (!present[name]) return mayBeAbsent(wanted[name])
    const { version, integrity } = present[name]
    if (version !== wanted[name].version || integrity !== wanted[name].integrity) return false
    return fs.existsSync(path.join(root, name))
  })
}

/** npm leaves out optional packages made for other systems, and what only they need. */
function mayBeAbsent({ optional, os, cpu, libc }) {
  if (!optional) return false
  if (!os && !cpu) return true
  const fits = (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
  // Whether the C library fits as well is npm's affair.
  return !fits || Boolean(libc)
}

function readPackages(file) {
  try {
    return JSON.parse(readText(file)).packages
  } catch {
    return undefined
  }
}

function install() {
  // Nothing we use needs its install script, and some would download; without the tools for development there
  // are no pages to serve.
  const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  let result = runNpm(['ci', ...options])
  // A lock file made where packages for other systems are not on offer lacks them: too little for `ci`.
  if (/EUSAGE[\s\S]*Missing: /.test(result.stderr)) result = runNpm(['install', '--no-save', ...options])
  if (result.status === 0) return
  process.stderr.write(result.stderr)
  fail('依赖没有安装成功，请检查网络和 npm 的镜像设置（npm config get registry），然后重新运行')
}

function runNpm(args) {
  const env = { ...process.env }
  delete env.NODE_ENV
  const options = { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 1e8 }
  const command = [...args, '--loglevel=error']
  // Under `npm start` the npm that runs it is known, even where none is on the path.
  const result = /npm-cli\.c?js$/.test(env.npm_execpath || '')
    ? spawnSync(process.execPath, [env.npm_execpath, ...command], options)
    : spawnSync('npm', command, { ...options, shell: process.platform === 'win32' })
  if (result.error) fail(`无法运行 npm（${result.error.message}），请安装带有 npm 的 Node.js`)
  return result
}

/** One command installs at a time; the others wait for it. */
function takeTurn() {
  const release = () => fs.rmSync(turnFile, { force: true })
  const giveUp = Date.now() + waitLimit
  for (let announced = false; ; pause()) {
    if (createTurnFile()) {
      process.once('exit', release)
      return release
    }
    const holder = readText(turnFile)
    if (!isRunning(holder)) discardTurnOf(holder)
    else if (Date.now() > giveUp) fail(`另一个命令一直在安装依赖，请先结束它，或删除 ${turnFile} 后重新运行`)
    else if (!announced) process.stderr.write('另一个命令正在安装依赖，等它完成……\n')
    announced = true
  }
}

function createTurnFile() {
  try {
    fs.mkdirSync(path.dirname(turnFile), { recursive: true })
    fs.writeFileSync(turnFile, describeProcess(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`无法写入 ${turnFile}（${error.code}），请检查目录权限`)
    return false
  }
}

function isRunning(holder) {
  // Created a moment ago and not yet written.
  if (holder === '') pause()
  const text = holder || readText(turnFile)
  return text !== '' && describeProcess(Number(text.split(' ')[0])) === text
}

/** Renamed first: of two commands that found the same left-over only one removes it, and nobody a newer one. */
function discardTurnOf(holder) {
  const aside = `${turnFile}.${process.pid}`
  try {
    fs.renameSync(turnFile, aside)
    if (readText(aside) === holder) fs.rmSync(aside)
    else fs.renameSync(aside, turnFile)
  } catch {
    // Another command has removed it.
  }
}

/** The pid and, where the system tells, when that process began: a pid alone may have been reused. */
function describeProcess(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return 'nobody'
  }
  const stat = readText(`/proc/${pid}/stat`)
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return [pid, began, readText('/proc/sys/kernel/random/boot_id').trim()].join(' ')
}

function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
