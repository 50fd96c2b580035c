// Lays out documents in a thread of its own; started by server/reports/documents/write-document.ts.
import { parentPort } from 'node:worker_threads'
import { runServerModule } from './run-server-module.mjs'

const { serveDocuments } = await runServerModule('server/reports/documents/document-thread.ts')
serveDocuments(parentPort)
