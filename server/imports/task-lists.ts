import type { Db } from '../core/db/connect.ts'
import { type ListedRecord, selectByNumbers, selectListed } from './reading-queries.ts'
import { NUMBER_COLUMNS, type NumberColumn } from './who-judge.ts'

export type TaskLists = ReturnType<typeof openTaskLists>

const nameKey = (classId: number, name: string) => `${classId} ${name}`

/**
 * Who is to be examined in a task. Lists are fetched class by class as a sheet names them: a class stands together there,
 * and one look at its list costs less than a search for each of its children.
 */
export function openTaskLists(db: Db, taskId: number) {
  const fetched = new Map<number, Promise<void>>()
  const byNumber = {
    idCardHash: new Map<string, ListedRecord>(),
    passportHash: new Map<string, ListedRecord>(),
    studentNoHash: new Map<string, ListedRecord>(),
  } satisfies Record<NumberColumn, unknown>
  const byName = new Map<string, ListedRecord[]>()
  const fetchLists = async (classIds: readonly number[]) => {
    for (const record of await selectListed(db, taskId, classIds)) {
      for (const column of NUMBER_COLUMNS) {
        const hash = record[column]
        if (hash) byNumber[column].set(hash, record)
      }
      const key = nameKey(record.classId, record.studentName)
      const same = byName.get(key)
      if (same) same.push(record)
      else byName.set(key, [record])
    }
  }
  return {
    async fetch(classIds: ReadonlySet<number>): Promise<void> {
      const missing = [...classIds].filter((classId) => !fetched.has(classId))
      if (missing.length > 0) {
        const fetching = fetchLists(missing)
        for (const classId of missing) fetched.set(classId, fetching)
      }
      await Promise.all([...classIds].map((classId) => fetched.get(classId)))
    },
    /** Of classes that were fetched. */
    named: (classId: number, name: string): readonly ListedRecord[] =>
      byName.get(nameKey(classId, name)) ?? [],
    /** Whoever is on no list that was fetched is searched for: a row may name another class than the child's. */
    async numbered(column: NumberColumn, hashes: readonly Buffer[]) {
      const listed: { hash: Buffer; found: ListedRecord | null }[] = []
      const others: Buffer[] = []
      for (const hash of hashes) {
        const found = byNumber[column].get(hash.toString('base64'))
        if (found) listed.push({ hash, found })
        else others.push(hash)
      }
      return others.length > 0 ? [...listed, ...(await selectByNumbers(db, taskId, column, others))] : listed
    },
  }
}
