import type { z } from 'zod'
import { StudentType } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { isNationalStudentNo, REGISTERED_ELSEWHERE } from '#contract/students/identity.ts'
import {
  type AddStudent,
  type EditStudent,
  isMaskedName,
  type RenameStudent,
  type ValidChangeQuery,
} from '#contract/students/schemas.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { type Tx, violatedConstraint } from '../core/db/connect.ts'
import { selectToday } from '../core/db/today.ts'
import { nameFor } from '../core/private-names.ts'
import { changedMeanwhile } from '../orgs/org.ts'
import { deleteEmptyRecords, lockRecordsOf, selectScreened } from '../plans/result-queries.ts'
import { gradeNameOf, requireOpenClass } from '../schools/roster.ts'
import { type ClassRecord, lockRosters } from '../schools/roster-queries.ts'
import { openEnrolments } from './moves/enrolment-queries.ts'
import {
  documentHash,
  requireIdentity,
  sealDocument,
  sealParentPhone,
  sealStudentNo,
  studentNoHash,
} from './sealed-student.ts'
import {
  countElsewhereHits,
  type DocumentHolder,
  deleteStudentRows,
  forgetFace,
  insertStudent,
  lockStudents,
  reenrolStudent,
  type StoredStudent,
  type StudentColumns,
  selectByDocument,
  selectLeftWithoutDocument,
  selectStudent,
  selectStudents,
  selectTies,
  updateStudent,
} from './student-queries.ts'

/** 650 for a student outside the range exactly as for one that does not exist. */
export async function requireStudent(ctx: UserCtx, studentId: number): Promise<StoredStudent> {
  const student = await selectStudent(ctx.db, ctx.scope, studentId)
  if (!student) throw new BizError(650)
  return student
}

/** One that is missing or foreign refuses them all. */
export async function requireStudents(ctx: UserCtx, studentIds: readonly number[]): Promise<StoredStudent[]> {
  const wanted = [...new Set(studentIds)]
  const students = await selectStudents(ctx.db, ctx.scope, wanted)
  if (students.length < wanted.length) throw new BizError(650)
  return students
}

/**
 * As `requireStudents`, locked until the transaction ends: their schools against promotion, they against each other.
 */
export async function requireLockedStudents(
  ctx: UserTxCtx,
  studentIds: readonly number[],
): Promise<StoredStudent[]> {
  const before = await requireStudents(ctx, studentIds)
  await lockRosters(
    ctx.db,
    before.map(({ orgId }) => orgId),
    'share',
  )
  await lockStudents(
    ctx.db,
    before.map(({ id }) => id),
  )
  return requireStudents(ctx, studentIds)
}

/**
 * As `requireLockedStudents`, with their records: records before students, in the order in which entering a reading
 * locks them. Lists of tasks are made in the opposite order, in parallel with others at the school, so the school is
 * locked exclusively here.
 */
async function requireLockedWithRecords(
  ctx: UserTxCtx,
  studentIds: readonly number[],
): Promise<StoredStudent[]> {
  const before = await requireStudents(ctx, studentIds)
  const ids = before.map(({ id }) => id)
  await lockRosters(
    ctx.db,
    before.map(({ orgId }) => orgId),
    'update',
  )
  await lockRecordsOf(ctx.db, ids)
  await lockStudents(ctx.db, ids)
  return requireStudents(ctx, studentIds)
}

export async function addStudent(ctx: UserTxCtx, input: AddStudent) {
  const found = await requireOpenClass(ctx, input.classId)
  await lockRosters(ctx.db, [found.orgId], 'share')
  const place = await requireOpenClass(ctx, input.classId)
  const today = await selectToday(ctx.db)
  const columns = columnsOf(ctx, input, place, today)
  const holder = await holderOf(ctx, input, columns.identity)
  if (holder?.classId) throw await alreadyThere(ctx, holder, place.orgId, documentOf(input.studentType))
  const { identity: _, ...student } = columns
  const returning = holder ?? (await selectLeftWithoutDocument(ctx.db, student))
  await assertStudentNoFree(ctx, input.studentNo, place.orgId, returning?.id)
  const studentId = returning
    ? await reenrol(ctx, returning.id, student)
    : await guardStudent(insertStudent(ctx.db, student))
  await openEnrolments(ctx.db, [studentId], { orgId: place.orgId, classId: place.classId, from: today })
  ctx.note({
    objectType: 'student',
    objectId: studentId,
    detail: { orgId: place.orgId, classId: place.classId, returned: returning ? true : undefined },
  })
  return { studentId }
}

