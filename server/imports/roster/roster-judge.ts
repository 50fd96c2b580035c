import { SCHOOL_STAGE_DEFAULT, StudentStatus, StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import { maskIdCard, maskPassport, maskPhone } from '#contract/core/mask.ts'
import { isNationalStudentNo } from '#contract/students/identity.ts'
import type { Db } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import type { Secrets } from '../../core/secrets.ts'
import { maskStudentNo, studentNoHash } from '../../students/sealed-student.ts'
import type { RowJudge } from '../import-kind.ts'
import { checkRosterRow, type RosterDraft, type RosterRules } from '../row-rules/roster-row.ts'
import type { Issue } from '../row-rules/row-check.ts'
import { placeFinder } from '../row-rules/school-place.ts'
import { reserveStudentIds } from '../rows/import-row-queries.ts'
import type { Verdict } from '../rows/staged-row.ts'
import type { ImportTaskRecord } from '../task/import-task-queries.ts'
import {
  type KnownPerson,
  type KnownStudent,
  selectByHashes,
  selectPersons,
  selectSchoolClasses,
  selectUndocumented,
  selectWithApplication,
} from './known-queries.ts'

const { error, insert, update, unchanged, locked, elsewhere, back } = RowOutcome.code
const { mainland, nonMainland, mainlandWithoutId } = StudentType.code
/** Under these a result was recorded: once there is one they are not for a sheet to change. */
const IDENTITY = ['name', 'sex', 'birthDate', 'studentType', 'idCard', 'passport']
export const WAITING_TRANSFER = '有待审核的转学申请，不能调班'

type Services = { db: Db; secrets: Secrets }

/** A draft with the hashes by which its student, and the holder of its number, are found. */
type Sought = { draft: RosterDraft; documentHash: Buffer | null; numberHash: Buffer | null }

/** Roster rows: matched by document, or within the school by name, sex and birth date. */
export async function openRosterJudge({ db, secrets }: Services, task: ImportTaskRecord): Promise<RowJudge> {
  const school = await selectSchoolClasses(db, task.orgId)
  const studentType = task.studentType ?? mainland
  const rules: RosterRules = {
    studentType,
    stage: task.stage ?? SCHOOL_STAGE_DEFAULT,
    classYear: task.classYear,
    classId: task.classId,
    school,
    finder: placeFinder(school),
    today: await selectToday(db),
  }
  return async (rows) => {
    const checked = rows.map(({ byKey }) => checkRosterRow(byKey, rules))
    const sought = checked.map(({ draft }) => draft && seek(secrets, draft, task.orgId))
    const known = await findKnown(db, task.orgId, studentType, sought)
    const verdicts = checked.map(({ issues }, index): Verdict => {
      const row = sought[index]
      return row ? judge(secrets, row, known, { orgId: task.orgId, studentType }) : { outcome: error, issues }
    })
    const ids = await reserveStudentIds(db, verdicts.filter(({ outcome }) => outcome === insert).length)
    const nextId = ids.values()
    for (const verdict of verdicts)
      if (verdict.outcome === insert) verdict.studentId = nextId.next().value ?? null
    return verdicts
  }
}

function seek(secrets: Secrets, draft: RosterDraft, orgId: number): Sought {
  const { idCard, passportNo, studentNo } = draft
  return {
    draft,
    documentHash: idCard
      ? secrets.lookupHash('idCard', idCard)
      : passportNo
        ? secrets.lookupHash('passport', passportNo)
        : null,
    numberHash: studentNo ? studentNoHash(secrets, studentNo, orgId) : null,
  }
}

type Known = {
  byDocument: Map<string, KnownStudent>
  byNumber: Map<string, KnownStudent>
  byPerson: Map<string, KnownStudent[]>
  withApplication: Set<number>
}

const keyOf = (hash: Buffer): string => hash.toString('base64')
const personKey = (person: { name: string; sex: number; birthDate: string }) =>
  `${person.name}|${person.sex}|${person.birthDate}`

/** What the database knows about a batch, in four questions at most. */
async function findKnown(
  db: Db,
  orgId: number,
  studentType: number,
  sought: readonly (Sought | null)[],
): Promise<Known> {
  const rows = sought.filter((row) => row !== null)
  const hashesOf = (pick: (row: Sought) => Buffer | null) => rows.flatMap((row) => pick(row) ?? [])
  const column = studentType === nonMainland ? 'passportHash' : 'idCardHash'
  const documents = hashesOf((row) => row.documentHash)
  const numbers = hashesOf((row) => row.numberHash)
  const byDocument = indexBy(documents.length ? await selectByHashes(db, column, documents) : [], column)
  const byNumber = indexBy(
    numbers.length ? await selectByHashes(db, 'studentNoHash', numbers) : [],
    'studentNoHash',
  )
  const unmatched = rows.filter((row) => !row.documentHash || !byDocument.has(keyOf(row.documentHash)))
  const samePersons = await findPersons(
    db,
    orgId,
    studentType,
    unmatched.map(({ draft }) => draft),
  )
  const byPerson = new Map<string, KnownStudent[]>()
  for (const student of samePersons) {
    const key = personKey(student)
    byPerson.set(key, [...(byPerson.get(key) ?? []), student])
  }
  const matched = [...byDocument.values(), ...samePersons].filter((student) => student.orgId === orgId)
  return {
    byDocument,
    byNumber,
    byPerson,
    withApplication: await selectWithApplication(
      db,
      matched.map(({ id }) => id),
    ),
  }
}

/** Somebody with a document is looked for by name only where somebody without one could be meant. */
async function findPersons(db: Db, orgId: number, studentType: number, persons: readonly KnownPerson[]) {
  if (persons.length === 0) return []
  const meant = studentType === mainlandWithoutId ? persons : await selectUndocumented(db, orgId, persons)
  return meant.length === 0 ? [] : selectPersons(db, orgId, meant)
}

function indexBy(students: KnownStudent[], column: 'idCardHash' | 'passportHash' | 'studentNoHash') {
  return new Map(students.flatMap((student) => (student[column] ? [[keyOf(student[column]), student]] : [])))
}

type Place = { orgId: number; studentType: CodeOf<typeof StudentType> }

function judge(secrets: Secrets, row: Sought, known: Known, place: Place): Verdict {
  const { draft } = row
  const stated = columnsOf(row, place)
  const found = findStudent(row, known, place)
  const wrong = (issue: Issue): Verdict => ({ ...stated, outcome: error, issues: [issue] })
  if (found === 'twice') return wrong({ code: 200, key: 'name', advice: SAME_PERSON })
  const holder = row.numberHash && known.byNumber.get(keyOf(row.numberHash))
  if (holder && holder.id !== found?.id) {
    const foreign = holder.orgId !== place.orgId
    return wrong({ code: 120, key: 'studentNo', message: '学籍号已被其他学生使用', foreign })
  }
  const sealed = () => Object.assign(stated, sealedNumbers(secrets, draft))
  if (!found) return { ...sealed(), outcome: insert, status: draft.status ?? StudentStatus.code.own }
  if (found.orgId !== place.orgId && found.classId !== null) {
    const code = place.studentType === mainland ? 190 : 200
    const issues = [{ code, key: place.studentType === mainland ? 'idCard' : 'passport' }]
    return { ...sealed(), outcome: elsewhere, issues }
  }
  const match = { studentId: found.id, studentVersion: found.version }
  const changed = changedFields(secrets, found, row, place)
  if (found.lastScreenedOn && changed.some((field) => IDENTITY.includes(field))) {
    return { ...stated, ...match, outcome: locked, issues: [{ code: 170, key: null }], changed }
  }
  if (found.classId === null) {
    return { ...sealed(), ...nationalNumber(secrets, found, row, place), ...match, outcome: back }
  }
  if (changed.length === 0) return { ...stated, ...match, outcome: unchanged }
  if (changed.includes('classId') && known.withApplication.has(found.id)) {
    return wrong({ code: 9999, key: 'class', message: WAITING_TRANSFER, advice: '请先处理转学申请' })
  }
  return { ...sealed(), ...match, outcome: update, changed }
}

/** Who comes from another school without stating a number keeps the one of the whole country. */
function nationalNumber(secrets: Secrets, found: KnownStudent, { numberHash }: Sought, { orgId }: Place) {
  if (numberHash || found.orgId === orgId || !found.studentNoEnc) return {}
  const number = secrets.decrypt(found.studentNoEnc)
  if (!isNationalStudentNo(number)) return {}
  const { studentNoEnc, studentNoHash } = found
  return { studentNoEnc, studentNoHash, studentNoMask: maskStudentNo(number, null) }
}

const SAME_PERSON = '本校已有同名、同性别、同出生日期的学生，请核对；如是同一人，请在学生档案中补录证件号'

/** The student a row means: by document; without one, or before it was known, by name, sex and birth date. */
function findStudent(row: Sought, known: Known, place: Place): KnownStudent | 'twice' | undefined {
  const byDocument = row.documentHash && known.byDocument.get(keyOf(row.documentHash))
  if (byDocument) return byDocument
  const same = known.byPerson.get(personKey(row.draft)) ?? []
  const here = same.filter(({ classId }) => classId !== null)
  // Somebody entered without a document got one since.
  const undocumented = here.filter(({ studentType }) => studentType === mainlandWithoutId)
  if (undocumented.length === 1 && here.length === 1) return undocumented[0]
  if (place.studentType !== mainlandWithoutId) return undefined
  if (here.length > 0) return 'twice'
  return same.filter(({ studentType }) => studentType === mainlandWithoutId).at(-1)
}

/** What the row states, without the numbers themselves: enough for telling rows apart. */
function columnsOf(row: Sought, { studentType }: Place) {
  const { draft } = row
  return {
    classId: draft.classId,
    name: draft.name,
    sex: draft.sex,
    birthDate: draft.birthDate,
    studentType,
    status: draft.status,
    nation: draft.nation,
    nativePlace: draft.nativePlace,
    parentName: draft.parentName,
    idCardHash: draft.idCard ? row.documentHash : null,
    passportHash: draft.passportNo ? row.documentHash : null,
    studentNoHash: row.numberHash,
    idCardMask: draft.idCard && maskIdCard(draft.idCard),
    passportMask: draft.passportNo && maskPassport(draft.passportNo),
    studentNoMask: draft.studentNo && maskStudentNo(draft.studentNo, draft.idCard),
    parentPhoneMask: draft.parentPhone && maskPhone(draft.parentPhone),
  }
}

/** Only for rows that would be written: sealing is most of the work. */
function sealedNumbers(secrets: Secrets, { idCard, passportNo, studentNo, parentPhone }: RosterDraft) {
  const seal = (text: string | null) => (text ? secrets.encrypt(text) : null)
  return {
    idCardEnc: seal(idCard),
    passportEnc: seal(passportNo),
    studentNoEnc: seal(studentNo),
    parentPhoneEnc: seal(parentPhone),
  }
}

const sameBytes = (a: Buffer | null, b: Buffer | null) => (a && b ? a.equals(b) : a === b)

/** What a row would change; what it leaves empty it does not touch. */
function changedFields(secrets: Secrets, found: KnownStudent, row: Sought, { studentType }: Place): string[] {
  const { draft } = row
  const plain = [
    'classId',
    'name',
    'sex',
    'birthDate',
    'status',
    'nation',
    'nativePlace',
    'parentName',
  ] as const
  const changed: string[] = plain.filter((field) => draft[field] !== null && draft[field] !== found[field])
  if (found.studentType !== studentType) changed.push('studentType')
  if (draft.idCard && !sameBytes(row.documentHash, found.idCardHash)) changed.push('idCard')
  if (draft.passportNo && !sameBytes(row.documentHash, found.passportHash)) changed.push('passport')
  if (row.numberHash && !sameBytes(row.numberHash, found.studentNoHash)) changed.push('studentNo')
  const phone = found.parentPhoneEnc && secrets.decrypt(found.parentPhoneEnc)
  if (draft.parentPhone && draft.parentPhone !== phone) changed.push('parentPhone')
  return changed
}
