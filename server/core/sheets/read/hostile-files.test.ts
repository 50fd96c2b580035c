// Files made to harm: each is refused in seconds by a process that stays small.
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  MEGABYTE,
  repeated,
  repeatedRows as rows,
  SHEET_PART as SHEET,
  withPart,
} from '../../../testing/sheets/hostile-workbook.ts'
import { inPieces, readHere } from '../../../testing/sheets/read-sheet.ts'
import { makeXlsx, worksheet } from '../../../testing/sheets/workbook.ts'
import { type ReadLimits, readWorkbook } from './read-workbook.ts'
import { MAX_STRINGS } from './shared-strings.ts'
import { SHEET_FAULTS, type SheetFaultName } from './sheet-faults.ts'

/** Processor time: elapsed time also depends on what else the machine does. */
const MAX_SECONDS = 20
const TICKS_PER_SECOND = 100

type Cost = { megabytes: number; seconds: number }

/** Reads apart; says the sentence and what the process took. */
async function refusalOf(file: Buffer, limits: Partial<ReadLimits>): Promise<Cost & { sentence: string }> {
  let cost: Cost = { megabytes: 0, seconds: 0 }
  const known = children()
  const timer = setInterval(() => {
    for (const pid of children()) if (!known.includes(pid)) cost = costOf(pid) ?? cost
  }, 20)
  const signal = new AbortController().signal
  let sentence = ''
  try {
    for await (const _ of readWorkbook(inPieces(file), { signal, limits }));
  } catch (error) {
    sentence = (error as Error).message
  }
  clearInterval(timer)
  return { sentence, ...cost }
}

