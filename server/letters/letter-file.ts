// Thousands of letters as one file: read, drawn and stored batch by batch, so that no more than one is in memory.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { BizError } from '#contract/core/error-codes.ts'
import { LETTER_PAGES_OF_A_FILE, LetterKind } from '#contract/exports/letter-filter.ts'
import { letterPage } from '#contract/letters/layout/letter-page.ts'
import { selectToday } from '../core/db/today.ts'
import { nameFor } from '../core/private-names.ts'
import { zipStream } from '../core/sheets/write/write-zip.ts'
import type { ExportOrder } from '../exports/export-workbook.ts'
import { countScreeningRows, LETTER_PARTS, screeningRows } from '../exports/sources/screening-source.ts'
import { addBookmark, addPage, startPaper } from '../print/paper-document.ts'
import { lettersOf, recordPrinted } from './issue-letters.ts'
import { selectPlanName } from './letter-queries.ts'
import type { LetterOrder, MadeLetter } from './make-letters.ts'

type Order = ExportOrder<'letters'>
/** What the record of printing needs. */
type Drawn = Pick<MadeLetter, 'studentId' | 'printed'>
type Letters = AsyncGenerator<MadeLetter, void, void>

const STORED = 0

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
  const title = LetterKind.label(filter.kind)
  if (!request.divided) return Readable.from(letterDocument(letters, title))
  const total = await countScreeningRows(reader, filter, LETTER_PARTS[filter.kind])
  const files = Math.ceil(total / LETTER_PAGES_OF_A_FILE)
  return zipStream(
    Array.from({ length: files }, (_, nth) => ({
      path: `${title}_${nth + 1}.pdf`,
      level: STORED,
      // The last takes whatever came meanwhile.
      content: () =>
        letterDocument(
          letters,
          `${title}（${nth + 1}）`,
          nth + 1 < files ? LETTER_PAGES_OF_A_FILE : undefined,
        ),
    })),
  )
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

/** So many of them as one document, with a bookmark for each class. */
export async function* letterDocument(
  letters: Letters,
  title: string,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const doc = startPaper(title)
  const written: Buffer[] = []
  doc.on('data', (piece: Buffer) => written.push(piece))
  let classId: number | undefined
  for (let pages = 0; pages < most; pages++) {
    const { value: made, done } = await letters.next()
    if (done) break
    addPage(doc, letterPage(made.content, made.letter))
    if (made.classId !== classId) addBookmark(doc, `${made.letter.schoolName} ${made.letter.className}`)
    classId = made.classId
    yield* written.splice(0)
  }
  doc.end()
  await finished(doc)
  yield* written.splice(0)
}
