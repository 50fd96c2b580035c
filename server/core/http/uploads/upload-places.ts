import type { FastifyRequest } from 'fastify'
import { BizError } from '#contract/core/error-codes.ts'

type Waiting = { account: string; enter(): void }
export type UploadPlaces = {
  /** Waits for a place, in the order of coming; gives what frees it again. 429 after too long a wait. */
  reserve(request: Pick<FastifyRequest, 'raw'>, account: string): Promise<() => void>
}

type Limits = {
  places: number
  /** Of these one account has at most so many: its slow files leave room for others. */
  perAccount: number
  waitMs: number
}

/** A file is held in memory until its call is done: so many at once and no more. */
export function makeUploadPlaces({ places, perAccount, waitMs }: Limits): UploadPlaces {
  const queue = new Set<Waiting>()
  const taken = new Map<string, number>()
  let total = 0

  const mayEnter = (account: string): boolean => total < places && (taken.get(account) ?? 0) < perAccount

  function count(account: string, change: 1 | -1): void {
    total += change
    const own = (taken.get(account) ?? 0) + change
    if (own > 0) taken.set(account, own)
    else taken.delete(account)
  }

  function occupy(account: string): () => void {
    count(account, 1)
    let free = false
    return () => {
      if (free) return
      free = true
      count(account, -1)
      for (const next of queue) if (mayEnter(next.account)) return next.enter()
    }
  }

  async function wait({ raw }: Pick<FastifyRequest, 'raw'>, account: string): Promise<() => void> {
    if (raw.destroyed) throw clientGone()
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(waiting)
        clearTimeout(timer)
        raw.off('close', gone)
      }
      const refuse = (error: BizError) => {
        leave()
        reject(error)
      }
      const gone = () => refuse(clientGone())
      const waiting: Waiting = {
        account,
        enter() {
          leave()
          resolve(occupy(account))
        },
      }
      const timer = setTimeout(() => refuse(new BizError(429, '当前上传较多，请稍后重试')), waitMs)
      raw.once('close', gone)
      queue.add(waiting)
    })
  }

  return {
    reserve: async (request, account) => (mayEnter(account) ? occupy(account) : wait(request, account)),
  }
}

/** Nobody hears it. */
const clientGone = () => new BizError(400)

/** Per process, whatever the calls that take files. */
export const uploadPlaces = makeUploadPlaces({ places: 4, perAccount: 2, waitMs: 30_000 })
