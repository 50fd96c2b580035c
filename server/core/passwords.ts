import { hash, verify } from '@node-rs/argon2'
import { BizError } from '#contract/core/error-codes.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** `stored` undefined means there is no such account: the same work is done, so that time tells nothing. */
  matches(stored: string | undefined, typed: string): Promise<boolean>
}

// argon2id; about 60 ms a piece on a small machine (OWASP asks for at least 19 MiB and two passes).
const COST = { memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 }
/** Hashing is the cost of signing in: two at once, and a queue that says no rather than grow. */
const AT_ONCE = 2
const QUEUE_MAX = 200

export type PasswordOptions = { cost?: typeof COST; verify?: typeof verify }

/** The product gives no options; tests that sign in hundreds of times hash at a lower cost. */
export function makePasswords(options: PasswordOptions = {}): Passwords {
  const cost = options.cost ?? COST
  const compare = options.verify ?? verify
  const withinLimit = makeLimit()
  let unknownAccountHash: Promise<string> | undefined
  return {
    hash: (password) => withinLimit(() => hash(password, cost)),
    async matches(stored, typed) {
      unknownAccountHash ??= hash('no such account', cost)
      const against = stored ?? (await unknownAccountHash)
      const right = await withinLimit(() => compare(against, typed))
      return right && stored !== undefined
    },
  }
}

function makeLimit() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
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
}
