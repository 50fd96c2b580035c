// Everything that must hold: types, lint, unit and integration tests, real processes, a real browser.
import { buildWebIfStale } from './build-web.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { checkTogether, LINT, runTests, summarise, TYPES } from './test-steps.mjs'

ensureBrowser()
await buildWebIfStale()
await checkTogether([TYPES, LINT])
await runTests('单元与集成测试', ['unit', 'web', 'server'])
await runTests('启动、停止与故障', ['process'])
await runTests('浏览器测试', ['browser'])
process.exit(summarise())
