// A real child for the preview of a template: the newest result in the range that has something to say.
import type { z } from 'zod'
import { maskName } from '#contract/core/mask.ts'
import { LetterKind } from '#contract/exports/letter-filter.ts'
import type { LetterPack } from '#contract/letters/letter-schemas.ts'
import type { TemplateKindQuery } from '#contract/letters/template-schemas.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserTxCtx } from '../core/context.ts'
import { selectToday } from '../core/db/today.ts'
import { LETTER_PARTS, screeningRows } from '../exports/sources/screening-source.ts'
import { screeningScope } from '../eyesight/plans/access.ts'
import { selectPreviewClass } from './letter-queries.ts'
import { makeLetters, packOf } from './make-letters.ts'
import { codeSquares, letterAddress } from './ticket.ts'

/** Looks like a ticket and opens nothing. */
const NO_TICKET = '0'.repeat(26)

/** Nothing where nobody has been examined yet. */
export async function findPreview(
  ctx: UserTxCtx,
  { kind }: z.output<typeof TemplateKindQuery>,
): Promise<LetterPack> {
  const place = await selectPreviewClass(ctx.db, screeningScope(ctx))
  if (!place) return { templates: [], letters: [] }
  const { planName, recordId, ...filter } = place
  for await (const rows of screeningRows(ctx, filter, LETTER_PARTS.result, false)) {
    const child = rows.filter((row) => row.recordId === recordId)
    if (child.length === 0) continue
    const [{ studentId } = { studentId: 0 }] = child
    const order = { kind, planName, origin: '', today: await selectToday(ctx.db), nameOf: maskName }
    const sealed = ctx.secrets.encrypt(NO_TICKET)
    const letter = { id: 0, recordId, ticketEnc: sealed, printedMark: null, mark: '' }
    const made = await makeLetters(ctx, order, child, new Map([[recordId, letter]]))
    ctx.note({ objectType: 'student', objectId: studentId, detail: { kind } })
    await writeForStudents(ctx, 'letter.preview', [studentId], {})
    const { templates, letters } = packOf(made)
    const squares = codeSquares(letterAddress('https://example.invalid', NO_TICKET))
    const code = kind === LetterKind.code.result ? { ticket: NO_TICKET, squares } : null
    return { templates, letters: letters.map((each) => ({ ...each, code })) }
  }
  return { templates: [], letters: [] }
}
