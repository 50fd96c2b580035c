import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type OutCell, type OutColumn, type OutSheet, writeWorkbook } from './write-workbook.ts'

const FORMATS = ['general', 'text', 'date', 'integer', 'decimal', 'percent'] as const

async function partsOf(sheets: readonly OutSheet[]): Promise<{ file: Buffer; parts: Map<string, string> }> {
  const file = await buffer(writeWorkbook(sheets, { creator: '平台 <&>', title: '名单' }))
  const zip = await fromBufferPromise(file)
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  return { file, parts }
}

function sheetXml(parts: Map<string, string>, number = 1): string {
  return parts.get(`xl/worksheets/sheet${number}.xml`) ?? ''
}

/** Elements close in order, nothing stands raw, every character is one of XML 1.0. */
function assertWellFormed(xml: string): void {
  const open: string[] = []
  for (const [tag, close, name = '', , selfClosing] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (close) expect(open.pop(), tag).toBe(name)
    else if (!selfClosing) open.push(name)
  }
  expect(open).toEqual([])
  const bare = xml.replace(/^<\?xml[^>]*\?>/, '').replace(/<\/?[\w:]+(\s+[\w:]+="[^"<]*")*\s*\/?>/g, '')
  expect(bare).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#10|#9);)/)
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u)
}

type SeenCell = { text?: string; number?: number; style: number }

/** What the XML says by itself, without any reader's kindness. */
function cellsOf(xml: string): Map<string, SeenCell> {
  const cells = new Map<string, SeenCell>()
  const pattern =
    /<c r="([A-Z]+\d+)" s="(\d+)"(?:\/>|><v>([^<]*)<\/v><\/c>| t="inlineStr"><is><t( xml:space="preserve")?>([^<]*)<\/t><\/is><\/c>)/g
  for (const [, at = '', style, number, space, text] of xml.matchAll(pattern)) {
    cells.set(at, {
      style: Number(style),
      ...(number === undefined ? {} : { number: Number(number) }),
      ...(text === undefined ? {} : { text: decoded(space ? text : text.trim()) }),
    })
  }
  return cells
}

function decoded(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function styleXf(parts: Map<string, string>, style: number): string {
  const list = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(parts.get('xl/styles.xml') ?? '')?.[1] ?? ''
  return list.match(/<xf [^>]*\/>|<xf .*?<\/xf>/g)?.[style] ?? ''
}

const oneSheet = (columns: readonly OutColumn[], rows: OutCell[][], more: Partial<OutSheet> = {}) =>
  partsOf([{ name: '名单', columns, rows, ...more }])

describe('any value', () => {
  const nasty = fc.constantFrom(
    ...[
      '=1+1',
      '+1',
      '-1',
      '@a',
      '\t=1',
      '\r=1',
      '_x000D_',
      '_x005F_x000D_',
      '_x000d_x0041_',
      ' a ',
      '\n',
      '\u3000a',
    ],
    ...[
      '<a>&amp;"\'',
      ']]>',
      '\0',
      '\uFFFE\uFFFF',
      '\uD800',
      '\uDC00\uD800',
      '𠮷😀',
      '0012',
      '1e5',
      'TRUE',
      '2015-02-30',
    ],
  )
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
  const text = fc.oneof(
    nasty,
    fc.string({ unit: 'binary' }),
    units.map((codes) => String.fromCharCode(...codes)),
    fc.tuple(nasty, nasty).map(([one, two]) => one + two),
  )
  const cell = fc.oneof(text, fc.double(), fc.integer(), fc.constant(null))

  function expected(value: string | number | null): string | number | null {
    if (value === null) return null
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
    const lines = value.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
    const legal = [...lines].filter((character) => {
      const code = character.codePointAt(0) ?? 0
      if (code < 32) return code === 9 || code === 10
      return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff
    })
    return legal.join('') || null
  }

  it('comes back as it went in, in the file and for another reader', async () => {
    const rowsOf = fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rowsOf, fc.boolean(), async (rows, marked) => {
        const written = marked
          ? rows.map((row) => row.map((value) => ({ value, mark: 'good' as const })))
          : rows
        // The last row keeps every column and row in sight of the reader.
        const columns = ['甲', '乙', '丙', '丁'].map((title) => ({ title }))
        const { file, parts } = await oneSheet(columns, [...written, ['末', '末', '末', '末']])
        const wanted = rows.map((row) => row.map(expected))
        assertWellFormed(sheetXml(parts))
        const cells = cellsOf(sheetXml(parts))
        const seen = rows.map((row, y) =>
          row.map((_, x) => {
            const found = cells.get(`${'ABCD'[x]}${y + 2}`)
            return found?.text ?? found?.number ?? null
          }),
        )
        expect(seen).toEqual(wanted)
        const read = await readXlsx(file)
        expect(read.sheets[0]?.rows.slice(1, -1)).toEqual(wanted)
      }),
      { numRuns: 60 },
    )
  })

  it('is never a formula, and marked as text where it looks like one', async () => {
    const risky = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("//x")']
    const harmless = ['a=1', '1-2', '张三', ' =1']
    for (const format of FORMATS) {
      const { parts } = await oneSheet(
        [{ title: '=标题', format }],
        [...risky, ...harmless].map((value) => [value]),
      )
      expect(sheetXml(parts)).not.toMatch(/<f[ >]/)
      const quoted = [...cellsOf(sheetXml(parts)).values()]
        .slice(1)
        .map(({ style }) => styleXf(parts, style).includes('quotePrefix="1"'))
      expect(quoted).toEqual([...risky.map(() => true), ...harmless.map(() => false)])
    }
  })

  it('is cut where a cell ends, never inside a character', async () => {
    const { file } = await oneSheet([{ title: '甲' }], [['字'.repeat(40_000)], [`${'a'.repeat(32_766)}😀`]])
    const [, long, pair] = (await readXlsx(file)).sheets[0]?.rows ?? []
    expect(long?.[0]).toBe('字'.repeat(32_767))
    expect(pair?.[0]).toBe('a'.repeat(32_766))
  })
})

