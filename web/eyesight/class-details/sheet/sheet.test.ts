import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import type { RecordFields, RecordRow, SavedRecord } from '#contract/eyesight/record-schemas.ts'
import { ApiError } from '#web/core/api/errors.ts'
import { recordRow } from '#web/testing/samples/record-rows.ts'
import { textAt, valueAt } from './row-state.ts'
import { PAUSE_MS, type RowToSave } from './save-queue.ts'
import { Sheet } from './sheet.ts'
import { saveState } from './sheet-summary.ts'

const rowOf = (recordId: number, fields: Partial<RecordFields> = {}, version = 1) =>
  recordRow(fields, { recordId, version })

/** A server with one record per row; somebody else can write too, and the line can be down. */
class FakeServer {
  readonly rows = new Map<number, RecordRow>()
  readonly requests: RowToSave[][] = []
  down: 'no' | 'before' | 'after' = 'no'
  delayMs = 0

  write(recordId: number, fields: Partial<RecordFields>): void {
    const row = this.rows.get(recordId) ?? rowOf(recordId)
    this.rows.set(recordId, { ...row, fields: { ...row.fields, ...fields }, version: row.version + 1 })
  }
  list = (): RecordRow[] => [...this.rows.values()]
  send = async (rows: RowToSave[]): Promise<SavedRecord[]> => {
    this.requests.push(rows)
    if (this.down === 'before') throw new ApiError('没有网络', { code: 0 })
    const answers = rows.map((row) => this.#save(row))
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    if (this.down === 'after') throw new ApiError('没有网络', { code: 0 })
    return answers
  }
  #save({ recordId, changes }: RowToSave): SavedRecord {
    const present = this.rows.get(recordId)?.fields as Record<string, unknown>
    const given = Object.entries(changes) as [string, { from: unknown; to: unknown }][]
    const clashing = given.filter(([field, { from, to }]) => present[field] !== from && present[field] !== to)
    if (clashing.length === 0) {
      this.write(recordId, Object.fromEntries(given.map(([field, { to }]) => [field, to])))
    }
    const fields = clashing.map(([field]) => ({ field, label: field, theirs: '', yours: '' }))
    return {
      recordId,
      saved: clashing.length === 0,
      row: this.rows.get(recordId) as RecordRow,
      clash: clashing.length === 0 ? null : { byName: '李四', at: null, fields },
    }
  }
}

const KEY = 'console:unsent:1:2:3'
let server: FakeServer
let storage: Map<string, string>
const open = () =>
  new Sheet({
    storageKey: KEY,
    items: DEFAULT_ITEMS,
    rows: server.list(),
    send: server.send,
    today: () => '2025-10-20',
  })
const shown = (sheet: Sheet, recordId: number) => {
  const snapshot = sheet.rowAt(recordId)
  return snapshot ?? expect.fail('no such row')
}

