/** Chance that is the same every time: nothing of the demo depends on when or how often it is made. */
export type Random = {
  /** From nought up to one. */
  unit(): number
  /** Below the given number, from nought up. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

export function makeRandom(seed: string): Random {
  return randomFrom(hashOf(seed))
}

/** As `makeRandom`, where very many are needed: by numbers alone. */
export function randomOf(id: number, series: number): Random {
  let mixed = Math.imul(id ^ Math.imul(series + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return randomFrom(mixed ^ (mixed >>> 16))
}

function randomFrom(start: number): Random {
  let state = start
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    unit: next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[int(list.length)] as T,
  }
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
