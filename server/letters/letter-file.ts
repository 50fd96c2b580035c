// Thousands of letters as one file: read, drawn and stored batch by batch, so that no more than one is in memory.
import type { Readable } from 'node:stream'
import { BizError } from '#contract/core/error-codes.ts'
import { LETTER_PAGES_OF_A_FILE, LetterKind } from '#contract/exports/letter-filter.ts'
import { letterPage } from '#contract/letters/layout/letter-page.ts'
import { selectToday } from '../core/db/today.ts'
import { nameFor } from '../core/private-names.ts'
import type { ExportOrder } from '../exports/export-workbook.ts'
import { LETTER_PARTS, screeningRows } from '../exports/sources/screening-source.ts'
import { type PaperPart, paperFile } from '../print/paper-document.ts'
import { lettersOf, recordPrinted } from './issue-letters.ts'
import { selectPlanName } from './letter-queries.ts'
import type { LetterOrder, MadeLetter } from './make-letters.ts'

type Order = ExportOrder<'letters'>
/** What the record of printing needs. */
type Drawn = Pick<MadeLetter, 'studentId' | 'printed'>
type Letters = AsyncGenerator<MadeLetter, void, void>

export async function writeLetterFile(order: Order): Promise<Readable> {
  const { reader, request } = order
  const { filter } = request
  const letters = inOrder(order, {
    kind: filter.kind,
    planName: await selectPlanName(reader.db, filter.planId),
    origin: reader.config.PUBLIC_URL ?? filter.origin,
    today: await selectToday(reader.db),
    nameOf: (name) => nameFor(reader, name),
  })
  const pagesOfFile = request.divided ? LETTER_PAGES_OF_A_FILE : null
  return paperFile(letterParts(letters), LetterKind.label(filter.kind), pagesOfFile)
}

/** School by school and class by class; on record once the last one is drawn. */
async function* inOrder({ reader, request, onRows }: Order, order: LetterOrder): Letters {
  const { filter } = request
  const drawn: Drawn[] = []
  for await (const rows of screeningRows(reader, filter, LETTER_PARTS[filter.kind], false)) {
    for (const made of await lettersOf(reader, order, rows, filter.choice)) {
      drawn.push({ studentId: made.studentId, printed: made.printed })
      yield made
    }
    await onRows?.(drawn.length)
  }
  if (drawn.length === 0) throw new BizError(700, '按所选条件没有可以打印的告知书')
  const { caller } = reader
  await reader.db.transaction().execute((db) => recordPrinted({ db, caller, ip: '', requestId: '' }, drawn))
}

/** One page each, under the heading of the class. */
export async function* letterParts(letters: Letters): AsyncGenerator<PaperPart, void, void> {
  for await (const { content, letter } of letters)
    yield { page: letterPage(content, letter), bookmark: `${letter.schoolName} ${letter.className}` }
}
