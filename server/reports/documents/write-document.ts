import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { BizError } from '#contract/core/error-codes.ts'
import { PROJECT_ROOT } from '../../core/config.ts'
import type { DocumentOrder, FromThread, ToThread } from './document-order.ts'

const SCRIPT = path.join(PROJECT_ROOT, 'scripts/write-document.mjs')
const WAITING_MAX = 20
/** From the order to the file, those before it included. */
const PATIENCE_MS = 120_000
/** Fonts and pictures take memory that nobody needs between two documents. */
const IDLE_MS = 60_000
const HEAP_MEGABYTES = 512

type Waiting = { resolve(bytes: Uint8Array): void; reject(error: unknown): void; timer: NodeJS.Timeout }
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined }

let thread: Thread | undefined
let lastId = 0

/** Laid out in a thread: drawing one page takes longer than a request may hold up all others. */
export function writeDocument(order: DocumentOrder): Promise<Uint8Array> {
  thread ??= startThread()
  const { worker, waiting, idle } = thread
  if (waiting.size >= WAITING_MAX) throw new BizError(429, '正在生成的文件较多，请稍后再试')
  clearTimeout(idle)
  const id = ++lastId
  return new Promise((resolve, reject) => {
    const giveUp = () => end(worker, new BizError(700, '文件生成超时，请缩小报告范围后再试'))
    waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, PATIENCE_MS).unref() })
    worker.postMessage({ id, order } satisfies ToThread)
  })
}

function startThread(): Thread {
  const worker = new Worker(SCRIPT, {
    env: process.env,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  })
  const started: Thread = { worker, waiting: new Map(), idle: undefined }
  worker.unref()
  worker.on('message', (answer: FromThread) => settle(started, answer))
  worker.on('error', (error) => end(worker, error))
  worker.on('exit', () => end(worker, new Error('the thread that lays out documents has ended')))
  return started
}

function settle(of: Thread, answer: FromThread): void {
  const asked = of.waiting.get(answer.id)
  if (!asked) return
  of.waiting.delete(answer.id)
  clearTimeout(asked.timer)
  if ('bytes' in answer) asked.resolve(answer.bytes)
  else asked.reject(new Error(answer.fault))
  if (of.waiting.size > 0) return
  const rest = () => end(of.worker, new Error('the thread that lays out documents has rested'))
  of.idle = setTimeout(rest, IDLE_MS).unref()
}

/** Whoever still waits is told; the next order starts another thread. */
function end(worker: Worker, reason: unknown): void {
  if (thread?.worker !== worker) return
  const { waiting, idle } = thread
  thread = undefined
  clearTimeout(idle)
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer)
    reject(reason)
  }
  void worker.terminate()
}
