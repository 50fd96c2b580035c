// The quick check: types, lint, and what needs neither database nor browser: all unit tests, and the component tests of
// the screens that were changed. `npm run check -- --all` runs every component test.
import { changedScreens } from './changed-screens.mjs'
import { checkStyle, checkTypes, runTests, summarise } from './test-steps.mjs'

const screens = process.argv.includes('--all') ? ['web'] : changedScreens()

async function runQuickTests() {
  await runTests('单元测试', ['unit'])
  if (screens.length > 0) await runTests(`页面测试（${screens.join('、')}）`, ['web'], screens)
}

await Promise.all([checkTypes(), checkStyle(), runQuickTests()])
process.exit(summarise())
