// Letters of the children that were found: tickets, templates and histories for a whole batch at a time.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LetterKind, type LetterKindCode } from '#contract/exports/letter-filter.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { LetterSheet } from '#contract/letters/letter-schemas.ts'
import type { LetterContent } from '#contract/letters/template-schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { ExportReader } from '../exports/sources/export-source.ts'
import type { FoundRow } from '../exports/sources/screening-source.ts'
import { screeningScope } from '../eyesight/plans/access.ts'
import {
  insertLetters,
  type LetterRow,
  type PastReading,
  type Printed,
  selectLetters,
  selectPast,
} from './letter-queries.ts'
import { resultOf, sexWord } from './letter-words.ts'
import { chainOf, type FoundTemplate, findTemplates } from './template.ts'
import { codeSquares, letterAddress, sealedTicket } from './ticket.ts'

export type LetterOrder = {
  kind: LetterKindCode
  planName: string
  /** Where the codes lead to. */
  origin: string
  today: string
  nameOf: (name: string) => string
}
export type MadeLetter = {
  content: LetterContent
  letter: LetterSheet
  studentId: number
  classId: number
  /** Null of a notice, which nobody opens. */
  printed: Printed | null
}

const { notScreened } = RecordState.code
const SLICE_LETTERS = 25

/** Whether there is anything to tell; who shall examine once more learns nothing. */
export const hasDisclosableResult = ({ blind, judgement }: FoundRow): boolean =>
  !blind && judgement.state !== notScreened

/** The letters of records keep their tickets: printed again they are the same. */
export async function ensureLetters(
  { db, secrets }: ExportReader,
  rows: readonly FoundRow[],
): Promise<Map<number, LetterRow>> {
  const known = new Map((await selectLetters(db, idsOf(rows))).map((letter) => [letter.recordId, letter]))
  const missing = rows.filter(({ recordId }) => !known.has(recordId))
  if (missing.length === 0) return known
  await insertLetters(
    db,
    missing.map(({ recordId, studentId }) => ({ recordId, studentId, ...sealedTicket(secrets) })),
  )
  return new Map((await selectLetters(db, idsOf(rows))).map((letter) => [letter.recordId, letter]))
}
const idsOf = (rows: readonly FoundRow[]): number[] => rows.map(({ recordId }) => recordId)

export async function makeLetters(
  reader: ExportReader,
  order: LetterOrder,
  rows: readonly FoundRow[],
  letters: ReadonlyMap<number, LetterRow>,
): Promise<MadeLetter[]> {
  const isResult = order.kind === LetterKind.code.result
  const templates = await templatesOf(reader, order.kind, rows)
  const past = isResult ? await pastOf(reader, rows) : new Map<number, PastReading[]>()
  const made: MadeLetter[] = []
  for (const [nth, row] of rows.entries()) {
    // Codes of so many take a few milliseconds; then others get their turn.
    if (nth % SLICE_LETTERS === SLICE_LETTERS - 1) await nextTurn()
    const template = templates.get(chainOf(row).join())
    if (!template) throw new Error('there is a template for every school')
    const letter = letters.get(row.recordId)
    if (!isResult) made.push(noticeOf(order, row, template))
    // Without one it was withdrawn in the moment between.
    else if (letter)
      made.push(resultLetterOf(reader, order, row, { template, letter, past: past.get(row.studentId) ?? [] }))
  }
  return made
}

async function templatesOf({ db }: ExportReader, kind: LetterKindCode, rows: readonly FoundRow[]) {
  const chains = new Map(rows.map((row) => [chainOf(row).join(), chainOf(row)]))
  const found = await findTemplates(db, kind, [...chains.values()])
  return new Map([...chains.keys()].map((key, nth) => [key, found[nth]]))
}

async function pastOf(reader: ExportReader, rows: readonly FoundRow[]): Promise<Map<number, PastReading[]>> {
  const children = rows.flatMap(({ studentId, fields: { checkedOn } }) =>
    checkedOn === null ? [] : [{ studentId, until: checkedOn }],
  )
  const byStudent = new Map<number, PastReading[]>()
  for (const past of await selectPast(reader.db, screeningScope(reader), children)) {
    const own = byStudent.get(past.studentId)
    if (own) own.push(past)
    else byStudent.set(past.studentId, [past])
  }
  return byStudent
}

const commonOf = ({ planName, today, nameOf }: LetterOrder, row: FoundRow) => ({
  template: 0,
  planName,
  areaName: (row.areaName ?? '').split('-').slice(1).join('') || (row.areaName ?? ''),
  schoolName: row.schoolName,
  className: `${gradeName(row.stage, row.gradeNo, row.schoolSystem)}${row.className}`,
  name: nameOf(row.studentName),
  sex: sexWord(row.sex),
  age: row.age,
  executorName: row.executorName,
  issuedOn: today,
})

const noticeOf = (order: LetterOrder, row: FoundRow, { content }: FoundTemplate): MadeLetter => ({
  content,
  letter: { ...commonOf(order, row), letterNo: '', corrected: false, result: null, code: null },
  studentId: row.studentId,
  classId: row.classId,
  printed: null,
})

/** 000931 */
export const letterNumber = (letterId: number): string => String(letterId).padStart(6, '0')

type Parts = { template: FoundTemplate; letter: LetterRow; past: readonly PastReading[] }

function resultLetterOf(
  { secrets }: ExportReader,
  order: LetterOrder,
  row: FoundRow,
  { template: { content, templateId, sample }, letter, past }: Parts,
): MadeLetter {
  const ticket = secrets.decrypt(letter.ticketEnc)
  return {
    content,
    letter: {
      ...commonOf(order, row),
      letterNo: letterNumber(letter.id),
      corrected: letter.printedMark !== null && letter.printedMark !== letter.mark,
      result: resultOf(row, past, order.today),
      code: content.qr ? { ticket, squares: codeSquares(letterAddress(order.origin, ticket)) } : null,
    },
    studentId: row.studentId,
    classId: row.classId,
    printed: { letterId: letter.id, version: row.version, templateId, sample },
  }
}

/** Each template once, the letters by its number. */
export function packOf(made: readonly MadeLetter[]) {
  const templates = [...new Set(made.map(({ content }) => content))]
  return {
    templates,
    letters: made.map(({ content, letter }) => ({ ...letter, template: templates.indexOf(content) })),
  }
}
