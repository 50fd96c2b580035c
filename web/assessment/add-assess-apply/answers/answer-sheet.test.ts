import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { ApiError } from '#web/core/api/errors.ts'
import { AnswerSheet, type Received } from './answer-sheet.ts'
import { type Content, contentOf, isConflict, type Stored } from './answer-state.ts'

const KEY = 'console:unsent-assessment:7:71'
const stored = (change: Partial<Stored> = {}) => ({
  version: 0,
  selfScore: null,
  text: '',
  savedBy: null,
  savedAt: null,
  points: 40,
  ...change,
})
const received = (change: Partial<Stored> = {}, editable = true): Received => ({
  editable,
  answers: new Map([
    ['a', stored(change)],
    ['b', stored()],
  ]),
})
const NO_ANSWER = new ApiError('没有回应', { code: 0 })
const OVERTAKEN = new ApiError('刚刚被修改', { code: REFUSALS.changedMeanwhile })

type Sent = Content & { leafKey: string; version: number }

/** A sheet whose server does what the test says; without more it stores. */
function open(first = received()) {
  const sent: Sent[] = []
  const answers: (() => { version: number; over?: boolean })[] = []
  const reload = vi.fn(async () => {})
  const sheet = new AnswerSheet(
    {
      storageKey: KEY,
      userName: '周校医',
      save: async (answer) => {
        sent.push(answer)
        const { version, over = false } = answers.shift()?.() ?? { version: answer.version + 1 }
        return { version, savedAt: '2026-11-19T02:00:00.000Z', selfTotal: null, over }
      },
      reload,
      onSaved: () => {},
    },
    first,
  )
  const refuse = (error: ApiError) =>
    answers.push(() => {
      throw error
    })
  const state = (key = 'a') => {
    const found = sheet.snapshot().answers.get(key)
    if (!found) throw new Error(key)
    return found
  }
  return { sheet, sent, answers, refuse, reload, state }
}

