// The steps that `npm run check` and `npm test` are made of. Several may run at the same time: most wait a good deal,
// for a database or a browser, and two cores are only kept busy by more than two of them.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { requireNatives } from './ensure-installed.mjs'
import { TOOLS } from './native-packages.mjs'
import { knowSources, ROOT } from './run-server-module.mjs'

/** The programs as scripts of Node: what npm puts in .bin differs between systems. */
const PROGRAMS = {
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  vitest: 'node_modules/vitest/vitest.mjs',
}
const SLOWEST_SHOWN = 10
const IN_MEMORY = '/dev/shm'
const GIGABYTES_NEEDED = 6

requireNatives(TOOLS)
// What the tests start need not find it out for each process: the sources stay as they are for a run.
knowSources()
const began = performance.now()
const steps = []
const scratch = makeScratchFolder()
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

// Two checkers at once take half as much again of processor time, and nothing is gained beside the other steps.
// The compiler is a program in Go; clearing up less often (GOGC), it takes 3 GB at most and 29 seconds instead of 51.
export const checkTypes = () =>
  check('类型检查', 'tsc', ['-b', '--builders', '1', '--checkers', '1'], { GOGC: '1000' })
export const checkStyle = () => check('代码规范', 'biome', ['check', '.'])

/** Runs a program that only says whether everything is right. */
async function check(title, program, args, env = {}) {
  const pieces = []
  const { ok, seconds } = await run(program, args, (piece) => pieces.push(piece), env)
  process.stdout.write(`\n── ${title}\n${Buffer.concat(pieces)}`)
  steps.push({ title, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds })
}

/** Runs test projects of vitest.config.ts: all their files, or those below some folders. */
export async function runTests(title, projects, folders = []) {
  const report = path.join(ROOT, `.cache/${projects.join('-')}.json`)
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', ...folders, ...projects.flatMap((project) => ['--project', project])]
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  const { ok, seconds } = await run('vitest', args, (piece) => process.stdout.write(piece))
  const { passed, failed, skipped, failures, files } = readReport(report)
  // A run that ended badly without a failed test (a crash, a leak, no test at all) has failed all the same.
  steps.push({
    title,
    passed,
    failed: ok && passed > 0 ? failed : Math.max(failed, 1),
    skipped,
    seconds,
    failures,
    files,
  })
}

/** Prints what failed, what was slow and how long everything took; gives the exit code. */
export function summarise() {
  const total = (key) => steps.reduce((sum, step) => sum + (step[key] ?? 0), 0)
  const say = (line) => process.stdout.write(`${line}\n`)
  say('\n── 小结')
  for (const failure of steps.flatMap((step) => step.failures ?? [])) say(`✗ ${failure}\n`)
  const files = steps.flatMap((step) => step.files ?? []).sort((a, b) => b.seconds - a.seconds)
  if (files.length > 0) say('最慢的测试文件：')
  for (const { file, seconds } of files.slice(0, SLOWEST_SHOWN))
    say(`${seconds.toFixed(1).padStart(8)} 秒  ${file}`)
  for (const { title, passed, failed, seconds } of steps)
    say(`${failed ? '✗' : '✓'} ${title}：${passed} 通过，${failed} 失败（${seconds} 秒）`)
  say(`共 ${secondsSince(began)} 秒`)
  say(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 ? 0 : 1
}

/**
 * Where the tests put databases and files: in memory, if there is room. Every test file copies a database of a
 * thousand files, and on a disk that takes a quarter more of the processor's time in the kernel.
 */
function makeScratchFolder() {
  const folder = mkdtempSync(path.join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'vision-'))
  // Open to the user the database runs as where the tests are run by root.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > GIGABYTES_NEEDED * 2 ** 30
  } catch {
    return false
  }
}

/** Runs a program to its end and hands on what it prints. */
function run(program, args, print, env = {}) {
  const started = performance.now()
  // Nothing here leaves the machine; reading the certificates takes three quarters of the start of every process.
  const { NODE_EXTRA_CA_CERTS: _, ...given } = process.env
  const child = spawn(process.execPath, [path.join(ROOT, PROGRAMS[program]), ...args], {
    cwd: ROOT,
    env: { ...env, ...given, TMPDIR: scratch },
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', print)
  return new Promise((resolve) => {
    const settle = (ok) => resolve({ ok, seconds: secondsSince(started) })
    child.on('error', () => settle(false))
    child.on('close', (code) => settle(code === 0))
  })
}

const secondsSince = (started) => Math.round((performance.now() - started) / 1000)

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: failuresOf(report),
      files: report.testResults.map(({ name, startTime, endTime }) => ({
        file: path.relative(ROOT, name),
        seconds: (endTime - startTime) / 1000,
      })),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [], files: [] }
  }
}

// Repeated at the very end: of a long run often only the last lines are saved.
function failuresOf(report) {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(ROOT, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return message ? [`${file}\n${message}`] : []
    return failed.map(
      (test) => `${file} > ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 4000)}`,
    )
  })
}
