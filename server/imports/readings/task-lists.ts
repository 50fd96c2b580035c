import type { Db } from '../../core/db/connect.ts'
import { NUMBER_COLUMNS, type NumberColumn } from '../roster/who-judge.ts'
import { type ListedRecord, selectByNumbers, selectListed } from './reading-queries.ts'

export type TaskLists = ReturnType<typeof openTaskLists>

/** So many that the process is never busy with them for long. */
const CLASSES_AT_ONCE = 40

const nameKey = (classId: number, name: string) => `${classId} ${name}`

/**
 * Who is to be examined in a task. Lists are fetched class by class, as rows name them or ahead for a whole file: one look
 * at a list costs less than a search for each of its children.
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
  /** One after the other: others need connections as well. */
  const begin = (classIds: readonly number[]) => {
    const missing = classIds.filter((classId) => !fetched.has(classId))
    let fetching = Promise.resolve()
    for (let start = 0; start < missing.length; start += CLASSES_AT_ONCE) {
      const piece = missing.slice(start, start + CLASSES_AT_ONCE)
      fetching = fetching.then(() => fetchLists(piece))
      // Handled by the caller that awaits it; silences unhandledRejection.
      fetching.catch(() => undefined)
      for (const classId of piece) fetched.set(classId, fetching)
    }
  }
  return {
    begin,
    async fetch(classIds: ReadonlySet<number>): Promise<void> {
      begin([...classIds])
      await Promise.all([...classIds].map((classId) => fetched.get(classId)))
    },
    /** Of classes that were fetched. */
    named: (classId: number, name: string): readonly ListedRecord[] =>
      byName.get(nameKey(classId, name)) ?? [],
    /** A student on none of the fetched lists is searched for: a row may name another class than the child's. */
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
