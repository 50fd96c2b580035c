/** Runs pieces of work with the same key one after another. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function makeInTurn(): InTurn {
  const queues = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = queues.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    queues.set(key, settled)
    try {
      return await mine
    } finally {
      if (queues.get(key) === settled) queues.delete(key)
    }
  }
}
