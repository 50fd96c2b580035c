import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const EVERY_MS = 40

export type Watched = {
  /** Highest resident memory seen, in MB. */
  http: number
  worker: number
  parser: number
  /** Longest time in which this process answered nobody, in ms. */
  block: number
}

/** Watches this process (the one that answers), its worker and the worker's parser while something runs. */
export async function watched<T>(work: () => Promise<T>): Promise<{ result: T; seen: Watched }> {
  const seen: Watched = { http: 0, worker: 0, parser: 0, block: 0 }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const look = () => {
    seen.http = Math.max(seen.http, residentOf(process.pid))
    for (const worker of childrenOf(process.pid).filter(isNamed('worker.mjs'))) {
      seen.worker = Math.max(seen.worker, residentOf(worker))
      for (const parser of childrenOf(worker)) seen.parser = Math.max(seen.parser, residentOf(parser))
    }
  }
  const timer = setInterval(look, EVERY_MS)
  delay.enable()
  try {
    const result = await work()
    return { result, seen: { ...seen, block: delay.max / 1e6 } }
  } finally {
    delay.disable()
    clearInterval(timer)
    seen.block = delay.max / 1e6
  }
}

const isNamed = (name: string) => (pid: number) => read(`/proc/${pid}/cmdline`).includes(name)
const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

/** One that has just ended has nothing to read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
