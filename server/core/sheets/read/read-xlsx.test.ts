// What schools really upload.
import { describe, expect, it } from 'vitest'
import { readHere } from '../../../testing/sheets/read-sheet.ts'
import {
  makeXlsx,
  relationships,
  stringsXml,
  WORKBOOK_STYLES,
  worksheet,
  zip,
} from '../../../testing/sheets/workbook.ts'
import type { SheetCell } from './sheet-row.ts'
import { UNCALCULATED } from './sheet-row.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

async function cellsOf(sheetData: string, more: { sharedStrings?: string; date1904?: boolean } = {}) {
  const rows = await readHere(await makeXlsx({ sheets: [{ rawXml: worksheet(sheetData) }], ...more }))
  return rows.map(({ cells }) => cells)
}

const dated = (value: number, style: number) => ({ value, style })

describe('cells', () => {
  it('keep their type', async () => {
    const row = [
      '张三',
      4.9,
      true,
      false,
      { error: '#N/A' },
      -0.75,
      1e21,
      '0001',
      ' 两边 ',
      'ＡＢ１２',
      '𠮷野家',
    ]
    const file = await makeXlsx({ sheets: [{ rows: [row] }] })
    expect(await readHere(file)).toEqual([{ row: 1, cells: row }])
    const shared = await makeXlsx({ sheets: [{ rows: [row] }], sharedStrings: true })
    expect(await readHere(shared)).toEqual([{ row: 1, cells: row }])
  })

  it('holding an id number as a number arrive as a number', async () => {
    const [cells] = await cellsOf(
      '<row><c><v>440101201609011234</v></c><c><v>4.40101201609011E+17</v></c></row>',
    )
    expect(cells).toEqual([Number('440101201609011234'), 440101201609011000])
  })

  it('with a formula give the value it had', async () => {
    const row = [
      { value: 3, formula: 'A1+B1' },
      { value: '甲班', formula: 'A1&"班"' },
      { value: 42614, formula: 'TODAY()', style: WORKBOOK_STYLES.date },
    ]
    expect(await readHere(await makeXlsx({ sheets: [{ rows: [row] }] }))).toEqual([
      { row: 1, cells: [3, '甲班', { date: '2016-09-01' }] },
    ])
  })

  it('with a formula that has no value are not taken for empty', async () => {
    const [cells] = await cellsOf(
      '<row r="1"><c r="A1"><f>B1</f></c><c r="B1" t="str"><f>""</f><v></v></c></row>',
    )
    expect(cells).toEqual([{ error: UNCALCULATED }])
  })

  it('join rich text and leave out readings', async () => {
    const item =
      '<si><r><rPr><b/></rPr><t xml:space="preserve">张 </t></r><r><t>三</t></r><rPh sb="0" eb="1"><t>zhang</t></rPh><phoneticPr/></si>'
    const sharedStrings = `<sst xmlns="${MAIN}">${item}<si><t/></si><si/><si><t>李</t><rPh><t>li</t></rPh></si></sst>`
    const data = [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`).join('')
    expect(await cellsOf(`<row>${data}</row>`, { sharedStrings })).toEqual([['张 三', null, null, '李']])
    const inline = `<row><c t="inlineStr"><is><r><t>王</t></r><r><t>五</t></r><rPh><t>wang</t></rPh></is></c></row>`
    expect(await cellsOf(inline)).toEqual([['王五']])
  })

  it('read entities, escapes, CDATA and comments', async () => {
    const texts = {
      '&lt;&amp;&gt;&quot;&apos;&#20013;&#x6587;': `<&>"'中文`,
      a_x000D__x000a_b_x005F_x000D_: 'a\r\nb_x000D_',
      _x0000__xD800_: '\ufffd\ufffd',
      _xD842__xDFB7_: '𠮷',
      '<![CDATA[a&amp;<b>]]>c': 'a&amp;<b>c',
      'a<!-- > -->b': 'ab',
      'a\r\nb': 'a\nb',
    }
    const data = Object.keys(texts).map((raw) => `<c t="inlineStr"><is><t>${raw}</t></is></c>`)
    expect(await cellsOf(`<row>${data.join('')}</row>`)).toEqual([Object.values(texts)])
  })

  it('of the strict kind of workbook hold dates as text', async () => {
    const data = '<c t="d"><v>2016-09-01</v></c><c t="d"><v>2016-09-01T08:30:00.000</v></c>'
    expect(await cellsOf(`<row>${data}</row>`)).toEqual([
      [{ date: '2016-09-01' }, { date: '2016-09-01 08:30:00' }],
    ])
  })

  it('may be as long as Excel allows', async () => {
    const text = '字'.repeat(32_767)
    const escaped = [...text].map(() => '&#23383;').join('')
    expect(await cellsOf(`<row><c t="str"><v>${escaped}</v></c></row>`)).toEqual([[text]])
  })
})

