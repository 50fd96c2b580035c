import { hash, verify } from '@node-rs/argon2'
import { BizError } from '#contract/core/error-codes.ts'

// argon2id; about 60 ms a piece on a small machine (OWASP asks for at least 19 MiB and two passes).
const COST = { memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 } as const
/** Hashing is the cost of signing in: two at once, and a queue that says no rather than grow. */
const AT_ONCE = 2
const QUEUE_MAX = 200

let running = 0
const waiting: (() => void)[] = []

async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE_MAX) throw new BizError(503)
    // Who leaves hands over the place: nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => withinLimit(() => hash(password, COST))

let unknownAccountHash: Promise<string> | undefined
/** `stored` undefined means there is no such account: the same work is done, so that time tells nothing. */
export async function isPassword(stored: string | undefined, typed: string): Promise<boolean> {
  unknownAccountHash ??= hash('no such account', COST)
  const against = stored ?? (await unknownAccountHash)
  const matches = await withinLimit(() => verify(against, typed))
  return matches && stored !== undefined
}
