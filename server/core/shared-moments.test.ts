import { expect, it, vi } from 'vitest'
import { makeSharedMoments } from './shared-moments.ts'

const MAX_AGE = 50

function question() {
  const waiting: ((value: string | Error) => void)[] = []
  const ask = vi.fn(
    () =>
      new Promise<string>((resolve, reject) =>
        waiting.push((value) => (value instanceof Error ? reject(value) : resolve(value))),
      ),
  )
  return { ask, answer: (nth: number, value: string | Error) => waiting[nth]?.(value) }
}

it('two hundred who ask at once, or a little later, share one question', async () => {
  const moments = makeSharedMoments(10_000)
  const { ask, answer } = question()
  const many = Array.from({ length: 200 }, () => moments('a', ask))
  answer(0, 'first')
  expect(new Set(await Promise.all(many))).toEqual(new Set(['first']))
  expect(await moments('a', ask)).toBe('first')
  expect(ask).toHaveBeenCalledOnce()
  const other = moments('b', ask)
  answer(1, 'other')
  expect(await other).toBe('other')
})

it('an answer that is no longer of this moment is asked for anew', async () => {
  const moments = makeSharedMoments(MAX_AGE)
  const { ask, answer } = question()
  const first = moments('a', ask)
  answer(0, 'first')
  await first
  await vi.waitFor(() => {
    void moments('a', ask)
    expect(ask).toHaveBeenCalledTimes(2)
  })
  answer(1, 'second')
})

it('who comes while a slow question is still being answered shares the next one, not an old answer', async () => {
  const moments = makeSharedMoments(0)
  const { ask, answer } = question()
  const first = moments('a', ask)
  const [one, other] = [moments('a', ask), moments('a', ask)]
  expect(ask).toHaveBeenCalledOnce()
  answer(0, 'first')
  expect(await first).toBe('first')
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  answer(1, 'second')
  expect(await Promise.all([one, other])).toEqual(['second', 'second'])
})

it('a fault is for those who waited, and the next one asks again', async () => {
  const moments = makeSharedMoments(10_000)
  const { ask, answer } = question()
  const [one, other] = [moments('a', ask), moments('a', ask)]
  answer(0, new Error('away'))
  await expect(one).rejects.toThrow('away')
  await expect(other).rejects.toThrow('away')
  const again = moments('a', ask)
  answer(1, 'back')
  expect(await again).toBe('back')
})

it('only two questions are asked at once, and who comes while one waits shares it', async () => {
  const moments = makeSharedMoments(10_000)
  const { ask, answer } = question()
  const first = moments('a', ask)
  const second = moments('b', ask)
  const [third, sharing] = [moments('c', ask), moments('c', ask)]
  expect(ask).toHaveBeenCalledTimes(2)
  answer(0, new Error('away'))
  await expect(first).rejects.toThrow('away')
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(3))
  answer(1, 'second')
  answer(2, 'third')
  expect(await Promise.all([second, third, sharing])).toEqual(['second', 'third', 'third'])
  const fourth = moments('d', ask)
  expect(ask).toHaveBeenCalledTimes(4)
  answer(3, 'fourth')
  expect(await fourth).toBe('fourth')
})

it('who waits too long for others to be answered is refused, and takes no place', async () => {
  vi.useFakeTimers()
  try {
    const moments = makeSharedMoments(10_000)
    const { ask, answer } = question()
    const under = [moments('a', ask), moments('b', ask)]
    const refused = expect(moments('c', ask)).rejects.toMatchObject({ code: 503 })
    await vi.advanceTimersByTimeAsync(3_000)
    await refused
    answer(0, 'first')
    answer(1, 'second')
    expect(await Promise.all(under)).toEqual(['first', 'second'])
    expect(ask).toHaveBeenCalledTimes(2)
    const again = moments('c', ask)
    answer(2, 'third')
    expect(await again).toBe('third')
  } finally {
    vi.useRealTimers()
  }
})