describe('dates', () => {
  const { date, dateTime, chinese, chineseBuiltIn, decimal, text } = WORKBOOK_STYLES
  const read = async (cells: { value: number; style: number }[], date1904 = false): Promise<SheetCell[]> => {
    const rows = await readHere(await makeXlsx({ sheets: [{ rows: [cells] }], date1904 }))
    return rows[0]?.cells ?? []
  }

  it('are what the number format says', async () => {
    const cells = [date, dateTime, chinese, chineseBuiltIn, decimal, text].map((style) => dated(42614, style))
    const day = { date: '2016-09-01' }
    expect(await read(cells)).toEqual([day, day, day, day, 42614, 42614])
  })

  it('have a time where there is one', async () => {
    const cells = [42614.5, 42614.999999, 0.354166666666667, 42614.3541666667].map((at) =>
      dated(at, dateTime),
    )
    expect(await read(cells)).toEqual([
      { date: '2016-09-01 12:00:00' },
      { date: '2016-09-02' },
      { date: '08:30:00' },
      { date: '2016-09-01 08:30:00' },
    ])
  })

  it('count from 1904 where the workbook says so', async () => {
    expect(await read([dated(41152, date), dated(0, date)], true)).toEqual([
      { date: '2016-09-01' },
      { date: '1904-01-01' },
    ])
  })

  it('know the day that Excel invented', async () => {
    const cells = [1, 59, 60, 61, 2958465].map((day) => dated(day, date))
    expect((await read(cells)).map((cell) => (cell as { date: string }).date)).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
      '9999-12-31',
    ])
  })

  it('that Excel cannot show stay numbers', async () => {
    expect(await read([0, -1, 2958466].map((day) => dated(day, date)))).toEqual([0, -1, 2958466])
  })
})

