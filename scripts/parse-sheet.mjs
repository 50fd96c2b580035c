// Reads one workbook in a process of its own; started by server/core/sheets/read/read-workbook.ts.
import { runServerModule } from './run-server-module.mjs'

const { parseSheet } = await runServerModule('server/core/sheets/read/parser-process.ts')
await parseSheet(process.argv[2], JSON.parse(process.argv[3]))
