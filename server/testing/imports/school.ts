import { parseIdCard } from '#contract/core/id-card.ts'
import type { TestApp } from '../app.ts'
import { type By, newUser, signedIn } from '../people.ts'
import { newGrade, newIdCard, newName, newSchool } from '../roster.ts'
import type { TestCell } from '../sheets/workbook.ts'

export type SheetValues = Record<string, TestCell | undefined>

/** A school with one grade, its administrator, and rows that fit it. */
export async function importSchool(app: TestApp, options: { classes?: number; name?: string } = {}) {
  const region = await signedIn(app, 'region01')
  const orgId = await newSchool(app, region, { name: options.name })
  const { gradeId, classIds } = await newGrade(region, orgId, 2, 1, options.classes ?? 2)
  const { account } = await newUser(app, orgId, 20)
  const token = await app.login(account)
  const by: By = app.as(token)
  const { name: orgName } = await app.db
    .selectFrom('org')
    .select('name')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  const { entryYear } = await app.db
    .selectFrom('class')
    .select('entryYear')
    .where('id', '=', classIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  const row = (values: SheetValues = {}): SheetValues => {
    const idCard = newIdCard()
    const card = parseIdCard(typeof values.idCard === 'string' ? values.idCard : idCard)
    return {
      school: orgName,
      stage: '小学',
      classYear: String(entryYear),
      class: '1班',
      name: newName(),
      sex: card?.sex === 2 ? '女' : '男',
      birthDate: card?.birthDate ?? '2016-05-12',
      idCard,
      ...values,
    }
  }
  return { app, orgId, orgName, gradeId, classIds, entryYear, account, token, by, row }
}
export type ImportSchool = Awaited<ReturnType<typeof importSchool>>
