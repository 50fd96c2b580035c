import { sql } from 'kysely'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import type { Db, Tx } from '../../core/db/connect.ts'

/** Who asks: somebody of an organisation. */
export type Reader = { orgId: number; userId: number }

/** Of the reader's organisation: the own ones, and those that are shared. */
function designsFor(db: Db, { orgId, userId }: Reader) {
  return db
    .selectFrom('reportDesign')
    .innerJoin('appUser', 'appUser.id', 'reportDesign.ownerId')
    .where('reportDesign.orgId', '=', orgId)
    .where((eb) => eb.or([eb('reportDesign.ownerId', '=', userId), eb('reportDesign.shared', '=', true)]))
    .select([
      'reportDesign.id as designId',
      'reportDesign.name',
      'reportDesign.design',
      'reportDesign.shared',
      'reportDesign.ownerId',
      'appUser.realName as ownerName',
      'reportDesign.version',
      'reportDesign.updatedAt',
    ])
}

/** The own ones first, the latest changed on top. */
export function selectDesigns(db: Db, reader: Reader) {
  return designsFor(db, reader)
    .orderBy(sql`report_design.owner_id = ${reader.userId}`, 'desc')
    .orderBy('reportDesign.updatedAt', 'desc')
    .orderBy('reportDesign.id', 'desc')
    .execute()
}

export function selectDesign(db: Db, reader: Reader, designId: number) {
  return designsFor(db, reader).where('reportDesign.id', '=', designId).executeTakeFirst()
}
export type DesignRecord = NonNullable<Awaited<ReturnType<typeof selectDesign>>>

/** How many the reader has; a parallel request that adds one waits for this transaction. */
export async function countOwnDesigns(db: Tx, { orgId, userId }: Reader): Promise<number> {
  await sql`select 1 from app_user where id = ${userId} for no key update`.execute(db)
  const { designs } = await db
    .selectFrom('reportDesign')
    .where('orgId', '=', orgId)
    .where('ownerId', '=', userId)
    .select(sql<number>`count(*)::int`.as('designs'))
    .executeTakeFirstOrThrow()
  return designs
}

export async function insertDesign(
  db: Tx,
  { orgId, userId }: Reader,
  name: string,
  design: ReportDesign,
): Promise<number> {
  const { id } = await db
    .insertInto('reportDesign')
    .values({ orgId, ownerId: userId, name, design: JSON.stringify(design) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Changes = { name?: string; design?: ReportDesign; shared?: boolean }

/** The new version; undefined when somebody saved in between. */
export async function updateDesign(
  db: Tx,
  designId: number,
  version: number,
  { design, ...changes }: Changes,
): Promise<number | undefined> {
  const row = await db
    .updateTable('reportDesign')
    .set({
      ...changes,
      ...(design ? { design: JSON.stringify(design) } : {}),
      version: sql<number>`version + 1`,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', designId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

export async function deleteDesignRow(db: Tx, designId: number, version: number): Promise<number> {
  const result = await db
    .deleteFrom('reportDesign')
    .where('id', '=', designId)
    .where('version', '=', version)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
