import { OUT_MARKS, type OutAlign, type OutFormat, type OutMark } from './write-model.ts'
import { escapeAttribute } from './write-text.ts'

const MARKS: readonly (OutMark | undefined)[] = [undefined, ...OUT_MARKS]
const ALIGNS: readonly (OutAlign | undefined)[] = [undefined, 'left', 'right', 'center']

/** Built-in numbers mean other things in other languages (14 is a date in the reader's own order), so the date is ours. */
const DATE_FORMAT = 164
const TENTHS_FORMAT = 165
const SIGNED_FORMAT = 166
const THOUSANDTHS_FORMAT = 167
const OWN_FORMATS = [
  [DATE_FORMAT, 'yyyy\\-mm\\-dd'],
  [TENTHS_FORMAT, '0.0'],
  [SIGNED_FORMAT, '[>=0.005]+0.00;[<=-0.005]\\-0.00;0.00'],
  [THOUSANDTHS_FORMAT, '[>=0.0005]+0.000;[<=-0.0005]\\-0.000;0.000'],
] as const
const NUMBER_FORMATS: Record<OutFormat, number> = {
  general: 0,
  text: 49,
  date: DATE_FORMAT,
  integer: 1,
  thousands: 3,
  tenths: TENTHS_FORMAT,
  decimal: 2,
  signed: SIGNED_FORMAT,
  thousandths: THOUSANDTHS_FORMAT,
  percent: 10,
}
const FORMATS = Object.keys(NUMBER_FORMATS) as readonly OutFormat[]
const FONTS: Record<OutMark | 'none', number> = { none: 0, error: 3, muted: 4, good: 5, total: 1 }
const FILLS: Record<OutMark | 'none', number> = { none: 0, error: 3, muted: 0, good: 4, total: 0 }

export const HEADER_STYLE = 1
export const REQUIRED_HEADER_STYLE = 2
export const TITLE_STYLE = 3
const FIRST_CELL_STYLE = 4

export type CellLook = {
  format?: OutFormat
  mark?: OutMark
  quoted?: boolean
  align?: OutAlign
  wrap?: boolean
}

/** Place in the list of styles; every combination is there, so that nothing is collected while rows are written. */
export function styleOf({ format = 'general', mark, quoted, align, wrap }: CellLook): number {
  const looks = (FORMATS.indexOf(format) * MARKS.length + MARKS.indexOf(mark)) * ALIGNS.length
  return FIRST_CELL_STYLE + (looks + ALIGNS.indexOf(align)) * 4 + (quoted ? 2 : 0) + (wrap ? 1 : 0)
}

function allLooks(): CellLook[] {
  return FORMATS.flatMap((format) =>
    MARKS.flatMap((mark) =>
      ALIGNS.flatMap((align) =>
        [false, true].flatMap((quoted) =>
          [false, true].map((wrap) => ({ format, mark, align, quoted, wrap })),
        ),
      ),
    ),
  )
}

function cellXf({ format = 'general', mark, align, quoted, wrap }: CellLook): string {
  const horizontal = align ? ` horizontal="${align}"` : ''
  const alignment = `<alignment${horizontal} vertical="${wrap ? 'top' : 'center'}"${wrap ? ' wrapText="1"' : ''}/>`
  const ids = `numFmtId="${NUMBER_FORMATS[format]}" fontId="${FONTS[mark ?? 'none']}" fillId="${FILLS[mark ?? 'none']}"`
  const applied = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"'
  return `<xf ${ids} borderId="0" xfId="0"${quoted ? ' quotePrefix="1"' : ''} ${applied}>${alignment}</xf>`
}

function font(size: number, color: string, bold = false): string {
  return `<font>${bold ? '<b/>' : ''}<sz val="${size}"/><color rgb="${color}"/><name val="宋体"/><family val="3"/><charset val="134"/></font>`
}

function fill(color: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`
}

function list(name: string, items: readonly string[]): string {
  return `<${name} count="${items.length}">${items.join('')}</${name}>`
}

function headXf(fontId: number, fillId: number, borderId: number): string {
  return `<xf numFmtId="49" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>`
}

const SIDES = ['left', 'right', 'top', 'bottom']
  .map((side) => `<${side} style="thin"><color rgb="FFBFBFBF"/></${side}>`)
  .join('')

export function stylesXml(): string {
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    list(
      'numFmts',
      OWN_FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeAttribute(code)}"/>`),
    ),
    list('fonts', [
      font(11, 'FF000000'),
      font(11, 'FF000000', true),
      font(11, 'FFC00000', true),
      font(11, 'FF9C0006'),
      font(11, 'FF767676'),
      font(11, 'FF006100'),
      font(14, 'FF000000', true),
    ]),
    list('fills', [
      '<fill><patternFill patternType="none"/></fill>',
      '<fill><patternFill patternType="gray125"/></fill>',
      fill('FFDCE6F1'),
      fill('FFFFC7CE'),
      fill('FFC6EFCE'),
    ]),
    list('borders', [
      '<border><left/><right/><top/><bottom/><diagonal/></border>',
      `<border>${SIDES}<diagonal/></border>`,
    ]),
    list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
    list('cellXfs', [plain, headXf(1, 2, 1), headXf(2, 2, 1), headXf(6, 0, 0), ...allLooks().map(cellXf)]),
    list('cellStyles', ['<cellStyle name="常规" xfId="0" builtinId="0"/>']),
    '</styleSheet>',
  ].join('')
}
