// The worker process: forked by the server, which tells it everything over their channel; of no use by itself.
import { runServerModule } from './run-server-module.mjs'

const { runWorker } = await runServerModule('server/worker.ts')
await runWorker()
