import { verify } from '@node-rs/argon2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makePasswords } from './passwords.ts'

/** While `held` is set, a comparison waits until the test lets it go. */
const work = {
  held: false,
  running: 0,
  most: 0,
  waiting: [] as ((matches: boolean) => void)[],
}
const { hash, matches } = makePasswords({
  async verify(...input) {
    work.running++
    work.most = Math.max(work.most, work.running)
    try {
      if (!work.held) return await verify(...input)
      return await new Promise<boolean>((resolve) => work.waiting.push(resolve))
    } finally {
      work.running--
    }
  },
})

beforeEach(() => {
  work.held = false
  work.most = 0
})

describe('a stored password', () => {
  test('is argon2id at today’s cost, with a salt of its own', async () => {
    const [one, two] = [await hash('Demo@2026'), await hash('Demo@2026')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await matches(one, 'Demo@2026')).toBe(true)
    expect(await matches(two, 'Demo@2026')).toBe(true)
  })

  test('matches nothing but itself: not cut, not folded, not trimmed', async () => {
    const stored = await hash('Abcdefgh#1jklmnOpq_2')
    for (const typed of ['Abcdefgh#1jklmnO', 'abcdefgh#1jklmnopq_2', 'Abcdefgh#1jklmnOpq_2 ', '', '\u0000']) {
      expect(await matches(stored, typed)).toBe(false)
    }
  })

  test('keeps what follows a NUL, and every sign of a long one', async () => {
    const stored = await hash(`a\u0000b${'x'.repeat(150)}y`)
    expect(await matches(stored, `a\u0000c${'x'.repeat(150)}y`)).toBe(false)
    expect(await matches(stored, `a\u0000b${'x'.repeat(150)}z`)).toBe(false)
    expect(await matches(stored, `a\u0000b${'x'.repeat(150)}y`)).toBe(true)
  })

  test('that does not exist matches nothing, whatever is typed', async () => {
    expect(await matches(undefined, 'no such account')).toBe(false)
    expect(await matches(undefined, '')).toBe(false)
  })
})

/** Lets every comparison go that is under way, until none is left. */
async function letAllGo() {
  while (work.running > 0) {
    for (const resolve of work.waiting.splice(0)) resolve(true)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('hashing', () => {
  test('is done two at once, the others wait their turn and all get one', async () => {
    const stored = await hash('x')
    work.held = true
    const all = Array.from({ length: 9 }, () => matches(stored, 'x'))
    await vi.waitFor(() => expect(work.waiting).toHaveLength(2), { timeout: 60_000 })
    await letAllGo()
    expect(await Promise.all(all)).toEqual(Array(9).fill(true))
    expect(work.most).toBe(2)
  })

  test('is never done three at once, also when one comes just as another ends', async () => {
    const stored = await hash('x')
    work.held = true
    const first = [matches(stored, 'x'), matches(stored, 'x'), matches(stored, 'x')]
    await vi.waitFor(() => expect(work.waiting).toHaveLength(2), { timeout: 60_000 })
    const late: Promise<boolean>[] = []
    for (const resolve of work.waiting.splice(0)) {
      resolve(true)
      // Arrives at every moment between the end of one and the start of the next.
      let step = Promise.resolve()
      for (let count = 0; count < 8; count++) {
        step = step.then(() => {
          late.push(matches(stored, 'x'))
        })
      }
    }
    await new Promise((resolve) => setImmediate(resolve))
    await letAllGo()
    await Promise.all([...first, ...late])
    expect(late).toHaveLength(16)
    expect(work.most).toBe(2)
  })

  test('frees its place when it fails', async () => {
    for (let count = 0; count < 5; count++) await expect(matches('no hash', 'x')).rejects.toThrow()
    expect(await matches(await hash('x'), 'x')).toBe(true)
  })

  test('says no with 503 rather than let an endless queue grow, and recovers', async () => {
    const stored = await hash('x')
    work.held = true
    const accepted = Array.from({ length: 202 }, () => matches(stored, 'x'))
    await expect(matches(stored, 'x')).rejects.toMatchObject({ code: 503 })
    await letAllGo()
    expect(new Set(await Promise.all(accepted))).toEqual(new Set([true]))
    work.held = false
    expect(await matches(stored, 'x')).toBe(true)
  })
})
