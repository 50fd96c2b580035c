import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { spawnScript } from '../../testing/script.ts'
import { StartError } from '../start-error.ts'
import { type EmbeddedPostgres, joinEmbedded, startEmbedded } from './embedded.ts'

const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' }
const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const undo: (() => unknown)[] = []

/** A cluster that was stopped in good order; most tests start from a copy, making one anew takes seconds. */
let prepared = ''
beforeAll(async () => {
  prepared = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'embedded-prepared-')))
  await fs.chmod(prepared, 0o755)
  const server = await startEmbedded({ folder: path.join(prepared, 'postgres'), settings })
  await server.stop()
})
afterAll(() => fs.rm(prepared, { recursive: true, force: true }))

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

test('a new folder becomes a cluster that keeps its data over a restart', async () => {
  const folder = path.join(await scratchFolder(), 'data', 'postgres')
  const first = await start(folder)
  expect(first.joined).toBe(false)
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700)
  expect(first.connection('postgres')).toMatchObject({
    host: folder,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
  })
  expect(
    await ask(
      first,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
        current_setting('timezone') as zone, current_setting('listen_addresses') as listen, '中' > 'z' as by_code_point`,
    ),
  ).toEqual({ major: 18, encoding: 'UTF8', zone: 'Asia/Shanghai', listen: '', by_code_point: true })
  await ask(first, `create table kept as select '张三' as name`)
  await first.stop()
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)

  const second = await start(folder)
  expect(second.joined).toBe(false)
  expect(await ask(second, 'select name from kept')).toEqual({ name: '张三' })
  expect(await fs.readdir(path.dirname(folder))).toEqual(['postgres', 'postgres.log'])
})

test('a server left alive by a killed process is joined', async () => {
  const folder = await clusterFolder('postgres')
  const pid = await startInKilledProcess(folder)
  const server = await start(folder)
  expect(server).toMatchObject({ joined: true, pid })
  expect(await ask(server, 'select name from kept')).toEqual({ name: 'before the kill' })
  await server.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a start after the server was killed too recovers the data', async () => {
  const folder = await clusterFolder('postgres')
  const pid = await startInKilledProcess(folder)
  process.kill(pid, 'SIGKILL')
  const server = await start(folder)
  expect(server.joined).toBe(false)
  expect(await ask(server, 'select name from kept')).toEqual({ name: 'before the kill' })
})

test('a path too long for a socket address works, and is joined too', async () => {
  const folder = await clusterFolder('很长的目录名'.repeat(6), 'postgres')
  const first = await start(folder)
  const { host } = first.connection('postgres')
  expect(host).not.toBe(folder)
  expect((await fs.stat(host)).mode & 0o777).toBe(0o700)
  const second = await start(folder)
  expect(second).toMatchObject({ joined: true, pid: first.pid })
  expect(await ask(second, 'select 1 as one')).toEqual({ one: 1 })
  await second.stop()
  await expect(fs.stat(host)).rejects.toThrow('ENOENT')
})

test('starters at once on an empty folder end up on one sane cluster', async () => {
  const folder = path.join(await scratchFolder(), 'postgres')
  const servers = await Promise.all([start(folder), start(folder), start(folder)])
  expect(new Set(servers.map((server) => server.pid)).size).toBe(1)
  expect(servers.filter((server) => !server.joined)).toHaveLength(1)
  await Promise.all(servers.map((server) => server.stop()))
  await start(folder)
  expect(await fs.readdir(path.dirname(folder))).toEqual(['postgres', 'postgres.log'])
})

test('a stale lock file does not keep the server from starting', async () => {
  const folder = await clusterFolder('postgres')
  await (await start(folder)).stop()
  const stale = { 'another process': process.pid, 'a zombie': await makeZombie(), nobody: 4_000_000 }
  for (const [whose, pid] of Object.entries(stale)) {
    const text = `${pid}\n${folder}\n1700000000\n5432\n${folder}\n\n  1 2\nready   \n`
    await fs.writeFile(path.join(folder, 'postmaster.pid'), text)
    await fs.writeFile(path.join(folder, '.s.PGSQL.5432.lock'), text)
    const server = await start(folder)
    expect(server.joined, whose).toBe(false)
    await server.stop()
  }
  await fs.writeFile(path.join(folder, 'postmaster.pid'), '')
  expect((await start(folder)).joined).toBe(false)
})

test('a server that dies is started again on the same address, until it is stopped', async () => {
  const folder = await clusterFolder('postgres')
  const server = await start(folder)
  await ask(server, `create table kept as select '张三' as name`)
  const first = server.pid
  const again = new Promise<void>((startedAgain, lost) => server.keepRunning({ startedAgain, lost }))
  process.kill(first, 'SIGKILL')
  await again
  expect(server.pid).not.toBe(first)
  expect(await ask(server, 'select name from kept')).toEqual({ name: '张三' })
  const second = server.pid
  await server.stop()
  expect(isAlive(second)).toBe(false)
})

test('one that cannot be started again is reported', async () => {
  const folder = await clusterFolder('postgres')
  const server = await start(folder)
  const lost = new Promise<Error>((lost) => server.keepRunning({ startedAgain: () => {}, lost }))
  await fs.writeFile(path.join(folder, 'postgresql.auto.conf'), 'no_such_setting = 1\n')
  process.kill(server.pid, 'SIGQUIT')
  expect(await lost).toBeInstanceOf(StartError)
  expect((await lost).message).toMatch(/没有启动成功[\s\S]*no_such_setting/)
})

test('a running server is joined without becoming ours, an absent one is not started', async () => {
  const folder = await clusterFolder('postgres')
  expect(await joinEmbedded(folder)).toBeUndefined()
  const server = await start(folder)
  const joined = await joinEmbedded(folder)
  expect(joined?.connection('postgres')).toEqual(server.connection('postgres'))
  await server.stop()
  expect(await joinEmbedded(folder)).toBeUndefined()
})

test('the server of a copied folder is left alone', async () => {
  const folder = await clusterFolder('postgres')
  const original = await start(folder)
  await ask(original, 'checkpoint')
  const copy = `${folder}-copy`
  execFileSync('cp', ['-a', folder, copy])
  const second = await start(copy)
  expect(second.joined).toBe(false)
  expect(second.pid).not.toBe(original.pid)
  await second.stop()
  expect(await ask(original, 'select 1 as one')).toEqual({ one: 1 })
})

test('what a person can put right is said in a sentence', async () => {
  const parent = await scratchFolder()
  const foreign = path.join(parent, 'foreign')
  await fs.mkdir(foreign)
  await fs.writeFile(path.join(foreign, 'letter.txt'), '')
  await expect(start(foreign)).rejects.toThrow('里有别的文件，不是数据库目录')
  await fs.writeFile(path.join(foreign, 'PG_VERSION'), '17\n')
  await expect(start(foreign)).rejects.toThrow('由 PostgreSQL 17 建立')
  await fs.writeFile(path.join(parent, 'file'), '')
  await expect(start(path.join(parent, 'file', 'postgres'))).rejects.toThrow(StartError)

  const folder = await clusterFolder('postgres')
  const failure = startEmbedded({ folder, settings: { ...settings, shared_buffers: 'plenty' } })
  await expect(failure).rejects.toThrow(StartError)
  await expect(failure).rejects.toThrow(/没有启动成功[\s\S]*shared_buffers/)
})

test.runIf(isRoot && isLinux)(
  'started by root it runs as another user, in a folder closed to others under another name',
  async () => {
    const parent = await scratchFolder()
    const open = await start(path.join(parent, 'postgres'))
    const openOwner = (await fs.stat(path.join(parent, 'postgres'))).uid
    expect(openOwner).not.toBe(0)
    expect(await userOf(open.pid)).toBe(openOwner)
    expect((await fs.stat(parent)).uid).toBe(0)

    await fs.mkdir(path.join(parent, 'closed'), { mode: 0o700 })
    const closed = await start(path.join(parent, 'closed', 'postgres'))
    expect(await userOf(closed.pid)).toBe(0)
    expect(await ask(closed, 'select 1 as one')).toEqual({ one: 1 })
  },
)

async function scratchFolder(): Promise<string> {
  const folder = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'embedded-')))
  await fs.chmod(folder, 0o755)
  undo.push(() => fs.rm(folder, { recursive: true }))
  return folder
}

/** A folder of this name in a scratch folder, with a cluster in it that nobody has started yet. */
async function clusterFolder(...names: string[]): Promise<string> {
  const folder = path.join(await scratchFolder(), ...names)
  await fs.mkdir(path.dirname(folder), { recursive: true })
  execFileSync('cp', ['-a', path.join(prepared, 'postgres'), folder])
  return folder
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ folder, settings })
  undo.push(() => server.stop())
  return server
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = new pg.Client(server.connection('postgres'))
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

/** Starts a server from a Node process of its own, which is killed once its row is committed. */
async function startInKilledProcess(folder: string): Promise<number> {
  const script = `
    const { startEmbedded } = await load('server/core/embedded-postgres/embedded.ts')
    const { default: pg } = await import('pg')
    const server = await startEmbedded(${JSON.stringify({ folder, settings })})
    const client = new pg.Client(server.connection('postgres'))
    await client.connect()
    await client.query("create table kept as select 'before the kill' as name")
    console.log(server.pid)
    setInterval(() => {}, 1000)`
  const child = spawnScript(script)
  undo.push(async () => {
    child.kill('SIGKILL')
    const lock = await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined)
    if (lock && isAlive(Number.parseInt(lock, 10))) process.kill(Number.parseInt(lock, 10), 'SIGQUIT')
  })
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return Number(line)
}

/** A child that ended under a parent that never asks for it. */
async function makeZombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  undo.push(() => parent.kill())
  const [line] = await once(parent.stdout, 'data')
  return Number(line)
}

/** A zombie, which waits for its parent alone, has ended. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !(isLinux && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '')
  } catch {
    return false
  }
}

async function userOf(pid: number): Promise<number> {
  return Number(/^Uid:\s+(\d+)/m.exec(await fs.readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}