async function reenrol(ctx: UserTxCtx, studentId: number, student: StudentColumns): Promise<number> {
  const taken = await guardStudent(reenrolStudent(ctx.db, studentId, student))
  if (taken) {
    await forgetFace(ctx.db, taken)
    return taken
  }
  // Between the look and the taking somebody else took them in.
  throw await alreadyThere(ctx, { id: studentId }, student.orgId, documentOf(student.studentType))
}

function columnsOf(ctx: UserTxCtx, input: AddStudent, place: ClassRecord, today: string) {
  const identity = requireIdentity(input, today)
  return {
    identity,
    orgId: place.orgId,
    classId: place.classId,
    sex: identity.sex,
    birthDate: identity.birthDate,
    ...plainFields(input),
    ...sealDocument(ctx.secrets, identity),
    ...sealStudentNo(ctx.secrets, input.studentNo, { orgId: place.orgId, idCard: identity.idCard }),
    ...sealParentPhone(ctx.secrets, input.parentPhone),
  }
}

function plainFields(input: Omit<EditStudent, 'studentId' | 'version'>) {
  return {
    name: input.name,
    studentType: input.studentType,
    status: input.status,
    nation: input.nation ?? null,
    nativePlace: input.nativePlace ?? null,
    parentName: input.parentName ?? null,
  }
}

async function holderOf(
  ctx: UserTxCtx,
  input: { studentType: number },
  identity: Parameters<typeof documentHash>[1],
): Promise<DocumentHolder | undefined> {
  const document = documentHash(ctx.secrets, identity, input.studentType)
  return document && selectByDocument(ctx.db, document)
}

/** What somebody else may have already: how the refusal is coded, where it stands in the form, what it says. */
type Taken = { code: 655 | 700; field: string; what: string; elsewhere: string }
const DOCUMENT_TAKEN = { code: 655, what: '证件号', elsewhere: REGISTERED_ELSEWHERE } as const
const NUMBER_TAKEN: Taken = { code: 700, field: 'studentNo', what: '学籍号', elsewhere: '学籍号已存在' }
const documentOf = (studentType: number): Taken =>
  studentType === StudentType.code.mainlandWithoutId
    ? { code: 700, field: 'name', what: '学生', elsewhere: STUDENT_TWICE }
    : { ...DOCUMENT_TAKEN, field: studentType === StudentType.code.nonMainland ? 'passportNo' : 'idCard' }

/** Documents of other schools that a user may come upon in a day before it looks like searching for children. */
const ELSEWHERE_PER_DAY = 50

/** Name and place of the present holder are disclosed only to callers who may see that student anyway. */
async function alreadyThere(ctx: UserTxCtx, holder: { id: number }, orgId: number, taken: Taken) {
  const { code, field, what, elsewhere } = taken
  const known = await selectStudent(ctx.db, ctx.scope, holder.id)
  if (known) {
    const school = known.orgId === orgId ? '' : known.orgName
    const message = `${what}已存在：${nameFor(ctx, known.name)}（${school}${gradeNameOf(known)}${known.className}）`
    return new BizError(code, message, [{ path: [field], message }])
  }
  if ((await countElsewhereHits(ctx.db, ctx.caller.userId)) >= ELSEWHERE_PER_DAY) {
    return new BizError(429, '今天登记的他校证件号过多，请明天再试或联系区域管理员')
  }
  ctx.note({ detail: { elsewhere: true } })
  return new BizError(code, elsewhere, [{ path: [field], message: elsewhere }])
}

