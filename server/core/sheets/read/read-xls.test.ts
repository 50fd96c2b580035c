import { readXls as readByOther } from 'hucre'
import { describe, expect, it } from 'vitest'
import {
  f64,
  type LegacyWorkbook,
  makeOle,
  makeXls,
  record,
  u16,
  u32,
  wide,
  workbookStream,
} from '../../../testing/sheets/legacy-workbook.ts'
import { readApart, readHere } from '../../../testing/sheets/read-sheet.ts'

const rk = (value: number): Buffer => u32(((value << 2) | 2) >>> 0)
const label = (row: number, column: number, index: number) => record(0xfd, u16(row, column, 0), u32(index))
const number = (row: number, column: number, style: number, value: number) =>
  record(0x203, u16(row, column, style), f64(value))
const strings = (...texts: string[]): Buffer[] => [
  Buffer.concat([u32(texts.length), u32(texts.length), ...texts.map(wide)]),
]

describe('an old workbook', () => {
  it('gives the cells of every kind', async () => {
    const formula = (column: number, result: Buffer) =>
      record(0x06, u16(2, column, 0), result, Buffer.alloc(8))
    const workbook: LegacyWorkbook = {
      strings: strings('姓名', '张三'),
      styles: [0, 14, 31, 164],
      formats: { 164: 'yyyy"年"m"月"d"日";@' },
      sheets: [
        {
          records: [
            record(0x200, u32(0), u32(3), u16(0, 8, 0)),
            label(0, 0, 0),
            label(1, 0, 1),
            number(1, 1, 1, 42614),
            number(1, 2, 2, 42614),
            number(1, 3, 3, 42614.5),
            record(0x27e, u16(1, 4, 0), rk(490 << 0)),
            record(0x27e, u16(1, 5, 0), u32(((490 << 2) | 3) >>> 0)),
            record(0xbd, u16(1, 6), u16(0), rk(1), u16(0), rk(-2), u16(7)),
            record(0x205, u16(1, 8, 0), [1, 0]),
            record(0x205, u16(1, 9, 0), [0x2a, 1]),
            record(0x204, u16(1, 10, 0), wide('李四')),
            record(0x201, u16(1, 11, 0)),
            formula(0, f64(3.5)),
            formula(1, Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff])),
            // Between a shared formula and its text stands the formula itself.
            record(0x4bc, Buffer.alloc(10)),
            record(0x207, wide('甲班')),
            formula(2, Buffer.from([1, 0, 1, 0, 0, 0, 0xff, 0xff])),
            formula(3, Buffer.from([2, 0, 7, 0, 0, 0, 0xff, 0xff])),
            formula(4, Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0xff])),
          ],
        },
      ],
    }
    const day = { date: '2016-09-01' }
    expect(await readHere(makeXls(workbook))).toEqual([
      { row: 1, cells: ['姓名'] },
      {
        row: 2,
        cells: [
          '张三',
          day,
          day,
          { date: '2016-09-01 12:00:00' },
          490,
          4.9,
          1,
          -2,
          true,
          { error: '#N/A' },
          '李四',
        ],
      },
      { row: 3, cells: [3.5, '甲班', true, { error: '#DIV/0!' }] },
    ])
  })

  it('is the same to another reader', async () => {
    const file = makeXls({
      strings: strings('姓名', '张三'),
      sheets: [{ records: [label(0, 0, 0), label(3, 1, 1), number(3, 2, 0, -0.75)] }],
    })
    const other = await readByOther(file)
    const rows = (other.sheets[0]?.rows ?? []).flatMap((cells, index) =>
      cells ? [{ row: index + 1, cells }] : [],
    )
    expect(rows).toEqual(await readHere(file))
  })

  it('joins strings across records, whatever their width', async () => {
    const start = Buffer.from([...u16(6), 1, ...Buffer.from('张三', 'utf16le')])
    const rich = Buffer.from([
      ...u16(2),
      0x0d,
      ...u16(1),
      ...u32(3),
      ...Buffer.from('李四', 'utf16le'),
      0,
      0,
      0,
    ])
    const bodies = [
      Buffer.concat([u32(2), u32(2), start]),
      Buffer.from([0, ...Buffer.from('ab')]),
      Buffer.concat([Buffer.from([1]), Buffer.from('王五', 'utf16le'), rich]),
      Buffer.from([9, 9, 9, 9]),
    ]
    const file = makeXls({ strings: bodies, sheets: [{ records: [label(0, 0, 0), label(0, 1, 1)] }] })
    expect(await readHere(file)).toEqual([{ row: 1, cells: ['张三ab王五', '李四'] }])
  })

  it('passes over hidden and empty sheets and charts within a sheet, and counts from 1904', async () => {
    const chart = [record(0x809, u16(0x600, 0x20), Buffer.alloc(12)), number(0, 0, 0, 9), record(0x0a)]
    const file = makeXls({
      date1904: true,
      styles: [14],
      sheets: [
        { hidden: true, records: [number(0, 0, 0, 1)] },
        { records: [] },
        { records: [...chart, number(1, 0, 0, 41152)] },
      ],
    })
    expect(await readHere(file)).toEqual([{ row: 2, cells: [{ date: '2016-09-01' }] }])
  })

  it('may list its cells in any order', async () => {
    const file = makeXls({
      sheets: [{ records: [number(3, 1, 0, 4), number(1, 2, 0, 2), number(3, 0, 0, 3)] }],
    })
    expect(await readHere(file)).toEqual([
      { row: 2, cells: [null, null, 2] },
      { row: 4, cells: [3, 4] },
    ])
  })

  it('may be small enough to share a stream with others', async () => {
    const workbook = { strings: strings('姓名'), sheets: [{ records: [label(0, 0, 0), number(1, 0, 0, 7)] }] }
    const other = { '\x05SummaryInformation': Buffer.alloc(300, 1), Workbook: workbookStream(workbook) }
    expect(await readHere(makeOle(other, true))).toEqual([
      { row: 1, cells: ['姓名'] },
      { row: 2, cells: [7] },
    ])
  })

  it('may be as large as the format allows', async () => {
    const records = Array.from({ length: 65_536 }, (_, row) =>
      record(0xbd, u16(row, 0), ...[0, 1].map((i) => [0, 0, ...rk(row + i)]), u16(1)),
    )
    const file = makeXls({ sheets: [{ records }] })
    const rows = await readApart(file)
    expect(rows).toHaveLength(65_536)
    expect(rows[65_535]).toEqual({ row: 65_536, cells: [65_535, 65_536] })
  })
})

