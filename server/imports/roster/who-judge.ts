import { RowOutcome } from '#contract/core/import-states.ts'
import type { Db } from '../../core/db/connect.ts'
import type { Secrets } from '../../core/secrets.ts'
import { studentNoHash, typedHash } from '../../students/sealed-student.ts'
import type { RowJudge } from '../import-kind.ts'
import { checkDivisionRow, type WhoDraft } from '../row-rules/division-row.ts'
import type { Issue, RowCells } from '../row-rules/row-check.ts'
import { placeFinder } from '../row-rules/school-place.ts'
import type { Verdict } from '../rows/staged-row.ts'
import type { ImportTaskRecord } from '../task/import-task-queries.ts'
import {
  type KnownStudent,
  selectByHashes,
  selectSchoolClasses,
  selectWithApplication,
} from './known-queries.ts'
import { WAITING_TRANSFER } from './roster-judge.ts'

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
    const drafts = checked.map(({ draft }) => draft)
    const students = await findByNumbers(secrets, task.orgId, drafts, async (column, hashes) =>
      (await selectByHashes(db, column, hashes)).map((found) => ({ hash: found[column], found })),
    )
    const ids = students.flatMap((student) => student?.id ?? [])
    const withApplication = await selectWithApplication(db, ids)
    return checked.map(({ issues, draft }, index): Verdict => {
      if (!draft) return { outcome: error, issues }
      const student = students[index]
      const fault = whoFault(draft, student, task.orgId)
      if (fault || !student) return { outcome: error, issues: fault ? [fault] : [] }
      return decide(draft, student, withApplication)
    })
  }
}

export const NUMBER_COLUMNS = ['idCardHash', 'passportHash', 'studentNoHash'] as const
export type NumberColumn = (typeof NUMBER_COLUMNS)[number]

function hashOf(
  secrets: Secrets,
  orgId: number,
  { document, studentNo }: WhoDraft,
  column: NumberColumn,
): Buffer | undefined {
  if (column === 'studentNoHash') return studentNo ? studentNoHash(secrets, studentNo, orgId) : undefined
  return document ? typedHash(secrets, column === 'idCardHash' ? 'idCard' : 'passport', document) : undefined
}

/** Whom each row means, by one kind of number after the other: most are found by the first. */
export async function findByNumbers<Found>(
  secrets: Secrets,
  orgId: number,
  drafts: readonly (WhoDraft | null)[],
  select: (column: NumberColumn, hashes: Buffer[]) => Promise<{ hash: Buffer | null; found: Found }[]>,
): Promise<(Found | undefined)[]> {
  const result: (Found | undefined)[] = drafts.map(() => undefined)
  for (const column of NUMBER_COLUMNS) {
    const wanted = new Map<number, Buffer>()
    for (const [index, draft] of drafts.entries()) {
      const hash = draft && result[index] === undefined ? hashOf(secrets, orgId, draft, column) : undefined
      if (hash) wanted.set(index, hash)
    }
    if (wanted.size === 0) continue
    const rows = await select(column, [...wanted.values()])
    const byHash = new Map(rows.map(({ hash, found }) => [hash?.toString('base64'), found]))
    for (const [index, hash] of wanted) result[index] = byHash.get(hash.toString('base64'))
  }
  return result
}

/** Of a student in another school nothing is disclosed, not even that there is such a person. */
function whoFault(draft: WhoDraft, student: KnownStudent | undefined, orgId: number): Issue | undefined {
  const key = draft.document ? 'idCard' : 'studentNo'
  if (!student || student.orgId !== orgId || student.classId === null) {
    const advice = '请核对证件号或学籍号，或先导入名单'
    return { code: 9999, key, message: '本校没有该学生', advice, missed: true }
  }
  if (student.name !== draft.name) {
    return { code: 9999, key: 'name', message: '姓名与证件号或学籍号不一致', advice: '请核对姓名和号码' }
  }
  return undefined
}

export async function openDivisionJudge(services: Services, task: ImportTaskRecord): Promise<RowJudge> {
  const school = await selectSchoolClasses(services.db, task.orgId)
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
