import { expect, test } from 'vitest'
import type { Report } from '#contract/reports/report/report.ts'
import { SAMPLE_READER, sampleReport, sampleTable } from '../../testing/reports/sample-report.ts'
import { writeDocument } from './write-document.ts'

const report = sampleReport([{ title: '概述', tables: [sampleTable({ rows: 6, columns: 4 })] }])
const order = { report, reader: SAMPLE_READER, format: 'xlsx' as const }
const beginningOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('latin1')

test('several at once are each answered with their own', async () => {
  const files = await Promise.all([
    writeDocument(order),
    writeDocument({ ...order, format: 'pdf' }),
    writeDocument({ ...order, format: 'docx' }),
  ])
  expect(files.map(beginningOf)).toEqual(['PK\u0003\u0004', '%PDF', 'PK\u0003\u0004'])
})

test('one that cannot be laid out is a fault of its own; parallel ones succeed', async () => {
  const broken = { ...order, report: { ...report, sections: null } as unknown as Report }
  const [bad, good] = await Promise.allSettled([writeDocument(broken), writeDocument(order)])
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('TypeError') } })
  expect(good.status).toBe('fulfilled')
})

test('nobody holds up the process while a long document is laid out', async () => {
  const long = sampleReport([{ tables: [sampleTable({ rows: 2_000, columns: 12 })] }])
  let turns = 0
  const timer = setInterval(() => void turns++, 5)
  await writeDocument({ ...order, report: long, format: 'pdf' })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})

test('refuses requests beyond the length of the queue', async () => {
  const waiting = Array.from({ length: 21 }, () => writeDocument(order))
  expect(() => writeDocument(order)).toThrow('正在生成的文件较多')
  await Promise.all(waiting)
})