/** A national number mostly is an id number with a letter: finding one out counts like finding out a document. */
async function assertStudentNoFree(
  ctx: UserTxCtx,
  studentNo: string | null | undefined,
  orgId: number,
  ownId: number | undefined,
) {
  if (!studentNo || !isNationalStudentNo(studentNo)) return
  const holder = await selectByDocument(ctx.db, {
    studentNoHash: studentNoHash(ctx.secrets, studentNo, orgId),
  })
  if (holder && holder.id !== ownId) throw await alreadyThere(ctx, holder, orgId, NUMBER_TAKEN)
}

/** Numbers that were not typed stay; sex and birth date follow the id number, typed or stored. */
/** Locks what was screened of a student, and judges it again once the student's new identity is known. */
export type LockScreenings = (
  db: Tx,
  studentId: number,
) => Promise<(identity: { sex: number; birthDate: string }) => Promise<void>>

export const makeEditStudent =
  (lockScreenings: LockScreenings) =>
  async (ctx: UserTxCtx, input: EditStudent): Promise<{ version: number }> => {
    const { student, judgeAgain } = await lockForEdit(ctx, input, lockScreenings)
    const identity = await identityOf(ctx, input, student)
    const version = await editLocked(ctx, input, student, identity)
    await judgeAgain?.(identity)
    return { version }
  }

type Identity = Awaited<ReturnType<typeof identityOf>>
async function editLocked(ctx: UserTxCtx, input: EditStudent, student: StoredStudent, identity: Identity) {
  const unsealed = (sealed: Buffer | null) => (sealed ? ctx.secrets.decrypt(sealed) : undefined)
  const studentNo = input.studentNo === null ? null : (input.studentNo ?? unsealed(student.studentNoEnc))
  const parentPhone =
    input.parentPhone === null ? null : (input.parentPhone ?? unsealed(student.parentPhoneEnc))
  const holder = await holderOf(ctx, input, identity)
  if (holder && holder.id !== student.id) {
    throw await alreadyThere(ctx, holder, student.orgId, documentOf(input.studentType))
  }
  await assertStudentNoFree(ctx, studentNo, student.orgId, student.id)
  const stored = <T extends string | null>(typed: T, onFile: T) =>
    typed !== null && isMaskedName(typed) ? onFile : typed
  const plain = plainFields(input)
  const change = {
    ...plain,
    name: stored(plain.name, student.name),
    parentName: stored(plain.parentName, student.parentName),
    sex: identity.sex,
    birthDate: identity.birthDate,
    ...sealDocument(ctx.secrets, identity),
    ...sealStudentNo(ctx.secrets, studentNo, { orgId: student.orgId, idCard: identity.idCard }),
    ...sealParentPhone(ctx.secrets, parentPhone),
  }
  const version = await guardStudent(updateStudent(ctx.db, student.id, input.version, change))
  if (version === undefined) throw changedMeanwhile()
  ctx.note({ detail: { changed: changedFields(student, change) } })
  return version
}

/** By the document that was typed, or the stored one. */
async function identityOf(ctx: UserTxCtx, input: EditStudent, student: StoredStudent) {
  const unsealed = (sealed: Buffer | null) => (sealed ? ctx.secrets.decrypt(sealed) : undefined)
  const idCard = input.idCard ?? unsealed(student.idCardEnc)
  const passportNo = input.passportNo ?? unsealed(student.passportEnc)
  return requireIdentity({ ...input, idCard, passportNo }, await selectToday(ctx.db))
}

/**
 * Where sex or birth date change, the student's records are judged again: they are locked before the student, in the
 * order in which entering a reading locks them. A change of the student in between is noticed by the version.
 */
async function lockForEdit(ctx: UserTxCtx, input: EditStudent, lockScreenings: LockScreenings) {
  ctx.note({ objectType: 'student', objectId: input.studentId })
  const before = await requireStudent(ctx, input.studentId)
  const { sex, birthDate } = await identityOf(ctx, input, before)
  const isOther = sex !== before.sex || birthDate !== before.birthDate
  if (isOther) await lockRosters(ctx.db, [before.orgId], 'update')
  const judgeAgain = isOther ? await lockScreenings(ctx.db, before.id) : null
  const [student] = await requireLockedStudents(ctx, [input.studentId])
  if (!student) throw new BizError(650)
  return { student, judgeAgain }
}

