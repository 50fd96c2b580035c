// Every file that is not what it should be is refused with what it is and what to do.
import { describe, expect, it } from 'vitest'
import { BizError } from '#contract/core/error-codes.ts'
import { readApart, readHere } from '../../../testing/sheets/read-sheet.ts'
import { makeXlsx, worksheet, zip } from '../../../testing/sheets/workbook.ts'
import { SHEET_FAULTS, type SheetFaultName } from './sheet-faults.ts'

const types = (type: string, part = '/x'): string =>
  `<Types xmlns="x"><Override PartName="${part}" ContentType="application/vnd.${type}"/></Types>`
const office = 'openxmlformats-officedocument'
const sheet = (sheetData: string) => makeXlsx({ sheets: [{ rawXml: worksheet(sheetData) }] })
const good = await makeXlsx({ sheets: [{ rows: [['姓名'], ['张三']] }], sharedStrings: true })

async function expectRefused(file: Buffer | Promise<Buffer>, fault: SheetFaultName): Promise<void> {
  const pattern = SHEET_FAULTS[fault].split(/\{\w+\}/)[0] ?? ''
  await expect(readHere(await file)).rejects.toThrow(pattern)
}

it('a refusal is an error for the person who uploaded', async () => {
  const refusal = await readApart(Buffer.from('姓名,性别\n')).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BizError)
  expect(refusal).toMatchObject({ code: 700, message: SHEET_FAULTS.text })
})

it('every sentence says what to do', () => {
  for (const sentence of Object.values(SHEET_FAULTS)) expect(sentence).toMatch(/请.*上传/)
})

