import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BizError } from '#contract/core/error-codes.ts'
import { inPieces, readApart } from '../../../testing/sheets/read-sheet.ts'
import { makeXlsx } from '../../../testing/sheets/workbook.ts'
import { type ReadLimits, readWorkbook } from './read-workbook.ts'
import { SHEET_FAULTS } from './sheet-faults.ts'

const small = await makeXlsx({ sheets: [{ rows: [['姓名', '性别'], null, ['张三', 1.5]] }] })
const line = Array.from({ length: 10 }, (_, column) => `第 ${column} 列的文字`)
const ROWS = 6_000
const large = await makeXlsx({ sheets: [{ rows: new Array(ROWS).fill(line) }] })
const never = new AbortController().signal

const before = process.env.TMPDIR
const folder = mkdtempSync(path.join(tmpdir(), 'reading-'))
const known = children()
beforeAll(() => {
  process.env.TMPDIR = folder
  process.env.DATA_KEY = 'a-secret-of-the-server'
})
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  delete process.env.DATA_KEY
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  expect(readdirSync(folder)).toEqual([])
  expect(running()).toEqual([])
})

function children(): string[] {
  try {
    return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

const running = (): string[] => children().filter((pid) => !known.includes(pid))

describe('a workbook', () => {
  it('comes in batches of rows, with their number announced', async () => {
    let size: number | null = 0
    const batches: number[] = []
    const onSize = (estimate: { rows: number | null }) => {
      size = estimate.rows
    }
    for await (const batch of readWorkbook(inPieces(large), { signal: never, onSize }))
      batches.push(batch.length)
    expect(size).toBe(ROWS)
    expect(batches.length).toBeGreaterThan(5)
    expect(batches.reduce((sum, count) => sum + count, 0)).toBe(ROWS)
  })

  it('may come in tiny pieces, and several at once', async () => {
    const expected = [
      { row: 1, cells: ['姓名', '性别'] },
      { row: 3, cells: ['张三', 1.5] },
    ]
    const readings = [1, 2, 3].map(async () => {
      const rows = []
      for await (const batch of readWorkbook(inPieces(small, 7), { signal: never })) rows.push(...batch)
      return rows
    })
    expect(await Promise.all(readings)).toEqual([expected, expected, expected])
  })

  it('is read no further than it is taken, however slowly', async () => {
    let rows = 0
    // The time is that of the reading, without that of the consumer.
    for await (const batch of readWorkbook(inPieces(large), { signal: never, limits: { maxSeconds: 5 } })) {
      if (rows === 0) {
        await sleep(5_200)
        expect(running()).toHaveLength(1)
      }
      rows += batch.length
    }
    expect(rows).toBe(ROWS)
  })

  it('is read by a process that knows no secret', async () => {
    for await (const _ of readWorkbook(inPieces(large), { signal: never })) {
      const environment = readFileSync(`/proc/${running()[0]}/environ`, 'utf8')
      expect(environment).not.toContain('a-secret-of-the-server')
      expect(environment).not.toContain('DATABASE')
      expect(readdirSync(folder)).toEqual([])
      break
    }
  })
})

describe('a reading that is given up', () => {
  it('by a caller that is killed at once leaves no file behind', async () => {
    const reading = readWorkbook(inPieces(small), { signal: never })
    const first = reading.next()
    // The process that reads has been started and has not run yet: all that is there is the caller's.
    expect(readdirSync(folder)).toEqual([])
    await first
    await reading.return(undefined)
  })

  it('by its signal', async () => {
    const abort = new AbortController()
    const read = async () => {
      for await (const _ of readWorkbook(inPieces(large), { signal: abort.signal }))
        abort.abort(new Error('enough'))
    }
    await expect(read()).rejects.toThrow('enough')
  })

  it('before it began', async () => {
    await expect(readApart(small, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    )
  })

  it('while the file is still on its way', async () => {
    const signal = AbortSignal.timeout(700)
    const stuck = async function* () {
      yield small.subarray(0, 100)
      await sleep(60_000, undefined, { ref: false })
    }
    const read = async () => {
      for await (const _ of readWorkbook(stuck(), { signal }));
    }
    await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('because the file cannot be fetched', async () => {
    const broken = async function* () {
      yield small.subarray(0, 100)
      throw new Error('no such file')
    }
    const read = async () => {
      for await (const _ of readWorkbook(broken(), { signal: never }));
    }
    await expect(read()).rejects.toThrow('no such file')
  })
})

it('a file that is not there is an error like any other', async () => {
  const read = async () => {
    for await (const _ of readWorkbook(createReadStream('no-such-file'), { signal: never }));
  }
  await expect(read()).rejects.toMatchObject({ code: 'ENOENT' })
})

describe('a process that ends', () => {
  const refusal = (limits: Partial<ReadLimits>) =>
    readApart(large, { limits }).catch((error: unknown) => error)

  it('for want of time', async () => {
    expect(await refusal({ maxSeconds: 0.1 })).toMatchObject({
      code: 700,
      message: expect.stringContaining('0.1 秒'),
    })
  })

  it('for want of memory', async () => {
    const memory = { code: 700, message: SHEET_FAULTS.memory }
    expect(await refusal({ maxRssMegabytes: 30 })).toMatchObject(memory)
    expect(await refusal({ maxHeapMegabytes: 5 })).toMatchObject(memory)
  })

  it('for no reason is a fault of ours', async () => {
    const read = async () => {
      for await (const _ of readWorkbook(inPieces(large), { signal: never })) {
        for (const pid of running()) process.kill(Number(pid), 'SIGTERM')
      }
    }
    const fault = await read().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(Error)
    expect(fault).not.toBeInstanceOf(BizError)
  })
})
