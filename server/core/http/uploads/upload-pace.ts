import type { FastifyRequest } from 'fastify'
import { BizError } from '#contract/core/error-codes.ts'
import type { Config } from '../../config.ts'

type Pace = Pick<Config, 'UPLOAD_BYTES_PER_SECOND' | 'UPLOAD_WINDOW_MS'>

/**
 * Reads a body as long as it comes at the least rate, measured over one window after the other: what trickles holds a
 * place that others wait for, and ends with 408.
 */
export async function readAtPace<T>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { UPLOAD_BYTES_PER_SECOND, UPLOAD_WINDOW_MS }: Pace,
  read: () => Promise<T>,
): Promise<T> {
  const least = (UPLOAD_BYTES_PER_SECOND * UPLOAD_WINDOW_MS) / 1_000
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    let before = raw.socket.bytesRead
    timer = setInterval(() => {
      const now = raw.socket.bytesRead
      if (now - before < least && !raw.complete) reject(new BizError(408))
      before = now
    }, UPLOAD_WINDOW_MS)
  })
  const reading = read()
  // Once it is given up it ends with the connection; nobody waits for it any more.
  reading.catch(() => undefined)
  try {
    return await Promise.race([reading, tooSlow])
  } finally {
    clearInterval(timer)
  }
}
