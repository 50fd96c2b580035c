// Lays out documents in a thread of its own; started by server/core/documents/thread-writer.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { runServerModule } from './run-server-module.mjs'

const { serveDocuments } = await runServerModule(workerData.module)
serveDocuments(parentPort)
