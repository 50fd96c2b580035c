// Measures what the product promises, as ratios within one run, and writes bench/results.md.
import { buildWebIfStale } from './build-web.mjs'
import { ensureBrowser, findBrowser } from './ensure-browser.mjs'
import { runServerModule } from './run-server-module.mjs'

ensureBrowser()
await buildWebIfStale()
const { bench } = await runServerModule('bench/main.ts')
await bench(findBrowser(), process.argv.slice(2))
