// Everything that must hold: types, lint, unit and integration tests, real processes, a real browser.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildWebIfStale } from './build-web.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ROOT } from './run-server-module.mjs'

const steps = []

const bin = (name) => path.join(ROOT, 'node_modules/.bin', name)

function run(title, command, args) {
  process.stdout.write(`\n── ${title}\n`)
  const started = performance.now()
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: process.env })
  return { ok: status === 0, seconds: Math.round((performance.now() - started) / 1000) }
}

function check(title, command, args) {
  const { ok, seconds } = run(title, command, args)
  steps.push({ title, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds })
}

function vitest(title, projects) {
  const report = path.join(ROOT, `.cache/${projects.join('-')}.json`)
  rmSync(report, { force: true })
  const args = ['run', ...projects.flatMap((project) => ['--project', project])]
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  const { ok, seconds } = run(title, bin('vitest'), args)
  const { passed, failed, skipped, failures } = readReport(report)
  // A run that ended badly without a failed test (a crash, a leak, no test at all) has failed all the same.
  steps.push({
    title,
    passed,
    failed: ok && passed > 0 ? failed : Math.max(failed, 1),
    skipped,
    seconds,
    failures,
  })
}

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const skipped = report.numPendingTests + report.numTodoTests
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped,
      failures: failuresOf(report),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [] }
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

mkdirSync(path.join(ROOT, '.cache'), { recursive: true })
ensureBrowser()
await buildWebIfStale()
check('类型检查', bin('tsc'), ['-b'])
check('代码规范', bin('biome'), ['check', '.'])
vitest('单元与集成测试', ['unit', 'web', 'server'])
vitest('启动、停止与故障', ['process'])
vitest('浏览器测试', ['browser'])

const total = (key) => steps.reduce((sum, step) => sum + (step[key] ?? 0), 0)
process.stdout.write('\n── 小结\n')
for (const failure of steps.flatMap((step) => step.failures ?? [])) process.stdout.write(`✗ ${failure}\n\n`)
for (const { title, passed, failed, seconds } of steps) {
  process.stdout.write(`${failed ? '✗' : '✓'} ${title}：${passed} 通过，${failed} 失败（${seconds} 秒）\n`)
}
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`)
process.exit(total('failed') === 0 ? 0 : 1)
