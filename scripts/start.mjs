// Starts the product: installs what is missing, builds the web part when it is stale, then runs the server.
import { buildWebIfStale } from './build-web.mjs'
import { runServerModule } from './run-server-module.mjs'

await buildWebIfStale()
const { main } = await runServerModule('server/main.ts')
await main(process.env)
