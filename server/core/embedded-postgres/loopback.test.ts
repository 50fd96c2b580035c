// Where there is no unix socket (Windows) the embedded server is reached over 127.0.0.1; the same way works here.
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareServer } from '../db/up-to-date.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' }
const roles = { database: 'vision', owner: 'vision_owner', runtime: 'vision_app' }
let scratch: string
let server: EmbeddedPostgres

beforeAll(async () => {
  scratch = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'vision-loopback-')))
  await fs.chmod(scratch, 0o755)
  server = await start()
})

afterAll(async () => {
  await server.stop()
  await fs.rm(scratch, { recursive: true, force: true })
})

const start = () => startEmbedded({ folder: path.join(scratch, 'postgres'), settings, loopback: true })

async function ask(connection: pg.ClientConfig, question: string): Promise<unknown> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return (await client.query({ text: question, rowMode: 'array' })).rows[0]
  } finally {
    await client.end()
  }
}

test('it listens on 127.0.0.1 alone and has no socket file', async () => {
  const found = await ask(
    server.connection('postgres'),
    `select current_setting('listen_addresses'), current_setting('unix_socket_directories')`,
  )
  expect(found).toEqual(['127.0.0.1', ''])
  expect(server.connection('postgres').host).toBe('127.0.0.1')
})

test('the roles of the product sign in with the password, and nobody without it', async () => {
  await prepareServer(server.connection('postgres'), roles)
  await prepareServer(server.connection('postgres'), roles)
  for (const role of [roles.owner, roles.runtime]) {
    expect(await ask(server.connection('vision', role), 'select current_user')).toEqual([role])
    const wrong = { ...server.connection('vision', role), password: 'guessed' }
    await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
    const none = { ...server.connection('vision', role), password: undefined }
    await expect(ask(none, 'select 1')).rejects.toThrow(/password/)
  }
})

test('the password lies in the data folder, for its owner only', async () => {
  const file = path.join(scratch, 'postgres', 'superuser.password')
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
  expect(await fs.readdir(scratch)).toEqual(['postgres', 'postgres.log'])
})

test('a second process joins it, and after a restart the password still holds', async () => {
  const joined = await start()
  expect(joined).toMatchObject({ joined: true, pid: server.pid })
  expect(await ask(joined.connection('postgres'), 'select 1')).toEqual([1])
  await joined.stop()
  server = await start()
  expect(server.joined).toBe(false)
  expect(await ask(server.connection('postgres'), 'select 1')).toEqual([1])
})
