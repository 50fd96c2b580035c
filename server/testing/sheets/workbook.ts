import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A cell as a test writes it; `style` is an index into WORKBOOK_STYLES. */
export type TestCell =
  | string
  | number
  | boolean
  | null
  | { value: string | number; style?: number; formula?: string; inline?: boolean }
  | { error: string }

export type TestSheet = {
  name?: string
  state?: 'visible' | 'hidden' | 'veryHidden'
  /** Row i is number i + 1; null or an empty list leaves it out. */
  rows?: (TestCell[] | null)[]
  /** The whole part instead of rows. */
  rawXml?: string | Buffer
}

export type TestWorkbook = {
  sheets: TestSheet[]
  date1904?: boolean
  /** Text goes into the table of strings rather than into the cells. */
  sharedStrings?: boolean | string
  /** Further parts, or others instead of those that are made: name → content; null leaves one out. */
  extraEntries?: Record<string, string | Buffer | null>
  compress?: boolean
}

/** Styles by index: 0 plain, 1 text, 2 date, 3 date and time, 4 Chinese date, 5 built-in Chinese date, 6 two decimals. */
export const WORKBOOK_STYLES = {
  plain: 0,
  text: 1,
  date: 2,
  dateTime: 3,
  chinese: 4,
  chineseBuiltIn: 5,
  decimal: 6,
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The bytes of an .xlsx file. */
export async function makeXlsx(workbook: TestWorkbook): Promise<Buffer> {
  const strings = new Map<string, number>()
  const parts: Record<string, string | Buffer | null> = {
    '[Content_Types].xml': contentTypes(workbook),
    '_rels/.rels': relationships([['rId1', `${OFFICE}/officeDocument`, 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookXml(workbook),
    'xl/_rels/workbook.xml.rels': workbookRelationships(workbook),
    'xl/styles.xml': STYLES,
  }
  for (const [index, sheet] of workbook.sheets.entries()) {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      sheet.rawXml ?? sheetXml(sheet.rows ?? [], workbook.sharedStrings ? strings : null)
  }
  if (typeof workbook.sharedStrings === 'string') parts['xl/sharedStrings.xml'] = workbook.sharedStrings
  else if (workbook.sharedStrings) parts['xl/sharedStrings.xml'] = stringsXml([...strings.keys()])
  return zip({ ...parts, ...workbook.extraEntries }, workbook.compress ?? true)
}

/** A zip file of these entries. */
export async function zip(entries: Record<string, string | Buffer | null>, compress = true): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(entries)) {
    if (content !== null) file.addBuffer(Buffer.from(content), name, { compress })
  }
  file.end()
  return buffer(file.outputStream)
}

/** A worksheet part around the content of `sheetData`. */
export const worksheet = (sheetData: string, before = '', after = ''): string =>
  `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${before}<sheetData>${sheetData}</sheetData>${after}</worksheet>`

export const stringsXml = (strings: string[]): string => {
  const items = strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
  return `${HEAD}<sst xmlns="${MAIN}" count="${items.length}" uniqueCount="${items.length}">${items.join('')}</sst>`
}

export function escapeXml(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(
      /(?![\t\n])\p{Cc}|\ufffe|\uffff/gu,
      (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, '0')}_`,
    )
}

function sheetXml(rows: (TestCell[] | null)[], strings: Map<string, number> | null): string {
  const width = Math.max(1, ...rows.map((row) => row?.length ?? 0))
  const lines = rows.map((row, index) => {
    if (!row || row.length === 0) return ''
    const cells = row.map((cell, column) => cellXml(cell, columnName(column) + (index + 1), strings))
    return `<row r="${index + 1}" spans="1:${width}">${cells.join('')}</row>`
  })
  return worksheet(
    lines.join(''),
    `<dimension ref="A1:${columnName(width - 1)}${Math.max(1, rows.length)}"/>`,
  )
}

function cellXml(cell: TestCell, place: string, strings: Map<string, number> | null): string {
  if (cell === null) return ''
  if (typeof cell === 'object' && 'error' in cell)
    return `<c r="${place}" t="e"><v>${escapeXml(cell.error)}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const { value, style, formula, inline } = typeof cell === 'object' ? cell : { value: cell }
  const at = `r="${place}"${style ? ` s="${style}"` : ''}`
  const source = formula === undefined ? '' : `<f>${escapeXml(formula)}</f>`
  if (typeof value === 'number') return `<c ${at}>${source}<v>${value}</v></c>`
  if (source !== '') return `<c ${at} t="str">${source}<v>${escapeXml(value)}</v></c>`
  if (strings === null || inline)
    return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
  const index = strings.get(value) ?? strings.size
  strings.set(value, index)
  return `<c ${at} t="s"><v>${index}</v></c>`
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

function contentTypes({ sheets, sharedStrings }: TestWorkbook): string {
  const overrides = [
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
    ...sheets.map(
      (_, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    ),
  ]
  if (sharedStrings)
    overrides.push(`<Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/>`)
  const defaults = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides.join('')}</Types>`
}

/** A part of relations: id, type, target. */
export function relationships(list: [id: string, type: string, target: string][]): string {
  const items = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

function workbookXml({ sheets, date1904 }: TestWorkbook): string {
  const items = sheets.map(({ name, state }, index) => {
    const hidden = state === undefined || state === 'visible' ? '' : ` state="${state}"`
    return `<sheet name="${escapeXml(name ?? `Sheet${index + 1}`)}" sheetId="${index + 1}"${hidden} r:id="rId${index + 1}"/>`
  })
  const properties = date1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>'
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${items.join('')}</sheets></workbook>`
}

function workbookRelationships({ sheets, sharedStrings }: TestWorkbook): string {
  const list = sheets.map((_, index): [string, string, string] => [
    `rId${index + 1}`,
    `${OFFICE}/worksheet`,
    `worksheets/sheet${index + 1}.xml`,
  ])
  list.push(['rId900', `${OFFICE}/styles`, 'styles.xml'])
  if (sharedStrings) list.push(['rId901', `${OFFICE}/sharedStrings`, 'sharedStrings.xml'])
  return relationships(list)
}

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="177" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="49"/><xf numFmtId="14"/><xf numFmtId="177"/><xf numFmtId="176"/><xf numFmtId="31"/><xf numFmtId="2"/></cellXfs></styleSheet>`
