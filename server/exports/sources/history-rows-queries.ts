import { sql } from 'kysely'
import type { Db } from '../../core/db/connect.ts'
import { knownSeal } from '../../core/db/known-student.ts'
import { totalCount } from '../../core/db/paging.ts'
import type { Scope } from '../../core/scope.ts'
import { type HistoryFilter, matchingRecords, recordFields } from '../../students/moves/history-queries.ts'
import type { ClassPart } from './place-batches.ts'

/** The classes somebody left, in the order of schools. */
export function selectHistoryPlaces(db: Db, scope: Scope, filter: HistoryFilter): Promise<ClassPart[]> {
  return matchingRecords(db, scope, filter)
    .select(['enrolment.classId', 'enrolment.orgId', totalCount.as('rows')])
    .groupBy(['enrolment.orgId', 'enrolment.classId'])
    .orderBy('enrolment.orgId')
    .orderBy('enrolment.classId')
    .execute()
}

export async function countHistory(db: Db, scope: Scope, filter: HistoryFilter): Promise<number> {
  const { total } = await matchingRecords(db, scope, filter)
    .select(totalCount.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One batch: range and filter hold here as in the list. */
export function selectHistoryRows(db: Db, scope: Scope, filter: HistoryFilter, classIds: number[]) {
  return recordFields(
    matchingRecords(db, scope, filter).where(
      'enrolment.classId',
      '=',
      sql<number>`any(${classIds}::bigint[])`,
    ),
  )
    .select([knownSeal('idCardEnc').as('idCardEnc'), knownSeal('passportEnc').as('passportEnc')])
    .select(knownSeal('studentNoEnc').as('studentNoEnc'))
    .orderBy('enrolment.orgId')
    .orderBy('enrolment.classId')
    .orderBy('enrolment.id')
    .execute()
}
