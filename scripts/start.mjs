// Starts the product: installs what is missing, builds the web part when it is stale, then runs the server.
import { buildWebIfStale } from './build-web.mjs'
import { prepareServerModule, runServerModule } from './run-server-module.mjs'

await buildWebIfStale()
const BESIDE = [
  'server/worker.ts',
  'server/core/sheets/read/parser-process.ts',
  'server/reports/documents/document-thread.ts',
  'server/print/paper-thread.ts',
]
for (const file of BESIDE) await prepareServerModule(file)
const { main } = await runServerModule('server/main.ts')
await main(process.env)
