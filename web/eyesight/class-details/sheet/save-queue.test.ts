import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecordRow, SavedRecord } from '#contract/eyesight/record-schemas.ts'
import { ApiError } from '#web/core/api/errors.ts'
import type { RowTrouble } from './row-state.ts'
import { PAUSE_MS, type RowToSave, SaveQueue } from './save-queue.ts'

type Sent = {
  rows: number[]
  again: boolean
  answer: (recordIds?: number[]) => Promise<void>
  fail: (code: number) => Promise<void>
}

const wanting = new Set<number>()
const sent: Sent[] = []
const saved: number[] = []
const failed: [number[], RowTrouble][] = []
let queue: SaveQueue

const settleAll = () => vi.advanceTimersByTimeAsync(0)
const nth = (index: number): Sent => sent[index] ?? expect.fail(`request ${index} was not sent`)

function take(recordIds: readonly number[]): RowToSave[] {
  const rows = recordIds.filter((recordId) => wanting.delete(recordId))
  return rows.map((recordId) => ({ recordId, changes: { nakedRight: { from: null, to: 5 } } }))
}

function send(rows: RowToSave[], again: boolean): Promise<SavedRecord[]> {
  const recordIds = rows.map(({ recordId }) => recordId)
  return new Promise((resolve, reject) => {
    sent.push({
      rows: recordIds,
      again,
      answer: (answered = recordIds) => {
        const row = {} as RecordRow
        resolve(answered.map((recordId) => ({ recordId, saved: true, row, clash: null })))
        return settleAll().then(() => {})
      },
      fail: (code) => {
        reject(new ApiError('失败', { code }))
        return settleAll().then(() => {})
      },
    })
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  wanting.clear()
  for (const list of [sent, saved, failed]) list.length = 0
  queue = new SaveQueue({
    take,
    send,
    onSaved: (answers) => void saved.push(...answers.map(({ recordId }) => recordId)),
    onFailed: (recordIds, trouble) => {
      failed.push([[...recordIds], trouble])
      if (trouble.retry) for (const recordId of recordIds) wanting.add(recordId)
    },
  })
})
afterEach(() => {
  queue.stop()
  vi.useRealTimers()
})

const type = (recordId: number) => {
  wanting.add(recordId)
  queue.touch(recordId)
}

describe('when a row is sent', () => {
  it('after a pause in typing', async () => {
    type(1)
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 100)
    type(1)
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 100)
    expect(sent).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(nth(0)).toMatchObject({ rows: [1], again: false })
  })

  it('at once when it is left, and not at all when nothing was typed', async () => {
    type(1)
    queue.finish(1)
    queue.finish(2)
    expect(sent.map(({ rows }) => rows)).toEqual([[1]])
  })

  it('one request at a time; what comes meanwhile goes together afterwards', async () => {
    type(1)
    queue.finish(1)
    type(2)
    queue.finish(2)
    type(3)
    queue.finish(3)
    expect(sent).toHaveLength(1)
    await nth(0).answer()
    expect(nth(1).rows).toEqual([2, 3])
    expect(saved).toEqual([1])
  })

  it('again when the answer leaves something to send', async () => {
    type(1)
    queue.finish(1)
    wanting.add(1)
    await nth(0).answer()
    expect(nth(1).rows).toEqual([1])
    await nth(1).answer()
    expect(sent).toHaveLength(2)
  })

  it('waits for the pause where typing goes on while the answer comes', async () => {
    type(1)
    queue.finish(1)
    type(1)
    await nth(0).answer()
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(nth(1).rows).toEqual([1])
  })
})

describe('when it fails', () => {
  it('tries again, ever later, until it passes', async () => {
    type(1)
    queue.finish(1)
    await nth(0).fail(0)
    expect(failed).toEqual([[[1], { retry: true, message: '失败' }]])
    for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = sent.length
      await vi.advanceTimersByTimeAsync(wait - 1)
      expect(sent).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(nth(before)).toMatchObject({ rows: [1], again: true })
      await nth(before).fail(503)
    }
    await vi.advanceTimersByTimeAsync(30_000)
    await nth(sent.length - 1).answer()
    expect(saved).toEqual([1])
  })

  it('takes along what was typed meanwhile, and does not try more often because of it', async () => {
    type(1)
    queue.finish(1)
    await nth(0).fail(0)
    type(2)
    queue.finish(2)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(nth(1).rows.toSorted()).toEqual([1, 2])
  })

  it('tries at once when it is told to', async () => {
    type(1)
    queue.finish(1)
    await nth(0).fail(0)
    queue.flush()
    expect(nth(1).rows).toEqual([1])
  })

  it('a refusal is final', async () => {
    type(1)
    queue.finish(1)
    await nth(0).fail(700)
    expect(failed).toEqual([[[1], { retry: false, message: '失败' }]])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })

  it('a refusal of several is found out row by row', async () => {
    for (const recordId of [1, 2, 3]) type(recordId)
    queue.flush()
    await nth(0).fail(650)
    expect(nth(1).rows).toEqual([1])
    await nth(1).answer()
    expect(nth(2).rows).toEqual([2])
    await nth(2).fail(650)
    expect(nth(3).rows).toEqual([3])
    await nth(3).answer()
    expect(saved).toEqual([1, 3])
    expect(failed.at(-1)).toEqual([[2], { retry: false, message: '失败' }])
  })

  it('a row that the answer leaves out is sent again', async () => {
    type(1)
    type(2)
    queue.flush()
    await nth(0).answer([1])
    expect(failed).toEqual([[[2], { retry: true, message: '没有收到服务器的回应' }]])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(nth(1).rows).toEqual([2])
  })
})