describe('files of other kinds', () => {
  const gbk = Buffer.from('d0d5c3fb2cd0d4b1f00d0ad5c5c8fd2cc4d00d0a', 'hex')
  it.each<[string, Buffer, SheetFaultName]>([
    ['empty', Buffer.alloc(0), 'empty'],
    ['blank', Buffer.from(' \r\n'), 'empty'],
    ['CSV', Buffer.from('姓名,性别\r\n张三,男\r\n'), 'text'],
    ['CSV with a mark', Buffer.from('\ufeff姓名,性别\n'), 'text'],
    ['CSV of Windows', gbk, 'text'],
    ['CSV in UTF-16', Buffer.from('\ufeff姓名\t性别\n', 'utf16le'), 'text'],
    ['CSV in UTF-16, other way round', Buffer.from('\ufeff姓名\t性别\n', 'utf16le').swap16(), 'text'],
    ['web page', Buffer.from('\r\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>'), 'html'],
    ['table of a web page', Buffer.from('<table border="1"><tr><td>姓名'), 'html'],
    ['web page in one file', Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related'), 'html'],
    ['XHTML', Buffer.from('<?xml version="1.0"?><!DOCTYPE html><html>'), 'html'],
    [
      'XML 2003',
      Buffer.from('<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
      'xml2003',
    ],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>'), 'xml'],
    ['PDF', Buffer.from('%PDF-1.7\n'), 'pdf'],
    ['PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image'],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image'],
    ['HEIC', Buffer.from('00000018667479706865696300', 'hex'), 'image'],
    ['RAR', Buffer.from('526172211a070100', 'hex'), 'archive'],
    ['7z', Buffer.from('377abcaf271c0004', 'hex'), 'archive'],
    ['Excel 4', Buffer.from('0904060000001000', 'hex'), 'oldExcel'],
    ['program', Buffer.from('7f454c46020101000000', 'hex'), 'unknown'],
    ['zeros', Buffer.alloc(1000), 'unknown'],
  ])('%s', (_, file, fault) => expectRefused(file, fault))

  it.each<[string, Record<string, string | Buffer>, SheetFaultName]>([
    ['xlsb', { '[Content_Types].xml': types('ms-excel.sheet.binary.macroEnabled.main') }, 'xlsb'],
    ['docx', { '[Content_Types].xml': types(`${office}.wordprocessingml.document.main+xml`) }, 'word'],
    [
      'pptx',
      { '[Content_Types].xml': types(`${office}.presentationml.presentation.main+xml`) },
      'powerpoint',
    ],
    ['ods', { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }, 'ods'],
    ['odt', { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' }, 'unknown'],
    ['archive with a workbook in it', { '学生.xlsx': good }, 'archive'],
    ['empty archive', {}, 'archive'],
    ['no workbook', { '[Content_Types].xml': types(`${office}.spreadsheetml.sheet.main+xml`) }, 'damaged'],
    ['types that are no XML', { '[Content_Types].xml': 'hello' }, 'damaged'],
  ])('%s', (_, entries, fault) => expectRefused(zip(entries), fault))
})

describe('damaged workbooks', () => {
  it('cut off anywhere', async () => {
    for (const length of [4, 30, 1000, good.length - 30, good.length - 1])
      await expectRefused(good.subarray(0, length), 'damaged')
  })

  it('with other content than their checksum says', async () => {
    const plain = await makeXlsx({ sheets: [{ rows: [['ABCDEFGH']] }], compress: false })
    plain.write('X', plain.indexOf('ABCDEFGH'))
    await expectRefused(plain, 'damaged')
  })

  it('locked as an archive', async () => {
    const locked = Buffer.from(good)
    for (let at = locked.indexOf('PK\x01\x02'); at >= 0; at = locked.indexOf('PK\x01\x02', at + 4))
      locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8)
    await expectRefused(locked, 'encrypted')
  })

  it.each([
    ['unclosed', '<row><c><v>1</v></c>'],
    ['crossed', '<row><c></row></c>'],
    ['attribute without quotes', '<row r=1/>'],
    ['attribute without value', '<row r/>'],
    ['no name', '<row>< c/></row>'],
    ['unknown type', '<row><c t="x"><v>1</v></c></row>'],
    ['not a number', '<row><c><v>abc</v></c></row>'],
    ['hexadecimal', '<row><c><v>0x10</v></c></row>'],
    ['infinite', '<row><c><v>1e999</v></c></row>'],
    ['no such string', '<row><c t="s"><v>99</v></c></row>'],
    ['two values', '<row><c><v>1</v><v>2</v></c></row>'],
    ['half a character', '<row><c t="str"><v>&#xD800;</v></c></row>'],
    ['a zero', '<row><c t="str"><v>&#0;</v></c></row>'],
    ['a raw zero', '<row><c t="str"><v>\0</v></c></row>'],
    ['loose ampersand', '<row><c t="str"><v>a & b</v></c></row>'],
    ['not a boolean', '<row><c t="b"><v>7</v></c></row>'],
  ])('%s', (_, data) => expectRefused(sheet(data), 'damaged'))

  it('that are no UTF-8', async () => {
    const rawXml = Buffer.from(worksheet('<row><c t="str"><v>\xff\xfe</v></c></row>'), 'latin1')
    await expectRefused(makeXlsx({ sheets: [{ rawXml }] }), 'damaged')
  })

  it('whose sheet is missing', async () => {
    const extraEntries = { 'xl/worksheets/sheet1.xml': null }
    await expectRefused(makeXlsx({ sheets: [{ rows: [['a']] }], extraEntries }), 'damaged')
  })
})

describe('positions that cannot be', () => {
  const cell = (reference: string) => `<row r="1"><c r="${reference}"><v>1</v></c></row>`
  it.each([
    ['row 0', '<row r="0"/>'],
    ['row too far', '<row r="1048577"><c r="XFD1048577"><v>1</v></c></row>'],
    ['row that is none', '<row r="-1"/>'],
    ['rows upwards', '<row r="2"/><row r="1"/>'],
    ['the same row twice', '<row r="2"/><row r="2"/>'],
    ['another row', cell('A2')],
    ['column too far', cell('XFE1')],
    ['range', cell('A1:B2')],
    ['no column', cell('1')],
    ['no row', cell('A')],
    ['small letters', cell('a1')],
    ['long', cell('A1000000000000000001')],
    ['columns backwards', '<row r="1"><c r="B1"/><c r="A1"/></row>'],
  ])('%s', (_, data) => expectRefused(sheet(data), 'badReference'))
})

describe('workbooks over a limit', () => {
  it('rows, columns, text', async () => {
    const rows = Array.from({ length: 11 }, (_, i) => [i])
    const limits = { maxRows: 10, maxColumns: 3 }
    await expect(readHere(await makeXlsx({ sheets: [{ rows }] }), limits)).rejects.toThrow('最多 10 行')
    expect(await readHere(await makeXlsx({ sheets: [{ rows: rows.slice(1) }] }), limits)).toHaveLength(10)
    await expect(readHere(await makeXlsx({ sheets: [{ rows: [[1, 2, 3, 4]] }] }), limits)).rejects.toThrow(
      '超过 3 列',
    )
    await expect(
      readHere(await makeXlsx({ sheets: [{ rows: [[1], [1, 'x'.repeat(32_768)]] }] })),
    ).rejects.toThrow('单元格 B2 的内容超过 32767 个字')
    const long = { value: 'x'.repeat(32_000) }
    const wide = await makeXlsx({ sheets: [{ rows: [new Array(40).fill(long)] }], sharedStrings: true })
    await expect(readHere(wide)).rejects.toThrow('第 1 行的内容超过')
  })

  it('nothing to read', async () => {
    await expectRefused(makeXlsx({ sheets: [{ rows: [] }] }), 'noData')
    await expectRefused(makeXlsx({ sheets: [{ state: 'hidden', rows: [['a']] }] }), 'noSheet')
    await expectRefused(makeXlsx({ sheets: [] }), 'noSheet')
  })
})
