import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { spawnScript } from '../testing/script.ts'
import { lockFolder } from './instance-lock.ts'
import { StartError } from './start-error.ts'

const isRoot = process.getuid?.() === 0
const undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

test('one instance holds a folder, made if missing, until it releases it', async () => {
  const folder = path.join(await scratchFolder(), 'deep', 'data')
  const lock = await lockFolder(folder)
  const refused = lockFolder(folder)
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(
    `数据目录 ${folder} 正被另一个实例使用（进程 ${process.pid}），请先停止它，或用 DATA_DIR 指定其他目录`,
  )
  await lock.release()
  await lock.release()
  await (await lockFolder(folder)).release()
  expect(await fs.readdir(path.join(folder, 'lock'))).toEqual([])
})

test('the lock is on the folder, not on how its path is written', async () => {
  const parent = await scratchFolder()
  await fs.mkdir(path.join(parent, 'data'))
  await fs.symlink('data', path.join(parent, 'alias'))
  await hold(path.join(parent, 'data'))
  await expect(lockFolder(path.join(parent, 'alias'))).rejects.toThrow('正被另一个实例使用')
  await hold(path.join(parent, 'other'))
})

test('another process is named; after it is killed the next start just works', async () => {
  const folder = await scratchFolder()
  const holder = spawnStarter(folder)
  expect(await outcome(holder)).toBe('won')
  await expect(lockFolder(folder)).rejects.toThrow(`（进程 ${holder.pid}）`)
  holder.kill('SIGSTOP')
  await expect(lockFolder(folder)).rejects.toThrow(`（进程 ${holder.pid}）`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await hold(folder)
})

test('a left-over file with the pid of a living process does not lock', async () => {
  const folder = await scratchFolder()
  await fs.mkdir(path.join(folder, 'lock'))
  const left = path.join(folder, 'lock', `${process.pid}-0.claim`)
  const server = createServer().listen(path.join(folder, 'lock', 'socket'))
  await once(server, 'listening')
  await fs.rename(path.join(folder, 'lock', 'socket'), left)
  await new Promise((closed) => server.close(closed))
  await fs.writeFile(path.join(folder, 'lock', `${process.pid}-0.held`), '')
  await hold(folder)
  expect(await fs.readdir(path.join(folder, 'lock'))).not.toContain(path.basename(left))
})

test('of many starts at once exactly one wins', async () => {
  const folder = path.join(await scratchFolder(), 'data')
  for (let round = 0; round < 30; round++) {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)))
    const winners = results.filter((result) => result.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await winners[0]?.value.release()
  }
})

test('of processes started at once exactly one wins', async () => {
  const folder = path.join(await scratchFolder(), 'data')
  const starters = Array.from({ length: 4 }, () => spawnStarter(folder))
  const outcomes = await Promise.all(starters.map(outcome))
  expect(outcomes.sort()).toEqual(['refused', 'refused', 'refused', 'won'])
})

test('a long path is locked too', async () => {
  const folder = path.join(await scratchFolder(), '很长的目录名'.repeat(6), 'data')
  const lock = await hold(folder)
  await expect(lockFolder(folder)).rejects.toThrow('正被另一个实例使用')
  await lock.release()
  await hold(folder)
})

test('a folder that cannot be used is explained', async () => {
  const parent = await scratchFolder()
  await fs.writeFile(path.join(parent, 'file'), '')
  await expect(lockFolder(path.join(parent, 'file'))).rejects.toThrow('的路径上有同名文件')
  await expect(lockFolder(path.join(parent, 'file', 'data'))).rejects.toThrow(StartError)

  const closed = path.join(parent, 'closed')
  await fs.mkdir(closed, { mode: 0o555 })
  // Root may write anywhere, so another user tries, with a program that is there already.
  expect(await outcome(spawnStarter(path.join(parent, 'open')))).toBe('won')
  expect(await outcome(spawnStarter(closed, isRoot ? 65534 : undefined))).toBe(
    `数据目录 ${closed} 不可写，请检查它的权限，或用 DATA_DIR 指定其他目录`,
  )
})

async function scratchFolder(): Promise<string> {
  const folder = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'lock-')))
  await fs.chmod(folder, 0o755)
  undo.push(() => fs.rm(folder, { recursive: true }))
  return folder
}

async function hold(folder: string) {
  const lock = await lockFolder(folder)
  undo.push(() => lock.release())
  return lock
}

/** A process that tries to lock the folder, says how it went and stays. */
function spawnStarter(folder: string, uid?: number): ChildProcess {
  const script = `
    const { lockFolder } = await load('server/core/instance-lock.ts')
    await lockFolder(${JSON.stringify(folder)}).then(
      () => console.log('won'),
      (error) => console.log(error.message.includes('正被另一个实例使用') ? 'refused' : error.message),
    )
    setInterval(() => {}, 1000)`
  const child = spawnScript(script, [], { uid })
  undo.push(() => child.kill('SIGKILL'))
  return child
}

async function outcome(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('its output is not piped')
  const [line] = await once(child.stdout, 'data')
  return String(line).trim()
}