describe('a column', () => {
  it('of text is text down to the last row, filled or not', async () => {
    const { parts } = await oneSheet(
      [{ title: '姓名' }, { title: '证件号码', format: 'text' }],
      [['张三', 110101]],
    )
    const style = /<col min="2" max="2" [^>]*style="(\d+)"/.exec(sheetXml(parts))?.[1]
    expect(styleXf(parts, Number(style))).toContain('numFmtId="49"')
    expect(cellsOf(sheetXml(parts)).get('B2')).toEqual({ text: '110101', style: Number(style) })
  })

  it('of dates holds days, and leaves what is no day as it is', async () => {
    const days = ['1900-03-01', '2015-09-01', '2024-02-29', '9999-12-31']
    const others = ['2023-02-29', '2015-9-1', '1900-02-28', '0015-09-01', '不详']
    const { file, parts } = await oneSheet(
      [{ title: '日期', format: 'date' }],
      [...days, ...others].map((day) => [day]),
    )
    const values = [...cellsOf(sheetXml(parts)).values()].slice(1)
    expect(values.slice(0, 4).map(({ number }) => number)).toEqual([61, 42_248, 45_351, 2_958_465])
    expect(values.slice(4).map(({ text }) => text)).toEqual(others)
    const read = (await readXlsx(file)).sheets[0]?.rows.slice(1, 5) ?? []
    expect(read.map(([day]) => (day instanceof Date ? day.toISOString().slice(0, 10) : day))).toEqual(days)
  })

  it('has a header that says what is required, and explains itself', async () => {
    const note = `${'说'.repeat(300)}"<&>`
    const { parts } = await oneSheet([{ title: '姓名', required: true, note }, { title: '备注' }], [])
    const cells = cellsOf(sheetXml(parts))
    expect([cells.get('A1')?.text, cells.get('B1')?.text]).toEqual(['*姓名', '备注'])
    expect(cells.get('A1')?.style).not.toBe(cells.get('B1')?.style)
    expect(sheetXml(parts)).toContain(`promptTitle="姓名" prompt="${'说'.repeat(255)}" sqref="A1"/>`)
    expect(sheetXml(parts)).toContain('<pane ySplit="1" topLeftCell="A2"')
  })

  it('has the same look for equal wishes and another for each other one', async () => {
    const columns = FORMATS.flatMap((format) =>
      (['left', 'right', 'center'] as const).map((align) => ({ title: `${format} ${align}`, format, align })),
    )
    const cells = (['error', 'muted', 'good'] as const).map((mark) =>
      columns.map(() => ({ value: '值', mark })),
    )
    const { parts } = await oneSheet(columns, cells)
    const styles = [...cellsOf(sheetXml(parts)).values()].slice(columns.length).map(({ style }) => style)
    expect(new Set(styles).size).toBe(columns.length * 3)
    expect(new Set(styles.map((style) => styleXf(parts, style))).size).toBe(columns.length * 3)
    expect(styleXf(parts, styles[0] ?? 0)).toContain('horizontal="left"')
  })
})