function children(): string[] {
  try {
    return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

function costOf(pid: string): Cost | null {
  try {
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number.isNaN(kilobytes)) return null
    return {
      megabytes: kilobytes / 1024,
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    }
  } catch {
    return null
  }
}

async function expectRefused(
  file: Buffer,
  fault: SheetFaultName,
  limits: Partial<ReadLimits> = {},
): Promise<void> {
  const { sentence, megabytes, seconds } = await refusalOf(file, limits)
  expect(sentence).toContain(SHEET_FAULTS[fault].split('{')[0])
  expect(megabytes).toBeLessThan(300)
  expect(seconds).toBeLessThan(MAX_SECONDS)
}

describe('bombs', () => {
  it('a blank sheet of 1 GiB', async () => {
    await expectRefused(await withPart(SHEET, rows('', ' '.repeat(1024), MEGABYTE)), 'unpackedTooBig')
  })

  it('a blank sheet that the directory calls small', async () => {
    const limits = { maxUnpackedBytes: 64 * MEGABYTE }
    const file = await withPart(SHEET, rows('', ' '.repeat(1024), 128 * 1024), 400_000)
    await expectRefused(file, 'unpackedTooBig', limits)
  })

  it('a blank sheet just under the limit', async () => {
    const limits = { maxUnpackedBytes: 64 * MEGABYTE }
    await expectRefused(await withPart(SHEET, rows('', ' '.repeat(1024), 60 * 1024)), 'noData', limits)
  })

  it('more rows than a sheet can have', async () => {
    await expectRefused(await withPart(SHEET, rows('', '<row/>', 2_000_000)), 'badReference')
  })

  it('8 million rows with something in each', async () => {
    await expectRefused(
      await withPart(SHEET, rows('', '<row><c><v>1</v></c></row>', MAX_STRINGS + 10)),
      'tooManyRows',
    )
  })

  it('too many rows below a good beginning, of which none is handed over', async () => {
    const good = '<row><c t="str"><v>姓名</v></c></row>'
    const file = await withPart(SHEET, rows(good, '<row><c><v>1</v></c></row>', 250_000))
    const signal = new AbortController().signal
    const reading = readWorkbook(inPieces(file), { signal })
    await expect(reading.next()).rejects.toThrow('最多 200000 行')
  })

  it('made by hand are read when they are harmless: blank rows do not count', async () => {
    const file = await withPart(SHEET, rows('<row><c><v>1</v></c></row>', '<row/>', 300_000))
    expect(await readHere(file)).toEqual([{ row: 1, cells: [1] }])
  })

  it('a row of 10 000 columns', async () => {
    await expectRefused(
      await withPart(SHEET, rows('<row>', '<c><v>1</v></c>', 10_000, '</row>')),
      'tooManyColumns',
    )
  })

  it('millions of strings', async () => {
    const [open = '', close = ''] = ['<sst xmlns="x">', '</sst>']
    const many = repeated(open, '<si/>', MAX_STRINGS + 1, close)
    await expectRefused(await withPart('xl/sharedStrings.xml', many), 'tooManyStrings')
    const long = repeated(open, `<si><t>${'字'.repeat(30_000)}</t></si>`, 3_000, close)
    await expectRefused(await withPart('xl/sharedStrings.xml', long), 'tooManyStrings')
  })

  it('one long string named by thousands of cells', async () => {
    const data = `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`
    const file = await makeXlsx({
      sheets: [{ rawXml: worksheet(data.repeat(200)) }],
      sharedStrings: `<sst xmlns="x"><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
    })
    await expectRefused(file, 'unpackedTooBig', { maxUnpackedBytes: 16 * MEGABYTE })
  })

  it('100 000 parts', async () => {
    const name = Buffer.from('x')
    const header = Buffer.alloc(46)
    header.write('PK\x01\x02', 'latin1')
    header.writeUInt16LE(name.length, 28)
    const directory = Buffer.concat(
      new Array<Buffer>(200_000).fill(header).map((part, i) => (i % 2 ? name : part)),
    )
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    end.writeUInt16LE(0xfffe, 10)
    end.writeUInt32LE(4, 16)
    await expectRefused(Buffer.concat([Buffer.from('PK\x03\x04'), directory, end]), 'tooManyParts')
    end.writeUInt16LE(1_999, 10)
    await expectRefused(Buffer.concat([Buffer.from('PK\x03\x04'), directory, end]), 'damaged')
  })

  it('a part that claims more than deflate can give', async () => {
    const part = { data: deflateRawSync('x'), size: 1, checksum: 0 }
    await expectRefused(await withPart(SHEET, part, 400 * MEGABYTE), 'unpackedTooBig')
  })
})

describe('XML', () => {
  const refused = async (rawXml: string, fault: SheetFaultName) =>
    expectRefused(await makeXlsx({ sheets: [{ rawXml }] }), fault)

  it('that defines entities', async () => {
    const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${worksheet('<row><c t="str"><v>&b;</v></c></row>')}`
    await refused(laughs, 'forbiddenXml')
    await refused(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${worksheet('')}`, 'forbiddenXml')
    await refused(worksheet('<row><c t="str"><v>&x;</v></c></row>'), 'forbiddenXml')
    await refused(worksheet('<row><c t="str"><v>&constructor;</v></c></row>'), 'forbiddenXml')
  })

  it('with a huge attribute, tag, comment or text', async () => {
    await expectRefused(await withPart(SHEET, rows('<row r="', '1', 20 * MEGABYTE, '"/>')), 'damaged')
    await expectRefused(await withPart(SHEET, rows('<row', ' a="1"', 2 * MEGABYTE, '/>')), 'damaged')
    await expectRefused(await withPart(SHEET, rows('<!--', '1', 20 * MEGABYTE, '-->')), 'damaged')
    await expectRefused(
      await withPart(SHEET, rows('<row><c><v>', '1', 20 * MEGABYTE, '</v></c></row>')),
      'damaged',
    )
  })

  it('nested deeply', async () => {
    await expectRefused(await withPart(SHEET, rows('', '<a>', 500_000)), 'damaged')
  })

  it('with text in very many pieces', async () => {
    const cell = rows('<row><c t="str"><v>', '<![CDATA[xxxxxxxxxx]]>', 200_000, '</v></c></row>')
    await expectRefused(await withPart(SHEET, cell), 'cellTooLong')
  })
})

it('broken compression', async () => {
  const part = rows('<row><c><v>1</v></c></row>', '<row/>', 100_000)
  part.data = Buffer.from(part.data)
  part.data.fill(0xee, part.data.length >> 1)
  await expectRefused(await withPart(SHEET, part), 'damaged')
})