beforeEach(() => {
  vi.useFakeTimers()
  storage = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
  server = new FakeServer()
  for (const recordId of [1, 2, 3]) server.rows.set(recordId, rowOf(recordId))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a class that is typed in', () => {
  it('is saved row by row', async () => {
    const sheet = open()
    sheet.enter(1, 'nakedRight')
    sheet.type(1, 'nakedRight', '4')
    sheet.type(1, 'nakedRight', '49')
    sheet.leave(1, 'nakedRight')
    sheet.leaveRow(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.requests).toEqual([[{ recordId: 1, changes: { nakedRight: { from: null, to: 4.9 } } }]])
    expect(saveState(sheet.summary())).toEqual({ tone: 'saved', text: '已全部保存' })
    expect(storage.size).toBe(0)
  })

  it('turns a positive cylinder once the row is left, and sends the lens whole', async () => {
    server.rows.set(1, rowOf(1, { sphereRight: -3, cylinderRight: -1, axisRight: 20 }))
    const sheet = open()
    for (const [field, text] of [
      ['nakedRight', '49'],
      ['sphereRight', '-1'],
      ['cylinderRight', '+0.50'],
    ] as const) {
      sheet.enter(1, field)
      sheet.type(1, field, text)
      sheet.leave(1, field)
    }
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(server.requests).toEqual([[{ recordId: 1, changes: { nakedRight: { from: null, to: 4.9 } } }]])
    expect(saveState(sheet.summary()).text).toBe('有未保存的内容')
    sheet.enter(1, 'axisRight')
    sheet.type(1, 'axisRight', '100')
    sheet.leave(1, 'axisRight')
    sheet.leaveRow(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.requests.at(-1)).toEqual([
      {
        recordId: 1,
        changes: {
          sphereRight: { from: -3, to: -0.5 },
          cylinderRight: { from: -1, to: -0.5 },
          axisRight: { from: 20, to: 10 },
        },
      },
    ])
    expect(saveState(sheet.summary()).tone).toBe('saved')
  })

  it('waits for the axis of a positive cylinder, where columns are typed one after the other', async () => {
    const sheet = open()
    sheet.type(1, 'sphereRight', '-1')
    sheet.leaveRow(1)
    await vi.advanceTimersByTimeAsync(0)
    sheet.type(1, 'cylinderRight', '+0.50')
    sheet.leaveRow(1)
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(server.rows.get(1)?.fields).toMatchObject({ sphereRight: -1, cylinderRight: null })
    sheet.type(1, 'axisRight', '100')
    sheet.leaveRow(1)
    await vi.advanceTimersByTimeAsync(0)
    const turned = { sphereRight: -0.5, cylinderRight: -0.5, axisRight: 10 }
    expect(server.rows.get(1)?.fields).toMatchObject(turned)
    sheet.type(2, 'sphereRight', '-1')
    sheet.type(2, 'cylinderRight', '+0.50')
    sheet.leaveRow(2)
    sheet.saveAll()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.rows.get(2)?.fields.cylinderRight).toBeNull()
    sheet.finishAll()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.rows.get(2)?.fields).toMatchObject({ ...turned, axisRight: null })
  })

  it('keeps back a positive cylinder that has no sphere', async () => {
    const sheet = open()
    sheet.type(1, 'cylinderRight', '+0.50')
    sheet.leaveRow(1)
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(server.requests).toEqual([])
    expect(saveState(sheet.summary()).text).toMatch(/有误/)
    sheet.stop()
    const again = open()
    expect(textAt(shown(again, 1).state, 'cylinderRight')).toBe('+0.50')
  })

  it('saves a cell again that is still in edit, from what it saved before', async () => {
    const sheet = open()
    sheet.enter(1, 'sphereRight')
    sheet.type(1, 'sphereRight', '-1')
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(shown(sheet, 1).edit?.text).toBe('-1')
    sheet.type(1, 'sphereRight', '-150')
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(server.requests.at(-1)).toEqual([
      { recordId: 1, changes: { sphereRight: { from: -1, to: -1.5 } } },
    ])
    expect(shown(sheet, 1).state.clash).toBeNull()
  })

  it('loses no key stroke while an answer is awaited', async () => {
    server.delayMs = 3_000
    const sheet = open()
    for (const text of ['4', '48', '4', '49', '4', '50']) {
      sheet.type(1, 'nakedRight', text)
      sheet.type(2, 'nakedLeft', text)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(server.rows.get(1)?.fields.nakedRight).toBe(5)
    expect(server.rows.get(2)?.fields.nakedLeft).toBe(5)
    expect(sheet.isUnsent()).toBe(false)
  })

  it.each(['before', 'after'] as const)('goes on when the line breaks %s the server wrote', async (when) => {
    server.down = when
    const sheet = open()
    sheet.type(1, 'nakedRight', '48')
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    sheet.type(1, 'nakedRight', '49')
    sheet.type(1, 'nakedLeft', '50')
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(saveState(sheet.summary()).text).toBe('1 行未保存，将自动重试')
    server.down = 'no'
    await vi.advanceTimersByTimeAsync(30_000)
    expect(server.rows.get(1)?.fields).toMatchObject({ nakedRight: 4.9, nakedLeft: 5 })
    expect(sheet.summary().rows.saved).toBe(3)
  })

  it('survives a reload, whatever the server got', async () => {
    for (const when of ['before', 'after'] as const) {
      server.down = when
      const sheet = open()
      sheet.type(2, 'nakedRight', '48')
      await vi.advanceTimersByTimeAsync(PAUSE_MS)
      sheet.type(2, 'nakedRight', '49')
      sheet.type(2, 'axisRight', '200')
      sheet.stop()
      expect([...storage.values()].join()).not.toContain('学生')
      server.down = 'no'
      const again = open()
      expect(again.restored).toBe(2)
      await vi.advanceTimersByTimeAsync(PAUSE_MS)
      expect(server.rows.get(2)?.fields.nakedRight).toBe(4.9)
      expect(again.summary().rows).toMatchObject({ faulty: 1, clash: 0 })
      again.discard(2)
      expect(storage.size).toBe(0)
      server.rows.set(2, rowOf(2))
    }
  })
})

