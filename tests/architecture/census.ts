import { expect } from 'vitest'

export type Census = { missing: string[]; stale: string[]; unknown: string[]; twice: string[] }

/**
 * Compares what the spec asks for with what is built and what is still to come. The three lists together
 * leave no room: a part is built or pending, never both, never neither, and nothing else is pending.
 */
export function takeCensus(
  wanted: Iterable<string>,
  built: (part: string) => boolean,
  pending: string[],
): Census {
  const parts = new Set(wanted)
  const open = new Set(pending)
  return {
    missing: [...parts].filter((part) => !built(part) && !open.has(part)),
    stale: [...open].filter((part) => parts.has(part) && built(part)),
    unknown: [...open].filter((part) => !parts.has(part)),
    twice: pending.filter((part, index) => pending.indexOf(part) !== index),
  }
}

export function expectComplete(census: Census): void {
  expect(census).toEqual({ missing: [], stale: [], unknown: [], twice: [] })
}
