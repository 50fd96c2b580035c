import type { z } from 'zod'
import { Refusal } from '#contract/core/error-codes.ts'
import type { PublicLetter } from '#contract/letters/letter-schemas.ts'
import type { FamilyVisit } from '#contract/visits/visit-schemas.ts'
import type { Ctx } from '../core/context.ts'
import { fieldsOf } from '../eyesight/records/record-fields.ts'
import { actOnLetter } from '../letters/family.ts'
import { assertVisitDay } from './record-visit.ts'
import { hasHospitalVisit, upsertFamilyVisit } from './visit-queries.ts'

/** With the ticket and the birth date, as the page itself. */
export const recordFamilyVisit = (
  ctx: Ctx,
  { visitedOn, hospitalName, ...asked }: z.output<typeof FamilyVisit>,
): Promise<PublicLetter> =>
  actOnLetter(ctx, asked, 'visit.family', async (ctx, letter) => {
    await assertVisitDay(ctx, visitedOn, fieldsOf(letter).checkedOn)
    if (await hasHospitalVisit(ctx.db, letter.id))
      throw new Refusal('notInThisState', '医院已经登记了这次就诊，不需要再填写')
    const { studentId, id: recordId } = letter
    await upsertFamilyVisit(ctx.db, { studentId, recordId, visitedOn, hospitalName })
  })
