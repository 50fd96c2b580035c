import type { FastifyRequest } from 'fastify'
import { BizError } from '#contract/core/error-codes.ts'

type Waiting = { enter(): void }
export type UploadPlaces = {
  /** Waits for a place, in the order of coming; gives what frees it again. 429 after too long a wait. */
  reserve(request: Pick<FastifyRequest, 'raw'>): Promise<() => void>
}

/** A file is held in memory until its call is done: so many at once and no more. */
export function makeUploadPlaces(count: number, waitMs: number): UploadPlaces {
  const queue = new Set<Waiting>()
  let taken = 0

  function occupy(): () => void {
    taken++
    let free = false
    return () => {
      if (free) return
      free = true
      taken--
      const [next] = queue
      next?.enter()
    }
  }

  async function wait({ raw }: Pick<FastifyRequest, 'raw'>): Promise<() => void> {
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
        enter() {
          leave()
          resolve(occupy())
        },
      }
      const timer = setTimeout(() => refuse(new BizError(429, '当前上传较多，请稍后重试')), waitMs)
      raw.once('close', gone)
      queue.add(waiting)
    })
  }

  return { reserve: async (request) => (taken < count ? occupy() : wait(request)) }
}

/** Nobody hears it. */
const clientGone = () => new BizError(400)

/** Per process, whatever the calls that take files. */
export const uploadPlaces = makeUploadPlaces(4, 30_000)
