import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { spawnScript } from '../../../testing/script.ts'
import { MAX_ROWS } from './write-model.ts'
import { type OutRow, writeWorkbook } from './write-workbook.ts'

const COLUMNS = Array.from({ length: 10 }, (_, index) => ({ title: `列${index}` }))

/** Rows that do not compress away, and what became of their source. */
function countedSource(batches: number, { failAt = -1 } = {}) {
  const state = { given: 0, closed: false }
  async function* source(): AsyncGenerator<OutRow[], void, void> {
    try {
      for (let batch = 0; batch < batches; batch++) {
        if (batch === failAt) throw new Error('the source is gone')
        state.given++
        yield Array.from({ length: 100 }, () => COLUMNS.map(() => Math.random().toString(36)))
      }
    } finally {
      state.closed = true
    }
  }
  return { state, rows: source() }
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })

describe('the reader', () => {
  it('sets the pace: a slow one keeps the source waiting', async () => {
    const { state, rows } = countedSource(400)
    const stream = writeWorkbook([{ name: '甲', columns: COLUMNS, rows }])
    await wait(300)
    const before = state.given
    expect(before).toBeLessThan(12)
    await once(stream, 'readable')
    for (let taken = 0; taken < 100_000; ) {
      const chunk = stream.read() as Buffer | null
      if (chunk) taken += chunk.length
      else await once(stream, 'readable')
    }
    await wait(300)
    expect(state.given).toBeGreaterThan(before)
    expect(state.given).toBeLessThan(before + 12)
    const rest = await buffer(stream)
    expect(rest.length).toBeGreaterThan(1_000_000)
    expect(state).toEqual({ given: 400, closed: true })
  })

  it('that goes away closes the source', async () => {
    const { state, rows } = countedSource(100_000)
    const later = { closed: false, read: false }
    const waiting = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          later.read = true
          return { done: true as const, value: undefined }
        },
        return: async () => {
          later.closed = true
          return { done: true as const, value: undefined }
        },
      }),
    }
    const stream = writeWorkbook([
      { name: '甲', columns: COLUMNS, rows },
      { name: '乙', columns: COLUMNS, rows: waiting },
      { name: '丙', columns: COLUMNS, rows: [] },
    ])
    let seen = 0
    const gone = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        seen += chunk.length
        done(seen > 50_000 ? new Error('hung up') : null)
      },
    })
    await expect(pipeline(stream, gone)).rejects.toThrow('hung up')
    await expect.poll(() => state.closed).toBe(true)
    expect(later).toEqual({ closed: true, read: false })
    const given = state.given
    await wait(50)
    expect(state.given).toBe(given)
  })

  it('that never came closes what was not begun', async () => {
    const later = new Readable({ objectMode: true, read: () => undefined })
    const stream = writeWorkbook([{ name: '甲', columns: COLUMNS, rows: later }])
    stream.destroy()
    await expect.poll(() => later.destroyed).toBe(true)
  })
})

describe('the source', () => {
  it('that fails ends the stream with its own error', async () => {
    const { state, rows } = countedSource(400, { failAt: 60 })
    const first = countedSource(1)
    const sheets = [first.rows, rows].map((of, index) => ({ name: `表${index}`, columns: COLUMNS, rows: of }))
    await expect(pipeline(writeWorkbook(sheets), discard())).rejects.toThrow('the source is gone')
    expect(state).toEqual({ given: 60, closed: true })
  })

  it('that fails at once or while nobody reads does so too', async () => {
    const broken = {
      *[Symbol.iterator](): Generator<OutRow, void, void> {
        yield ['一']
        throw new Error('broken')
      },
    }
    const stream = writeWorkbook([{ name: '甲', columns: COLUMNS, rows: broken }])
    const [error] = (await once(stream, 'error')) as [Error]
    expect(error.message).toBe('broken')
    expect(stream.destroyed).toBe(true)
  })

  it('with more rows than a sheet has is refused', async () => {
    let closed = false
    async function* endless(): AsyncGenerator<OutRow[], void, void> {
      const batch = Array.from({ length: 10_000 }, () => [])
      try {
        for (;;) yield batch
      } finally {
        closed = true
      }
    }
    const stream = writeWorkbook([{ name: '甲', columns: [{ title: '甲' }], rows: endless() }])
    await expect(pipeline(stream, discard())).rejects.toThrow(`more than ${MAX_ROWS}`)
    expect(closed).toBe(true)
  })

  it('of any shape gives the same rows: batches, empty batches, one list', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => [`学生${index}`, index])
    async function* batches(): AsyncGenerator<OutRow[], void, void> {
      for (let from = 0; from < rows.length; from += 777) {
        yield rows.slice(from, from + 777)
        yield []
      }
    }
    const columns = [{ title: '姓名' }, { title: '序号' }]
    for (const of of [rows, new Set(rows), batches(), Readable.from(batches())]) {
      const file = await buffer(writeWorkbook([{ name: '甲', columns, rows: of as Iterable<OutRow> }]))
      expect((await readXlsx(file)).sheets[0]?.rows.slice(1)).toEqual(rows)
    }
  })

  it('given as one long list does not keep others waiting', async () => {
    let turns = 0
    let longest = 0
    let inTurn = 0
    let running = true
    const turn = () => {
      turns++
      longest = Math.max(longest, inTurn)
      inTurn = 0
      if (running) setImmediate(turn)
    }
    function* rows(): Generator<OutRow, void, void> {
      for (let row = 0; row < 20_000; row++) {
        inTurn++
        yield COLUMNS.map((_, index) => `学生${row}-${index}`)
      }
    }
    setImmediate(turn)
    await pipeline(writeWorkbook([{ name: '甲', columns: COLUMNS, rows: rows() }]), discard())
    running = false
    expect(turns).toBeGreaterThan(100)
    // A piece of XML is about a hundred of these rows; one piece a turn.
    expect(longest).toBeLessThan(150)
  })
})

describe('a process that writes long lists', () => {
  const SCRIPT = `
    import { Writable } from 'node:stream'
    import { pipeline } from 'node:stream/promises'
    const { writeWorkbook } = await load('server/core/sheets/write/write-workbook.ts')
    const count = Number(process.argv[1])
    const columns = Array.from({ length: 20 }, (_, index) => ({ title: '列' + index }))
    async function* rows() {
      for (let from = 0; from < count; from += 500)
        yield Array.from({ length: 500 }, (_, row) => columns.map((_, index) => index % 2 ? index / 4 : '学生' + (from + row)))
    }
    await pipeline(writeWorkbook([{ name: '甲', columns, rows: rows() }]), new Writable({ write: (chunk, encoding, done) => done() }))
    process.stdout.write(String(process.resourceUsage().maxRSS / 1024))`

  const peakMegabytes = async (rows: number) => Number(await text(spawnScript(SCRIPT, [String(rows)]).stdout))

  it('needs no more memory for ten times the rows', async () => {
    // The first run may have to put the modules together, which takes memory of its own.
    await peakMegabytes(500)
    const short = await peakMegabytes(5_000)
    const long = await peakMegabytes(50_000)
    expect(short).toBeGreaterThan(0)
    expect(long - short).toBeLessThan(48)
  })
})
