// What no one thought of: random tables come back equal, random damage is refused or harmless.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { f64, makeXls, record, u16, u32, wide } from '../../../testing/sheets/legacy-workbook.ts'
import { readHere } from '../../../testing/sheets/read-sheet.ts'
import { makeXlsx, type TestCell } from '../../../testing/sheets/workbook.ts'
import { SHEET_FAULTS } from './sheet-faults.ts'
import type { SheetCell, SheetRow } from './sheet-row.ts'

const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('_', 'x', '0', 'D', '&', '<', ' ', '\r', '\n', ']', '>', '字', '"') }),
  )
  .map((value) => value.replaceAll('\0', ''))
const cell = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const table = fc.array(fc.array(cell, { maxLength: 30 }), { minLength: 1, maxLength: 20 })

function expectedOf(rows: (string | number | boolean | null)[][]): SheetRow[] {
  return rows.flatMap((row, index) => {
    const cells: SheetCell[] = row.map((value) => (value === '' ? null : value))
    while (cells.length > 0 && cells.at(-1) === null) cells.pop()
    return cells.length > 0 ? [{ row: index + 1, cells }] : []
  })
}

it('random tables come back equal', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.boolean(), fc.boolean(), async (rows, sharedStrings, compress) => {
      const expected = expectedOf(rows)
      const file = await makeXlsx({ sheets: [{ rows: rows as TestCell[][] }], sharedStrings, compress })
      if (expected.length === 0) await expect(readHere(file)).rejects.toThrow(SHEET_FAULTS.noData)
      else expect(await readHere(file)).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

const SENTENCES = Object.values(SHEET_FAULTS).map(
  (sentence) =>
    new RegExp(`^${sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^]*')}$`),
)

async function expectReadOrRefused(file: Buffer): Promise<void> {
  const refusal = await readHere(file).then(
    () => null,
    (error: Error) => error,
  )
  // Anything else would be a fault of the program.
  if (refusal && !SENTENCES.some((sentence) => sentence.test(refusal.message))) throw refusal
}

const rows = Array.from({ length: 40 }, (_, i) => [
  `学生${i}`,
  i / 8,
  { value: 42614 + i, style: 2 },
  i % 2 === 0,
])
const date = record(0x203, u16(1, 0, 1), f64(42614))
const label = record(0xfd, u16(0, 0, 0), u32(0))
const FILES = [
  await makeXlsx({ sheets: [{ rows }], sharedStrings: true }),
  await makeXlsx({ sheets: [{ rows }], compress: false }),
  makeXls({
    strings: [Buffer.concat([u32(1), u32(1), wide('姓名')])],
    styles: [0, 31],
    sheets: [{ records: [label, date] }],
  }),
]
const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom('flip', 'set', 'cut', 'repeat'),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 6 },
)

it('random damage is refused with a sentence or does no harm', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FILES), damage, async (file, changes) => {
      let broken = Buffer.from(file)
      for (const { at, kind, bytes } of changes) {
        const from = Math.floor(at * (broken.length - 1))
        if (kind === 'flip') broken[from] = (broken[from] ?? 0) ^ (1 << ((bytes[0] ?? 0) & 7))
        else if (kind === 'set') Buffer.from(bytes).copy(broken, from)
        else if (kind === 'cut')
          broken = Buffer.concat([broken.subarray(0, from), broken.subarray(from + bytes.length)])
        else broken = Buffer.concat([broken.subarray(0, from), bytes, broken.subarray(from)])
      }
      await expectReadOrRefused(broken)
    }),
    { numRuns: 800 },
  )
})

it('random XML is refused with a sentence or does no harm', async () => {
  const word = fc.constantFrom(
    ...[
      '<row>',
      '</row>',
      '<c>',
      '<c t="s">',
      '<c r="B1" t="str">',
      '</c>',
      '<v>',
      '</v>',
      '1',
      'a',
      '&lt;',
      '&',
    ],
    ...[
      '<is>',
      '</is>',
      '<t>',
      '</t>',
      '<f/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?x',
      '?>',
      '"',
      "'",
      '<',
      '/>',
      '=',
    ],
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 25 }), async (words) => {
      const rawXml = `<worksheet><sheetData>${words.join('')}</sheetData></worksheet>`
      await expectReadOrRefused(await makeXlsx({ sheets: [{ rawXml }] }))
    }),
    { numRuns: 200 },
  )
})