describe('sheets', () => {
  it('keep the numbers of their rows, with gaps and a merged title', async () => {
    const after = '<mergeCells count="1"><mergeCell ref="A1:T1"/></mergeCells>'
    const data =
      '<row r="1"><c r="A1" t="str"><v>花名册</v></c><c r="B1"/></row><row r="2"/><row r="5"><c r="C5"><v>1</v></c></row>'
    const file = await makeXlsx({ sheets: [{ rawXml: worksheet(data, '', after) }] })
    expect(await readHere(file)).toEqual([
      { row: 1, cells: ['花名册'] },
      { row: 5, cells: [null, null, 1] },
    ])
  })

  it('may lack all references', async () => {
    const data = '<row><c t="str"><v>a</v></c><c/><c><v>1</v></c></row><row/><row><c><v>2</v></c></row>'
    const file = await makeXlsx({ sheets: [{ rawXml: worksheet(data) }] })
    expect(await readHere(file)).toEqual([
      { row: 1, cells: ['a', null, 1] },
      { row: 3, cells: [2] },
    ])
  })

  it('may end in many rows and columns that are only formatted', async () => {
    const blank = Array.from(
      { length: 201_000 },
      (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" s="1"/></row>`,
    )
    const data = `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>${blank.join('')}`
    expect(await cellsOf(data)).toEqual([[1]])
  })

  it('may carry prefixes and things of other vocabularies', async () => {
    const sheet = `<x:worksheet xmlns:x="${MAIN}" xmlns:y="urn:y"><x:sheetData><y:row r="9"/><x:row r="1"><y:c/><x:c r="A1" t="str" y:r="Z9"><x:v>a</x:v></x:c></x:row></x:sheetData><x:extLst><x:ext><y:sheetData><y:row r="3"/></y:sheetData></x:ext></x:extLst></x:worksheet>`
    const strings = `<x:sst xmlns:x="${MAIN}"><x:si><x:t>b</x:t></x:si></x:sst>`
    const file = await makeXlsx({ sheets: [{ rawXml: sheet }], sharedStrings: strings })
    expect(await readHere(file)).toEqual([{ row: 1, cells: ['a'] }])
  })

  it('that are hidden or empty are passed over', async () => {
    const sheets = [
      { state: 'hidden' as const, rows: [['字典']] },
      { state: 'veryHidden' as const, rows: [['字典']] },
      { rows: [[null], null] },
      { rows: [['学生']] },
      { rows: [['说明']] },
    ]
    expect(await readHere(await makeXlsx({ sheets }))).toEqual([{ row: 1, cells: ['学生'] }])
  })

  it('may be UTF-16, or begin with a mark', async () => {
    const xml = worksheet('<row><c t="str"><v>中文</v></c></row>').replace('UTF-8', 'UTF-16')
    const little = Buffer.from(`\ufeff${xml}`, 'utf16le')
    for (const rawXml of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${xml}`)])
      expect(await readHere(await makeXlsx({ sheets: [{ rawXml }] }))).toEqual([{ row: 1, cells: ['中文'] }])
  })

  it('may be stored without compression', async () => {
    const file = await makeXlsx({ sheets: [{ rows: [['甲']] }], compress: false })
    expect(await readHere(file)).toEqual([{ row: 1, cells: ['甲'] }])
  })
})

describe('parts', () => {
  it('are found by their relations, not by their names', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
    const file = await zip({
      '[Content_Types].xml': `<Types xmlns="x"><Override PartName="/Docs/Book.xml" ContentType="${type}"/></Types>`,
      '_rels/.rels': relationships([['a', `${OFFICE}/officeDocument`, '/docs/book.xml']]),
      'docs/book.xml': `<workbook xmlns="${MAIN}" xmlns:k="${OFFICE}"><sheets><sheet name="一" sheetId="7" k:id="s"/></sheets></workbook>`,
      'docs/_rels/book.xml.rels': relationships([
        ['s', `${OFFICE}/worksheet`, '../Other%20Sheets/one.xml'],
        ['t', `${OFFICE}/sharedStrings`, '/strings.xml'],
      ]),
      'other sheets/one.xml': worksheet('<row><c t="s"><v>0</v></c></row>'),
      'strings.xml': stringsXml(['甲']),
    })
    expect(await readHere(file)).toEqual([{ row: 1, cells: ['甲'] }])
  })

  it('may be few: no styles, no strings, no relations of the package', async () => {
    const file = await makeXlsx({
      sheets: [{ rows: [['甲', { value: 1, style: 2 }]] }],
      extraEntries: { 'xl/styles.xml': null, '_rels/.rels': null },
    })
    expect(await readHere(file)).toEqual([{ row: 1, cells: ['甲', 1] }])
  })

  it('may hold pictures, macros and charts in addition to the sheet', async () => {
    const file = await makeXlsx({
      sheets: [{ rows: [['甲']] }],
      extraEntries: { 'xl/media/image1.png': Buffer.alloc(3_000_000, 7), 'xl/vbaProject.bin': 'x' },
    })
    expect(await readHere(file)).toEqual([{ row: 1, cells: ['甲'] }])
  })
})
