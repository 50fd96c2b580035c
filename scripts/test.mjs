// Everything that must hold: types, lint, unit and integration tests, real processes, a real browser.
import { buildWebIfStale } from './build-web.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { checkStyle, checkTypes, runTests, summarise } from './test-steps.mjs'

ensureBrowser()
await buildWebIfStale()

// Three rows of about the same length: a longer one would go on alone at the end, half of its time waiting.
async function runWebTests() {
  await runTests('单元测试', ['unit'])
  await runTests('页面测试', ['web'])
}

async function runProducts() {
  await runTests('启动、停止与故障', ['process'])
  await runTests('浏览器测试', ['browser'])
}

await Promise.all([
  checkTypes(),
  checkStyle(),
  runWebTests(),
  runTests('集成测试', ['server']),
  runProducts(),
])
process.exit(summarise())
