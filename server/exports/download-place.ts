import type { Readable } from 'node:stream'
import { BizError } from '#contract/core/error-codes.ts'
import { monotonicMs } from '../core/clock.ts'
import type { UserCtx } from '../core/context.ts'

/** A reader that has taken nothing for so long may be gone; a next one need not wait for it. */
const STALLED_MS = 60_000

type Holder = { stream: Readable | null; movedAt: number }
export type DownloadPlace = {
  /** Rows were taken. */
  moved(): void
  /** From now on the place is free when the stream is closed, however it ends. */
  keepFor(stream: Readable): void
  free(): void
}

/** One for each node that runs in this process. */
const holders = new WeakMap<UserCtx['config'], Map<number, Holder>>()

/** Everybody has one download at a time; the next is refused until it has ended. */
export function reservePlace({ config, caller }: UserCtx): DownloadPlace {
  const taken = holders.get(config) ?? new Map<number, Holder>()
  holders.set(config, taken)
  const other = taken.get(caller.userId)
  if (other && (other.stream === null || monotonicMs() - other.movedAt < STALLED_MS)) {
    throw new BizError(429, '您有一个导出正在检查、生成或正在下载，请等它完成后再试')
  }
  other?.stream?.destroy()
  const holder: Holder = { stream: null, movedAt: monotonicMs() }
  taken.set(caller.userId, holder)
  const free = () => {
    if (taken.get(caller.userId) === holder) taken.delete(caller.userId)
  }
  return {
    free,
    moved: () => {
      holder.movedAt = monotonicMs()
    },
    keepFor: (stream) => {
      holder.stream = stream
      stream.once('close', free)
    },
  }
}
