import { sql } from 'kysely'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import type { LetterContent } from '#contract/letters/template-schemas.ts'
import type { Db, Tx } from '../core/db/connect.ts'

export type TemplateRow = {
  id: number
  areaId: string
  version: number
  content: LetterContent | null
  orgName: string
  savedByName: string
  savedAt: Date
}

/** All versions of one area, the newest first. */
export async function selectVersions(db: Db, areaId: string, kind: LetterKindCode): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select id, area_id, version, content, org_name, saved_by_name, saved_at from letter_template
    where area_id = ${areaId} and kind = ${kind} order by version desc`.execute(db)
  return rows
}

/** The newest version of each of these areas, where it has one. */
export async function selectNewest(
  db: Db,
  areaIds: readonly string[],
  kind: LetterKindCode,
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select distinct on (area_id) id, area_id, version, content, org_name, saved_by_name, saved_at from letter_template
    where area_id = any (${[...areaIds]}::text[]) and kind = ${kind} order by area_id, version desc`.execute(
    db,
  )
  return rows
}

type NewVersion = {
  areaId: string
  kind: LetterKindCode
  version: number
  content: LetterContent | null
  orgId: number
  orgName: string
  userId: number
  realName: string
}

/** Whether it became the next version: not where another one came meanwhile. */
export async function insertVersion(db: Tx, row: NewVersion): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into letter_template (area_id, kind, version, content, org_id, org_name, saved_by, saved_by_name)
    select ${row.areaId}, ${row.kind}, ${row.version}, ${row.content && JSON.stringify(row.content)}::jsonb, ${row.orgId},
      ${row.orgName}, ${row.userId}, ${row.realName}
    where ${row.version - 1} = coalesce((select max(version) from letter_template
      where area_id = ${row.areaId} and kind = ${row.kind}), 0)
    on conflict on constraint letter_template_once do nothing`.execute(db)
  return numAffectedRows === 1n
}