let storage: Map<string, string>
beforeEach(() => {
  vi.useFakeTimers()
  storage = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what is typed', () => {
  it('goes to the server once the typing pauses, with the version it was typed over', async () => {
    const { sheet, sent, state } = open(received({ version: 3, text: '旧' }))
    sheet.type('a', { text: '新' })
    await vi.advanceTimersByTimeAsync(600)
    sheet.type('a', { text: '新的' })
    await vi.advanceTimersByTimeAsync(600)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(400)
    expect(sent).toEqual([{ leafKey: 'a', version: 3, selfScore: null, text: '新的' }])
    expect(state()).toMatchObject({ draft: null, stored: { version: 4, text: '新的', savedBy: '周校医' } })
  })

  it('goes at once when the field is left, and nothing goes that was typed and taken back', async () => {
    const { sheet, sent } = open()
    sheet.type('a', { selfScore: 30 })
    sheet.finish('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(1)
    sheet.type('a', { selfScore: 31 })
    sheet.type('a', { selfScore: 30 })
    sheet.finish('a')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toHaveLength(1)
  })

  it('while an answer is awaited goes after it, over the version that came', async () => {
    const { sheet, sent } = open()
    sheet.type('a', { text: '一' })
    sheet.finish('a')
    sheet.type('a', { text: '一二' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent.map(({ text, version }) => [text, version])).toEqual([
      ['一', 0],
      ['一二', 1],
    ])
  })

  it('is tried again until it arrives, later each time', async () => {
    const { sheet, sent, refuse, state } = open()
    refuse(NO_ANSWER)
    refuse(new ApiError('忙', { code: 503 }))
    sheet.type('a', { text: '一' })
    sheet.finish('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(state().draft?.trouble).toEqual({ kind: 'retrying', message: '没有回应' })
    expect(sheet.troubled()).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3_900)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(100)
    expect(sent).toHaveLength(3)
    expect(sheet.isUnsent()).toBe(false)
  })

  it('is not sent while it is wrong', async () => {
    const { sheet, sent } = open()
    sheet.type('a', { selfScore: 40.1 })
    sheet.type('b', { text: '字'.repeat(2001) })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent).toEqual([])
    expect(sheet.troubled()).toEqual(['a', 'b'])
    expect(await sheet.saveAndWait()).toBe(false)
  })

  it('is all sent before somebody goes on', async () => {
    const { sheet, sent } = open()
    sheet.type('a', { text: '一' })
    sheet.type('b', { text: '二' })
    expect(await sheet.saveAndWait()).toBe(true)
    expect(sent.map(({ leafKey }) => leafKey)).toEqual(['a', 'b'])
  })

  it('is not waited for while there is no line, and is all sent on the next try', async () => {
    const { sheet, refuse } = open()
    refuse(NO_ANSWER)
    sheet.type('a', { text: '一' })
    sheet.type('b', { text: '二' })
    expect(await sheet.saveAndWait()).toBe(false)
    expect(await sheet.saveAndWait()).toBe(true)
    expect(sheet.isUnsent()).toBe(false)
  })

  it('after the last day is stored and said to be over', async () => {
    const { sheet, answers } = open()
    answers.push(() => ({ version: 1, over: true }))
    sheet.type('a', { text: '一' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sheet.snapshot().over).toBe(true)
  })
})

describe('two people at one indicator', () => {
  async function overtaken() {
    const opened = open()
    const { sheet, refuse, reload } = opened
    refuse(OVERTAKEN)
    reload.mockImplementation(async () =>
      sheet.receive(received({ version: 1, text: '别人的', savedBy: '李主任' })),
    )
    sheet.type('a', { text: '我的' })
    sheet.finish('a')
    await vi.advanceTimersByTimeAsync(0)
    return opened
  }

  it('are asked which text stays, and nothing is sent meanwhile', async () => {
    const { sheet, sent, state } = await overtaken()
    expect(isConflict(state())).toBe(true)
    expect(contentOf(state()).text).toBe('我的')
    expect(state().stored.text).toBe('别人的')
    sheet.type('a', { text: '我的新' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })

  it('may keep the own one', async () => {
    const { sheet, sent, state } = await overtaken()
    sheet.keepOwn('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(sent[1]).toMatchObject({ text: '我的', version: 1 })
    expect(state()).toMatchObject({ draft: null, stored: { version: 2, text: '我的' } })
  })

  it('may take the other one', async () => {
    const { sheet, sent, state } = await overtaken()
    sheet.takeStored('a')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toHaveLength(1)
    expect(state().draft).toBeNull()
  })

  it('who wrote the same are in no conflict', async () => {
    const { sheet, refuse, reload, state } = open()
    refuse(OVERTAKEN)
    reload.mockImplementation(async () => sheet.receive(received({ version: 1, text: '一样' })))
    sheet.type('a', { text: '一样' })
    sheet.finish('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(state().draft).toBeNull()
  })

  it('are seen as soon as a read shows it', async () => {
    const { sheet, sent, state } = open()
    sheet.type('a', { text: '我的' })
    sheet.receive(received({ version: 1, text: '别人的' }))
    expect(isConflict(state())).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toEqual([])
  })

  it('the text of the other is asked for again where it could not be read', async () => {
    const { sheet, refuse, reload, state } = open()
    refuse(OVERTAKEN)
    sheet.type('a', { text: '我的' })
    sheet.finish('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(state().draft?.trouble?.kind).toBe('overtaken')
    reload.mockImplementation(async () => sheet.receive(received({ version: 1, text: '别人的' })))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isConflict(state())).toBe(true)
  })

  it('an own save whose answer was lost is no conflict, also with more typed since', async () => {
    const { sheet, sent, refuse, reload, state } = open()
    refuse(NO_ANSWER)
    refuse(OVERTAKEN)
    reload.mockImplementation(async () => sheet.receive(received({ version: 1, text: '一' })))
    sheet.type('a', { text: '一' })
    sheet.finish('a')
    await vi.advanceTimersByTimeAsync(0)
    sheet.type('a', { text: '一二' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent.at(-1)).toMatchObject({ text: '一二', version: 1 })
    expect(state()).toMatchObject({ draft: null, stored: { text: '一二' } })
  })
})

describe('an application that somebody else hands in', () => {
  it('keeps what was typed, and saves it once it is handed back', async () => {
    const { sheet, sent, refuse, reload, state } = open()
    refuse(new ApiError('申报已提交', { code: REFUSALS.notInThisState }))
    reload.mockImplementation(async () => sheet.receive(received({}, false)))
    sheet.type('a', { text: '我的' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    expect(contentOf(state()).text).toBe('我的')
    expect(sheet.troubled()).toEqual(['a'])
    sheet.receive(received())
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    expect(sheet.isUnsent()).toBe(false)
  })
})

describe('what never arrived', () => {
  it('is there again on the next visit, and is sent', async () => {
    const first = open()
    first.refuse(NO_ANSWER)
    first.sheet.type('a', { text: '没到' })
    first.sheet.finish('a')
    await vi.advanceTimersByTimeAsync(0)
    first.sheet.stop()
    const next = open()
    expect(next.sheet.snapshot().restored).toBe(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(next.sent).toEqual([{ leafKey: 'a', version: 0, selfScore: null, text: '没到' }])
    expect(storage.size).toBe(0)
  })

  it('is in conflict where somebody else wrote meanwhile, but not where it had arrived', () => {
    const first = open()
    first.sheet.type('a', { text: '没到' })
    first.sheet.stop()
    const overtaken = open(received({ version: 1, text: '别人的' }))
    expect(isConflict(overtaken.state())).toBe(true)
    const arrived = open(received({ version: 1, text: '没到' }))
    expect(arrived.sheet.isUnsent()).toBe(false)
  })

  it('of another version of the console is left alone', () => {
    storage.set(KEY, '{"a": {"text": 1}}')
    expect(open().sheet.isUnsent()).toBe(false)
  })
})