describe('choices', () => {
  const ethnic = ['汉族', '壮族, "甲"', "O'Neil <&>", '=1+1', '汉族', '']

  it('stand on a hidden sheet and are offered below the header', async () => {
    const columns = [
      { title: '性别', choices: ['男', '女'] },
      { title: '民族', choices: ethnic },
      { title: '无', choices: [] },
    ]
    const { file, parts } = await oneSheet(columns, [], { title: '导入模板' })
    const { sheets } = await readXlsx(file)
    expect(sheets.map(({ name, hidden }) => [name, hidden ?? false])).toEqual([
      ['名单', false],
      ['选项', true],
    ])
    expect(sheets[1]?.rows).toEqual([
      ['男', '汉族'],
      ['女', '壮族, "甲"'],
      [null, "O'Neil <&>"],
      [null, '=1+1'],
    ])
    expect(sheets[0]?.dataValidations?.map(({ type, range, formula1 }) => [type, range, formula1])).toEqual([
      ['list', 'A3:A5002', "'选项'!$A$1:$A$2"],
      ['list', 'B3:B5002', "'选项'!$B$1:$B$4"],
    ])
    for (const xml of parts.values()) assertWellFormed(xml)
  })

  it('that are equal stand once, and give way to a sheet of the same name', async () => {
    const columns = [
      { title: '左', choices: ['是', '否'] },
      { title: '右', choices: ['是', '否'] },
    ]
    const { parts } = await partsOf([{ name: '选项', columns, rows: [] }])
    expect(parts.get('xl/workbook.xml')).toContain('name="选项(2)" sheetId="2" state="hidden"')
    expect(sheetXml(parts).match(/<formula1>[^<]*/g)).toEqual(Array(2).fill("<formula1>'选项(2)'!$A$1:$A$2"))
  })
})

describe('a workbook', () => {
  it('has legal, unique names, and opens on the first sheet that is seen', async () => {
    const names = [
      'a/b:[c]*?\\',
      'ABC',
      '',
      "''",
      '长'.repeat(40),
      '长'.repeat(41),
      'History',
      '一<&>"\0\n二',
    ]
    const sheets = names.map((name, index) => ({
      name,
      columns: [{ title: '甲' }],
      rows: [['值']],
      hidden: index === 0,
    }))
    const { file, parts } = await partsOf(sheets)
    const wanted = [
      'abc',
      'ABC(2)',
      '工作表3',
      '工作表4',
      '长'.repeat(31),
      `${'长'.repeat(28)}(2)`,
      'History_',
      '一<&>"二',
    ]
    expect((await readXlsx(file)).sheets.map(({ name }) => name)).toEqual(wanted)
    expect(parts.get('xl/workbook.xml')).toContain('activeTab="1"')
    expect(sheetXml(parts, 2)).toContain('tabSelected="1"')
    for (const xml of parts.values()) assertWellFormed(xml)
    expect(() => writeWorkbook([{ name: '甲', hidden: true, columns: [], rows: [] }])).toThrow('seen')
  })

  it('filters the rows below the header, and merges the title', async () => {
    const more = { title: '某校学生名单', filter: true, name: "一'中" }
    const { file, parts } = await oneSheet(
      [{ title: '姓名' }, { title: '性别' }],
      [
        ['张三', '男'],
        ['李四', '女'],
      ],
      more,
    )
    const [sheet] = (await readXlsx(file)).sheets
    expect(sheet?.autoFilter?.range).toBe('A2:B4')
    expect(sheet?.freezePane).toEqual({ rows: 2 })
    expect(sheet?.merges).toHaveLength(1)
    expect(parts.get('xl/workbook.xml')).toContain(">'一''中'!$A$2:$B$4</definedName>")
    expect(sheet?.rows[0]?.[0]).toBe('某校学生名单')
  })

  it('holds free text without header', async () => {
    const sheet = {
      columns: [{ title: '不见', width: 60, note: '不见', choices: ['不见'] }],
      plain: true,
      filter: true,
    }
    const { file, parts } = await partsOf([{ ...sheet, name: '说明', rows: [['第一行\r\n第二行'], ['三']] }])
    expect((await readXlsx(file)).sheets.map(({ rows }) => rows)).toEqual([[['第一行\n第二行'], ['三']]])
    expect(sheetXml(parts)).not.toMatch(/不见|<pane|<autoFilter|<dataValidation/)
    expect(styleXf(parts, cellsOf(sheetXml(parts)).get('A1')?.style ?? 0)).toContain('wrapText="1"')
  })
})
