import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { PURE_FOLDERS } from './tests/architecture/pure-folders.ts'

const PURE = PURE_FOLDERS.map((folder) => `${folder}/**/*.test.ts`)

/** Ends a test that hangs; a machine shared with others can be many times slower than a quiet one. */
const PATIENCE_MS = 300_000

/**
 * A test makes a lot that lives for a moment; with the usual 16 MB, and with less at the start, clearing up takes a tenth
 * of the time. Done by one thread it takes less processor time than by several, for which the cores have none to spare.
 */
const ROOM_FOR_SHORT_LIVED = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc']

/**
 * Most of the server runs a few times in a test: optimising it as early as V8 would takes a tenth of the time and is not
 * won back. Component tests draw the same parts over and over and gain nothing.
 */
const OPTIMISE_LATER = ['--interrupt-budget=1000000']

/** In the tests of imports small files are read where they are, not in a process each: read-workbook-here.ts. */
const readSheetsHere: Plugin = {
  name: 'read-sheets-here',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/core/sheets/read/read-workbook.ts') &&
    importer?.endsWith('/server/imports/task/read-import.ts')
      ? path.resolve('server/testing/sheets/read-workbook-here.ts')
      : null,
}

/** `npx vitest run --project server students` runs one part; the browser project needs Chromium. */
export default defineConfig({
  test: {
    // By itself it would leave one core of two idle: half the tests wait for the database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'tests/architecture/**/*.test.ts', 'web/**/*.test.ts', ...PURE],
          // They change nothing outside themselves; loading the contract anew for each takes longer than they do.
          isolate: false,
          testTimeout: PATIENCE_MS,
        },
      },
      {
        // The one that React has in production.
        oxc: { jsx: { development: false } },
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          execArgv: ROOM_FOR_SHORT_LIVED,
          setupFiles: ['web/testing/set-up.ts'],
          // React and antd as users get them: half as slow as with their checks for developers, and in a "test" antd
          // gives every element the same id, by which no dialog is found any more.
          env: { NODE_ENV: 'production' },
          testTimeout: PATIENCE_MS,
          // Loading antd and the screens anew for each file would take longer than their tests; a second worker would
          // also make a new document for each, which takes a fifth of the time.
          isolate: false,
          maxWorkers: 1,
        },
      },
      {
        plugins: [readSheetsHere],
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: PURE,
          globalSetup: ['server/testing/database.ts'],
          pool: 'forks',
          execArgv: [...ROOM_FOR_SHORT_LIVED, ...OPTIMISE_LATER],
          // Every file has a database of its own; loading the whole server anew for each takes a third of the time.
          isolate: false,
          // The longest step: with two it would go on alone at the end of a run, a quarter of the time waiting.
          maxWorkers: 3,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          globalSetup: ['tests/process/set-up.ts'],
          pool: 'forks',
          // Each file starts and ends processes of its own; what it loads is the same for many.
          isolate: false,
          // With three, and six of the other steps beside them, a product or its test stands still for longer than a
          // server waits for a request.
          maxWorkers: 2,
          testTimeout: 2 * PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/support/set-up.ts'],
          pool: 'forks',
          // Each worker keeps its browser, its product and its modules from file to file.
          isolate: false,
          // The worker of a product runs at low priority: beside others that keep both cores busy an import takes minutes.
          testTimeout: 3 * PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
    ],
  },
})