describe('an old workbook is refused', () => {
  const sheets = [{ records: [number(0, 0, 0, 1)] }]
  const file = makeXls({ sheets })

  it.each([
    ['with a password', makeXls({ sheets, before: [record(0x2f, [1, 0, 1, 0])] }), '文件已加密'],
    ['of Excel 95', makeXls({ sheets, version: 0x500 }), 'Excel 95'],
    ['of Excel 95 by name', makeOle({ Book: Buffer.alloc(5000) }), 'Excel 95'],
    [
      '.xlsx with a password',
      makeOle({ EncryptionInfo: Buffer.alloc(9), EncryptedPackage: Buffer.alloc(9) }),
      '文件已加密',
    ],
    ['Word', makeOle({ WordDocument: Buffer.alloc(9) }), 'Word 文档'],
    ['PowerPoint', makeOle({ 'PowerPoint Document': Buffer.alloc(9) }), 'PowerPoint'],
    ['a database', makeOle({ Something: Buffer.alloc(9) }), '不是 Excel 表格'],
    ['cut off', file.subarray(0, 2000), '已损坏'],
    ['no records', makeOle({ Workbook: Buffer.alloc(5000) }), '已损坏'],
    ['without its strings', makeXls({ sheets: [{ records: [label(0, 0, 5)] }] }), '已损坏'],
    ['too many columns', makeXls({ sheets: [{ records: [number(0, 250, 0, 1)] }] }), '超过 200 列'],
    [
      'all hidden',
      makeXls({ sheets: [{ hidden: true, records: [number(0, 0, 0, 1)] }] }),
      '没有可见的工作表',
    ],
    ['empty', makeXls({ sheets: [{ records: [] }] }), '没有数据'],
    ['not a number', makeXls({ sheets: [{ records: [number(0, 0, 0, Number.NaN)] }] }), '已损坏'],
  ])('%s', async (_, bytes, sentence) => {
    await expect(readHere(bytes)).rejects.toThrow(sentence)
  })

  it('whose sheets are all the same one, without reading it thousands of times', async () => {
    const blank = { records: new Array<Buffer>(20_000).fill(record(0x201, u16(0, 0, 0))) }
    const stream = workbookStream({ sheets: [...new Array(3_000).fill({ records: [] }), blank] })
    const start = stream.lastIndexOf(record(0x809, u16(0x600, 0x10)).subarray(4))
    const listed = Buffer.from(u16(0x85))
    for (let at = stream.indexOf(listed); at >= 0 && at < start; at = stream.indexOf(listed, at + 4))
      stream.writeUInt32LE(start - 4, at + 4)
    await expect(readHere(makeOle({ Workbook: stream }))).rejects.toThrow('已损坏')
  })

  it('whose small streams lie about their size', async () => {
    const small = makeOle({ Workbook: workbookStream({ sheets }) }, true)
    small.writeUInt32LE(0xffffffff, 56)
    small.writeUInt32LE(0xfffffff0, small.indexOf(Buffer.from('Workbook', 'utf16le')) + 120)
    await expect(readHere(small)).rejects.toThrow('已损坏')
  })

  it('whatever byte of it is wrong, without hanging', async () => {
    for (let at = 8; at < file.length; at += 7) {
      const broken = Buffer.from(file)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      await readHere(broken).catch((error: Error) => expect(error.message).toMatch(/请/))
    }
  })
})
