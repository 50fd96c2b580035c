// The quick check: types, lint, and the tests that need neither database nor browser.
import { checkTogether, LINT, runTests, summarise, TYPES } from './test-steps.mjs'

await checkTogether([TYPES, LINT])
await runTests('单元与页面测试', ['unit', 'web'])
process.exit(summarise())
