import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Config, readConfig } from '../core/config.ts'
import { startEmbedded } from '../core/embedded-postgres/embedded.ts'
import { openData } from '../open-data.ts'
import { loadDemo } from '../seed/demo.ts'
import { cheapPasswords } from './cheap-passwords.ts'

export type TestConnection = { host: string; port?: number; user: string; password?: string }

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestConnection
  }
}

/** What test files clone: the migrated database with a small demo, and one without. */
export const TEMPLATE = 'test_template'
export const EMPTY_TEMPLATE = 'test_empty'
export const TEST_STUDENTS = 360

const SETTINGS = {
  // Nothing of it outlives the run.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // What is there to tidy up goes with its file.
  autovacuum: 'off',
  // Every file has connections of its own, which would plan each statement five times for its values before they keep a
  // plan: a quarter of the time of the database. Whichever plan is taken, the answer is the same.
  plan_cache_mode: 'force_generic_plan',
}

/** One real PostgreSQL for the whole run. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vision-test-'))
  const server = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    settings: SETTINGS,
  })
  const { database: _, ...connection } = server.connection('postgres')
  await runAsSuperuser(connection, [
    'create role vision_owner login',
    'create role vision_app login',
    `create database ${EMPTY_TEMPLATE} owner vision_owner`,
  ])
  const empty = await openData(testConfig(connection, EMPTY_TEMPLATE), () => undefined)
  await empty.close()
  await cloneDatabase(connection, TEMPLATE, EMPTY_TEMPLATE)
  // One key for all: what is sealed here can be read in every clone.
  const data = await openData(testConfig(connection, TEMPLATE), () => undefined)
  await loadDemo(data.work.db, data.secrets, { students: TEST_STUDENTS, passwords: cheapPasswords() })
  await data.close()
  project.provide('postgres', connection)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Production mode with separate roles: what an installation with a least-privilege role runs like. */
export function testConfig(
  connection: TestConnection,
  database: string,
  env: NodeJS.ProcessEnv = {},
): Config {
  return readConfig({
    DATABASE_URL: url(connection, database, 'vision_app'),
    DATABASE_MIGRATE_URL: url(connection, database, 'vision_owner'),
    DATA_KEY: '11'.repeat(32),
    // Each form with the rule of the specification; tests of the strict one say so.
    PASSWORD_POLICY: 'spec',
    LOG_LEVEL: 'error',
    // On a machine that stands still for seconds a test must not fail where a user would be asked to try again.
    DATABASE_WAIT_MS: '120000',
    // All tests of a file come from one address, many from one account.
    CALLS_PER_MINUTE: '10000000',
    EXISTENCE_CHECKS_PER_MINUTE: '100000',
    NUMBER_SEARCHES_PER_MINUTE: '100000',
    NUMBER_SEARCHES_PER_DAY: '100000',
    // A file that a test holds back, or a machine that stands still, is no trickle.
    UPLOAD_BYTES_PER_SECOND: '0',
    SMS_CAPTCHA_AFTER: '50',
    ...env,
  })
}

function url(connection: TestConnection, database: string, user: string): string {
  const host = encodeURIComponent(connection.host)
  return `postgres://${user}@/${database}?host=${host}${connection.port ? `&port=${connection.port}` : ''}`
}

/** Copying files takes about two thirds of the processor time of copying through the log (38 against 56 ms). */
export const cloneDatabase = (connection: TestConnection, name: string, template: string): Promise<void> =>
  runAsSuperuser(connection, [
    `create database ${name} template ${template} owner vision_owner strategy file_copy`,
  ])

export async function runAsSuperuser(
  connection: TestConnection,
  statements: string[],
  database = 'postgres',
) {
  const client = new pg.Client({ ...connection, database })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
