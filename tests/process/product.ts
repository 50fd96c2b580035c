// Runs the product as a user would, in processes of its own, and cleans up after them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { KNOWN_PAGES, KNOWN_SOURCES } from '../../scripts/run-server-module.mjs'
import { copyDemoFolder } from '../support/demo-folder.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const folders: string[] = []
const children: ChildProcess[] = []

/** A folder of this test's own; everything that runs on it is ended in the end. */
export function scratchFolder(): string {
  // Open to the user the database runs as where the tests are run by root.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'process-')))
  mkdirSync(path.join(folder, 'data'), { mode: 0o755 })
  chmodSync(folder, 0o755)
  folders.push(folder)
  return path.join(folder, 'data')
}

/** A folder of this test's own as the first start of the product leaves it, with the demo. */
export function demoFolder(): string {
  const folder = scratchFolder()
  copyDemoFolder(inject('preparedDemo'), folder)
  return folder
}

export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) {
    // The number of a process that has ended may be somebody else's by now.
    if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL')
  }
  for (const folder of folders.splice(0)) {
    for (const signal of ['SIGCONT', 'SIGQUIT', 'SIGKILL'] as const) {
      for (const pid of postgresUnder(folder)) send(pid, signal)
      if (signal !== 'SIGCONT') await comesTrue(() => postgresUnder(folder).length === 0, 3_000)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

export type Product = {
  child: ChildProcess
  /** Where it listens; only once it is up. */
  url: string
  /** Everything it wrote so far. */
  output(): string
  ended: Promise<Ended>
  /** Milliseconds from the command to the address. */
  startMs: number
}

/** Known from the set-up: looking through all sources takes a fifth of a start. */
const KNOWN = [KNOWN_SOURCES, KNOWN_PAGES]
/** A start that looks through the sources by itself, as every start of a user does. */
export const AS_A_USER: NodeJS.ProcessEnv = Object.fromEntries(KNOWN.map((name) => [name, undefined]))

/** Runs a command with nothing but what the test says in its environment; each in a process group of its own. */
export function run(env: NodeJS.ProcessEnv, command = ['node', 'scripts/start.mjs']): Omit<Product, 'url'> {
  const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', ...KNOWN]
  const inherited = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
  const [program = '', ...args] = command
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: ROOT,
    env: { ...inherited, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  let output = ''
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return { child, output: () => output, ended, startMs: 0 }
}

/** Starts the product and waits until it says where it is. */
export async function start(env: NodeJS.ProcessEnv, command?: string[]): Promise<Product> {
  const began = performance.now()
  const product = run(env, command)
  const address = () => /平台已启动：(http\S+)/.exec(product.output())?.[1]
  let over = false
  void product.ended.then(() => {
    over = true
  })
  await comesTrue(() => over || address() !== undefined)
  const url = address()
  if (!url) throw new Error(`the product did not start:\n${product.output()}`)
  return { ...product, url, startMs: performance.now() - began }
}

/** Runs a command to its end. */
export async function finish(env: NodeJS.ProcessEnv, command?: string[]) {
  const { ended, output } = run(env, command)
  return { ...(await ended), output: output() }
}

export const adminCommand = (...args: string[]): string[] => ['node', 'scripts/admin.mjs', ...args]

export async function stop(product: Product, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  product.child.kill(signal)
  return product.ended
}

export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) send(-child.pid, signal)
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The database processes of a folder, the one that started the others first. */
export function postgresUnder(folder: string): number[] {
  const all = listProcesses()
  const first = all.filter(({ command }) => command.includes(`postgres -D ${folder}`)).map(({ pid }) => pid)
  return [...first, ...all.filter(({ parent }) => first.includes(parent)).map(({ pid }) => pid)]
}

/** The worker process of an instance. */
export function workerOf({ child }: Pick<Product, 'child'>): number | undefined {
  return listProcesses().find(({ parent, command }) => parent === child.pid && isWorker(command))?.pid
}

const isWorker = (command: string): boolean => command.includes(path.join(ROOT, 'scripts/worker.mjs'))

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const listProcesses = (): Listed[] => (existsSync('/proc/self/stat') ? listByProc() : listByPs())

type Listed = { pid: number; parent: number; readonly command: string }

function listByProc(): Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const stat = readProc(`${pid}/stat`)
      return {
        pid: Number(pid),
        parent: Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]),
        // Only where it is asked for: a busy machine has hundreds of processes, and tests look again and again.
        get command() {
          return readProc(`${pid}/cmdline`).replaceAll('\0', ' ')
        },
      }
    })
}

/** Empty for a process that ended while we looked. */
function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function listByPs(): Listed[] {
  const lines = execFileSync('ps', ['-axwwo', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return { pid: Number(pid), parent: Number(parent), command }
  })
}

/** What tells that an instance holds the folder. */
export const locksOf = (folder: string): string[] => readdirSync(path.join(folder, 'lock'))

/** Most of what is looked for takes seconds, and a look costs a call or a list of all processes. */
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 100

/** Far longer than anything takes on a busy machine: only what never happens waits to the end. */
export async function comesTrue(
  condition: () => boolean | Promise<boolean>,
  patienceMs = 240_000,
): Promise<boolean> {
  const giveUp = performance.now() + patienceMs
  let pauseMs = FIRST_PAUSE_MS
  while (!(await condition())) {
    if (performance.now() > giveUp) return false
    await sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
  return true
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

export type Answer<T> = { status: number; success: boolean; code: number; message: string; data: T }

/** One call by its contract. */
export async function call<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: InputOf<E>,
  token?: string,
): Promise<Answer<OutputOf<E>>> {
  const headers: Record<string, string> = token ? { authorization: token } : {}
  const query = new URLSearchParams(input as Record<string, string>)
  const response =
    endpoint.method === 'GET'
      ? await fetch(`${url}${endpoint.path}?${query}`, { headers })
      : await fetch(url + endpoint.path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
  return { status: response.status, ...(await response.json()) }
}

/** Posts a large body in one piece: through `fetch` twenty at once hold up this process for longer than a server waits. */
export async function post<T>(url: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<Answer<T>> {
  // Not closed by the server before all is read: an early answer would be lost.
  const agent = new Agent({ keepAlive: true })
  try {
    const posted = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': body.length },
    })
    const answered = once(posted, 'response')
    // Heard by `answered` until the answer is there; what becomes of the connection after that does not matter.
    posted.on('error', () => undefined)
    posted.end(body)
    const [response] = (await answered) as [IncomingMessage]
    return {
      status: response.statusCode,
      ...((await json(response)) as Omit<Answer<T>, 'status'>),
    } as Answer<T>
  } finally {
    agent.destroy()
  }
}