/** Which fields a change touches; the trail names them, never their values. */
function changedFields(before: StoredStudent, after: Record<string, unknown>): string[] {
  const fields = [
    'name',
    'sex',
    'birthDate',
    'studentType',
    'status',
    'nation',
    'nativePlace',
    'parentName',
  ] as const
  const numbers = ['idCardHash', 'passportHash', 'studentNoHash', 'parentPhoneMask'] as const
  const same = (a: unknown, b: unknown) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : a === b)
  return [...fields, ...numbers].filter((field) => !same(before[field], after[field]))
}

export async function renameStudent(ctx: UserTxCtx, input: z.output<typeof RenameStudent>) {
  ctx.note({ objectType: 'student', objectId: input.studentId })
  const [student] = await requireLockedStudents(ctx, [input.studentId])
  if (!student) throw new BizError(650)
  const version = await guardStudent(updateStudent(ctx.db, student.id, input.version, { name: input.name }))
  if (version === undefined) throw changedMeanwhile()
  return { version }
}

/** For who was entered by mistake; somebody with a past leaves by transfer or graduation. */
export async function deleteStudents(ctx: UserTxCtx, { studentIds }: { studentIds: number[] }) {
  ctx.note({
    objectType: 'student',
    objectId: studentIds.join(',').slice(0, 200),
    detail: { count: studentIds.length },
  })
  // Nobody enters a reading while it is looked for one.
  const students = await requireLockedWithRecords(ctx, studentIds)
  const ids = students.map(({ id }) => id)
  const [blocked] = await blockedFrom(ctx, 'delete', students)
  if (blocked) throw new Refusal('notInThisState', `${nameFor(ctx, blocked.name)}：${blocked.reason}`)
  await deleteEmptyRecords(ctx.db, ids)
  return { changed: await deleteStudentRows(ctx.db, ids) }
}

export async function findBlocked(ctx: UserCtx, { studentIds, change }: z.output<typeof ValidChangeQuery>) {
  const blocked = await blockedFrom(ctx, change, await requireStudents(ctx, studentIds))
  return { valid: blocked.length === 0, blocked }
}

type Change = z.output<typeof ValidChangeQuery>['change']

/** Why somebody cannot be moved, sent away or deleted now. */
export async function blockedFrom(ctx: UserCtx, change: Change, students: StoredStudent[]) {
  if (change === 'edit') return []
  const ids = students.map(({ id }) => id)
  const ties = new Map((await selectTies(ctx.db, ids)).map((tie) => [tie.id, tie]))
  const screened = change === 'delete' ? await selectScreened(ctx.db, ids) : new Set<number>()
  return students.flatMap(({ id, name }) => {
    const tie = ties.get(id)
    if (screened.has(id)) {
      return [{ studentId: id, name, reason: '已有筛查结果，删除会丢失数据，请办理转出' }]
    }
    if (change === 'delete' && tie?.hasPast) {
      return [{ studentId: id, name, reason: '有历史学籍记录，删除会丢失数据，请办理转出' }]
    }
    if (tie?.hasApplication) {
      return [{ studentId: id, name, reason: '有待审核的转学申请，请先处理' }]
    }
    return []
  })
}

/** Two who add the same person at once: the database lets one through, the other is refused. */
export async function guardStudent<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const fault = STUDENT_FAULTS[violatedConstraint(error) ?? '']
    if (!fault) throw error
    const [code, field, message] = fault
    throw new BizError(code, message, [{ path: [field], message }])
  }
}

const STUDENT_TWICE = '学生已存在：本校有同名、同性别、同出生日期的学生'
const STUDENT_FAULTS: Record<string, readonly [655 | 700, string, string]> = {
  student_id_card: [655, 'idCard', '身份证号已存在'],
  student_passport: [655, 'passportNo', '证件号已存在'],
  student_number: [700, 'studentNo', '学籍号已存在'],
  student_without_document: [700, 'name', STUDENT_TWICE],
}
