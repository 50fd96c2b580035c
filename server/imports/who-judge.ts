import { RowOutcome } from '#contract/core/import-states.ts'
import { checkDivisionRow, type WhoDraft } from '#contract/imports/division-row.ts'
import type { Issue, RowCells } from '#contract/imports/row-check.ts'
import { placeFinder } from '#contract/imports/school-place.ts'
import type { Db } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import { documentHashes, studentNoHash } from '../students/sealed-student.ts'
import type { RowJudge } from './import-kind.ts'
import type { ImportTaskRecord } from './import-task-queries.ts'
import {
  type KnownStudent,
  selectByHashes,
  selectSchoolPlaces,
  selectWithApplication,
} from './known-queries.ts'
import { WAITING_TRANSFER } from './roster-judge.ts'
import type { Verdict } from './staged-row.ts'

const { error, update, unchanged } = RowOutcome.code

type Services = { db: Db; secrets: Secrets }
type Draft = WhoDraft & { classId: number }
type Checked<D extends Draft> = { issues: Issue[]; draft: D | null }

/** Rows that name a student of the school by a number: who is meant is found, then the kind says what of it. */
function openWhoJudge<D extends Draft>(
  { db, secrets }: Services,
  task: ImportTaskRecord,
  check: (cells: RowCells) => Checked<D>,
  decide: (draft: D, student: KnownStudent, withApplication: Set<number>) => Verdict,
): RowJudge {
  return async (rows) => {
    const checked = rows.map(({ byKey }) => check(byKey))
    const students = await findStudents(
      db,
      secrets,
      task.orgId,
      checked.flatMap(({ draft }) => draft ?? []),
    )
    const withApplication = await selectWithApplication(
      db,
      [...students.values()].map(({ id }) => id),
    )
    return checked.map(({ issues, draft }): Verdict => {
      if (!draft) return { outcome: error, issues }
      const student = keysOf(secrets, task.orgId, draft)
        .map((key) => students.get(key))
        .find((found) => found !== undefined)
      const fault = whoFault(draft, student, task.orgId)
      if (fault || !student) return { outcome: error, issues: fault ? [fault] : [] }
      return decide(draft, student, withApplication)
    })
  }
}

const keyOf = (column: string, hash: Buffer): string => `${column}:${hash.toString('base64')}`

function hashesOf(secrets: Secrets, orgId: number, { document, studentNo }: WhoDraft) {
  const documents = document ? documentHashes(secrets, document) : null
  return [
    ...(documents
      ? ([
          ['idCardHash', documents.idCard],
          ['passportHash', documents.passport],
        ] as const)
      : []),
    ...(studentNo ? ([['studentNoHash', studentNoHash(secrets, studentNo, orgId)]] as const) : []),
  ]
}
export const keysOf = (secrets: Secrets, orgId: number, draft: WhoDraft) =>
  hashesOf(secrets, orgId, draft).map(([column, hash]) => keyOf(column, hash))

export async function findStudents(db: Db, secrets: Secrets, orgId: number, drafts: readonly WhoDraft[]) {
  const found = new Map<string, KnownStudent>()
  const wanted = drafts.flatMap((draft) => hashesOf(secrets, orgId, draft))
  for (const column of ['idCardHash', 'passportHash', 'studentNoHash'] as const) {
    const hashes = wanted.filter(([name]) => name === column).map(([, hash]) => hash)
    if (hashes.length === 0) continue
    for (const student of await selectByHashes(db, column, hashes)) {
      if (student[column]) found.set(keyOf(column, student[column]), student)
    }
  }
  return found
}

/** Of somebody in another school nothing is told, not even that there is such a person. */
function whoFault(draft: WhoDraft, student: KnownStudent | undefined, orgId: number): Issue | undefined {
  const key = draft.document ? 'idCard' : 'studentNo'
  if (!student || student.orgId !== orgId || student.classId === null) {
    return { code: 9999, key, message: '本校没有该学生', advice: '请核对证件号或学籍号，或先导入名单' }
  }
  if (student.name !== draft.name) {
    return { code: 9999, key: 'name', message: '姓名与证件号或学籍号不一致', advice: '请核对姓名和号码' }
  }
  return undefined
}

export async function openDivisionJudge(services: Services, task: ImportTaskRecord): Promise<RowJudge> {
  const school = await selectSchoolPlaces(services.db, task.orgId)
  const finder = placeFinder(school)
  return openWhoJudge(
    services,
    task,
    (cells) => checkDivisionRow(cells, { finder }),
    (draft, student, withApplication) => {
      const match = {
        studentId: student.id,
        studentVersion: student.version,
        classId: draft.classId,
        name: student.name,
        sex: student.sex,
      }
      if (student.classId === draft.classId) return { ...match, outcome: unchanged }
      if (withApplication.has(student.id)) {
        const issue = { code: 9999, key: 'newClass', message: WAITING_TRANSFER, advice: '请先处理转学申请' }
        return { ...match, outcome: error, issues: [issue] }
      }
      return { ...match, outcome: update, changed: ['classId'] }
    },
  )
}