describe('with others at work', () => {
  it('takes their changes over without touching the cell in edit', () => {
    const sheet = open()
    sheet.enter(1, 'nakedRight')
    server.write(1, { nakedRight: 5, nakedLeft: 5.1 })
    sheet.receive(server.list())
    expect(shown(sheet, 1).edit).toMatchObject({ field: 'nakedRight', text: '' })
    expect(valueAt(shown(sheet, 1).state, 'nakedLeft')).toBe(5.1)
    sheet.leave(1, 'nakedRight')
    expect(valueAt(shown(sheet, 1).state, 'nakedRight')).toBe(5)
  })

  it('asks whose value stays', async () => {
    const sheet = open()
    sheet.enter(1, 'nakedRight')
    sheet.enter(2, 'nakedRight')
    server.write(1, { nakedRight: 5 })
    server.write(2, { nakedRight: 5 })
    for (const recordId of [1, 2]) {
      sheet.type(recordId, 'nakedRight', '49')
      sheet.type(recordId, 'nakedLeft', '48')
    }
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 2)
    expect(sheet.summary().rows.clash).toBe(2)
    expect(server.rows.get(1)?.fields).toMatchObject({ nakedRight: 5, nakedLeft: 4.8 })
    sheet.decide(1, 'nakedRight', 'mine')
    sheet.decide(2, 'nakedRight', 'theirs')
    await vi.advanceTimersByTimeAsync(0)
    expect(server.rows.get(1)?.fields.nakedRight).toBe(4.9)
    expect(server.rows.get(2)?.fields.nakedRight).toBe(5)
    expect(sheet.isUnsent()).toBe(false)
  })

  it('follows the list, and keeps a row with unsent changes', () => {
    server.down = 'before'
    const sheet = open()
    sheet.type(2, 'nakedRight', '49')
    server.rows.delete(1)
    server.rows.delete(2)
    server.rows.set(4, rowOf(4))
    sheet.receive(server.list())
    expect(sheet.order()).toEqual([3, 4, 2])
  })
})

describe('absences', () => {
  it('end when a result is entered, once its cell is left', async () => {
    server.write(1, { absence: 1 })
    const sheet = open()
    sheet.enter(1, 'sphereRight')
    sheet.type(1, 'sphereRight', '0')
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(server.requests).toHaveLength(0)
    sheet.leave(1, 'sphereRight')
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(server.rows.get(1)?.fields).toMatchObject({ sphereRight: 0, absence: null })
  })

  it('are set for many in one request', async () => {
    const sheet = open()
    sheet.typeAll([1, 2, 3], 'absence', '1')
    await vi.advanceTimersByTimeAsync(0)
    expect(server.requests).toHaveLength(1)
    expect(server.list().map(({ fields }) => fields.absence)).toEqual([1, 1, 1])
  })
})

describe('the summary', () => {
  it('counts what the server has, and what waits', () => {
    server.write(1, { absence: 1 })
    const decided = rowOf(2)
    server.rows.set(2, {
      ...decided,
      pendingCorrection: true,
      conclusion: { ...decided.conclusion, state: 2 },
    })
    server.rows.set(3, { ...rowOf(3), openConflictId: 9 })
    const sheet = open()
    expect(sheet.summary()).toMatchObject({
      expected: 3,
      screened: 1,
      valid: 1,
      absent: 1,
      cells: 0,
      conflicts: 1,
      corrections: 1,
    })
  })
})
