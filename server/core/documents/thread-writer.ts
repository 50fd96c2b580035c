import path from 'node:path'
import { type MessagePort, Worker } from 'node:worker_threads'
import { BizError } from '#contract/core/error-codes.ts'
import { PROJECT_ROOT } from '../config.ts'

const SCRIPT = path.join(PROJECT_ROOT, 'scripts/write-document.mjs')
const WAITING_MAX = 20
/** For one document, from the moment it is begun. */
const PATIENCE_MS = 120_000
/** Fonts and pictures take memory that nobody needs between two documents. */
const IDLE_MS = 60_000
const HEAP_MEGABYTES = 512

type ToThread<Order> = { id: number; order: Order }
type FromThread = { id: number } & ({ bytes: Uint8Array } | { fault: string })
type Waiting<Order> = ToThread<Order> & {
  resolve(bytes: Uint8Array): void
  reject(error: unknown): void
}

/**
 * Lays out documents in a thread, one after the other: drawing one page takes longer than a request may hold up all
 * others. `module` is what the thread runs; it serves the orders by `serveOrders`.
 */
export function makeThreadWriter<Order>(module: string): (order: Order) => Promise<Uint8Array> {
  const queue: Waiting<Order>[] = []
  let begun: (Waiting<Order> & { timer: NodeJS.Timeout }) | undefined
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function beginNext(): void {
    if (begun) return
    const next = queue.shift()
    if (!next) {
      idle = setTimeout(() => thread && end(thread, new Error('rested')), IDLE_MS).unref()
      return
    }
    clearTimeout(idle)
    const worker = thread ?? startThread()
    const giveUp = () => end(worker, new BizError(700, '文件生成超时，请缩小范围后再试'))
    begun = { ...next, timer: setTimeout(giveUp, PATIENCE_MS).unref() }
    worker.postMessage({ id: next.id, order: next.order } satisfies ToThread<Order>)
  }

  function startThread(): Worker {
    const worker = new Worker(SCRIPT, {
      env: process.env,
      workerData: { module },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    worker.unref()
    worker.on('message', settle)
    worker.on('error', (error) => end(worker, error))
    worker.on('exit', () => end(worker, new Error('the thread that lays out documents has ended')))
    thread = worker
    return worker
  }

  function settle(answer: FromThread): void {
    if (begun?.id !== answer.id) return
    const { resolve, reject, timer } = begun
    clearTimeout(timer)
    begun = undefined
    if ('bytes' in answer) resolve(answer.bytes)
    else reject(new Error(answer.fault))
    beginNext()
  }

  /** The request whose document was begun fails with the reason; those waiting behind it get another thread. */
  function end(worker: Worker, reason: unknown): void {
    if (thread !== worker) return
    thread = undefined
    void worker.terminate()
    if (!begun) return
    clearTimeout(begun.timer)
    begun.reject(reason)
    begun = undefined
    beginNext()
  }

  return (order) => {
    if (queue.length >= WAITING_MAX) throw new BizError(429, '正在生成的文件较多，请稍后再试')
    return new Promise((resolve, reject) => {
      queue.push({ id: ++lastId, order, resolve, reject })
      beginNext()
    })
  }
}

/** Inside the thread: answers every order with its document, or with why there is none. */
export function serveOrders<Order>(port: MessagePort, write: (order: Order) => Promise<Uint8Array>): void {
  const answerTo = async ({ id, order }: ToThread<Order>): Promise<FromThread> => {
    try {
      return { id, bytes: await write(order) }
    } catch (error) {
      return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  port.on('message', async (message: ToThread<Order>) => port.postMessage(await answerTo(message)))
}
