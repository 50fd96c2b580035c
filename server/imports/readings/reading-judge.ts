// Rows of screening and caries data: whose record is meant, and what they would do to it.
import { RowOutcome } from '#contract/core/import-states.ts'
import { conclusionText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { type RecordField, RecordSource, RecordState } from '#contract/eyesight/record-schemas.ts'
import type { Db } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import type { Secrets } from '../../core/secrets.ts'
import {
  type EvaluatedProposal,
  evaluateProposals,
  type Proposal,
  type ProposalOutcome,
  type ProposalWriter,
} from '../../eyesight/records/conflict-proposal.ts'
import { type FieldChanges, RECORD_FIELDS, storedValue } from '../../eyesight/records/record-fields.ts'
import { openTask, previewResult } from '../../eyesight/records/write-readings.ts'
import type { RowJudge } from '../import-kind.ts'
import { findByNumbers } from '../roster/who-judge.ts'
import {
  checkCariesRow,
  checkScreeningRow,
  type ReadingDraft,
  type RowValues,
} from '../row-rules/reading-row.ts'
import type { Issue } from '../row-rules/row-check.ts'
import { placeFinder } from '../row-rules/school-place.ts'
import type { Verdict } from '../rows/staged-row.ts'
import type { ImportTaskRecord } from '../task/import-task-queries.ts'
import { type ListedRecord, selectTaskPlaces } from './reading-queries.ts'
import { openTaskLists, type TaskLists } from './task-lists.ts'

const { error, insert, update, unchanged, locked } = RowOutcome.code

type Services = { db: Db; secrets: Secrets }
type Checked = { issues: Issue[]; draft: ReadingDraft | null }

/** What is stored of a row: its changes, the conclusion, and the values it states that change nothing. */
export type RowReading = {
  changes: FieldChanges
  conclusion: string | null
  /** Stated values that are no change, usually none; null is a change that the row does not state, as the day of today. */
  besides?: Record<string, unknown>
}

/** All values that a row states. */
export function statedIn({ changes, besides }: RowReading): Record<string, unknown> {
  const stated: Record<string, unknown> = {}
  for (const field of RECORD_FIELDS) {
    const pair = changes[field]
    if (pair) stated[field] = pair[1]
  }
  return Object.assign(stated, besides)
}

function statedBeyondChanges(reading: RowValues, changes: FieldChanges): Record<string, unknown> | undefined {
  let beyond: Record<string, unknown> | undefined
  const note = (field: RecordField) => {
    const stated = reading[field] ?? null
    if (stated === (changes[field]?.[1] ?? null)) return
    beyond ??= {}
    beyond[field] = stated
  }
  // The few fields of both instead of all.
  for (const field in reading) note(field as RecordField)
  for (const field in changes) if (!(field in reading)) note(field as RecordField)
  return beyond
}

/** The author of what an import writes. */
export const importWriter = ({ id, userId, loginOrgId }: ImportTaskRecord): ProposalWriter => ({
  source: RecordSource.code.import,
  userId,
  orgId: loginOrgId,
  importTaskId: id,
})

/** The values of a row as a proposal, in the stored units. */
export function proposalOf(recordId: number, reading: Partial<Record<RecordField, unknown>>): Proposal {
  const fields: Record<string, unknown> = {}
  for (const field in reading)
    fields[field] = storedValue(field as RecordField, reading[field as RecordField])
  return { recordId, fields }
}

const openReadingJudge =
  (check: typeof checkScreeningRow) =>
  async (
    { db, secrets }: Services,
    task: ImportTaskRecord,
    { ofFile } = { ofFile: false },
  ): Promise<RowJudge> => {
    const { startsOn, ...school } = await selectTaskPlaces(db, task.screeningTaskId ?? 0)
    const forWriting = await openTask(db, task.screeningTaskId ?? 0)
    const today = await selectToday(db)
    const lists = openTaskLists(db, task.screeningTaskId ?? 0)
    if (ofFile) lists.begin(school.classes.map(({ classId }) => classId))
    const rules = { school, finder: placeFinder(school), startsOn, today }
    return async (rows) => {
      const checked = rows.map(({ byKey }) => check(byKey, rules))
      const listed = await findListed(secrets, lists, task.orgId, checked)
      const known = listed.flatMap((found) => (found && !('code' in found) ? forWriting(found) : []))
      const proposals = checked.flatMap(({ draft }, index) => {
        const record = listed[index]
        return draft && record && !('code' in record) ? proposalOf(record.id, draft.reading) : []
      })
      const evaluated = await evaluateProposals(db, proposals, known, { by: importWriter(task), today })
      let next = 0
      return checked.map(({ issues, draft }, index): Verdict => {
        if (!draft) return { outcome: error, issues }
        const record = listed[index]
        if (!record)
          return { outcome: error, issues: [isNamed(draft) ? NOT_LISTED : { ...NOT_LISTED, missed: true }] }
        if ('code' in record) return { outcome: error, issues: [record] }
        const proposal = evaluated[next++]
        return proposal
          ? stagedProposal(record, draft, proposal, today)
          : { outcome: error, issues: [NOT_LISTED] }
      })
    }
  }
export const openScreeningJudge = openReadingJudge(checkScreeningRow)
export const openCariesJudge = openReadingJudge(checkCariesRow)

/** Everything that the writing needs, so that it need not be thought about again where nothing changed meanwhile. */
function stagedProposal(
  { studentId, classId, studentName, sex }: ListedRecord,
  draft: ReadingDraft,
  evaluated: EvaluatedProposal,
  today: string,
): Verdict {
  const { record, after, changes } = evaluated
  const { outcome, issues } = verdictOf(evaluated, record.state === RecordState.code.notScreened)
  // For a row that will not be written nothing is previewed: the preview might disclose hidden values.
  const preview = evaluated.outcome === 'refused' ? null : previewResult(after, record, today)
  const reading: RowReading = {
    changes,
    conclusion: preview && conclusionText(preview.judgement, record.stage, after),
    besides: statedBeyondChanges(draft.reading, changes),
  }
  return {
    studentId,
    classId,
    name: studentName,
    sex,
    birthDate: record.birthDate,
    recordId: record.recordId,
    recordVersion: record.version,
    reading,
    result: preview?.values ?? null,
    outcome,
    issues,
  }
}

const NOT_LISTED: Issue = {
  code: 9999,
  key: 'name',
  message: '不在本次筛查名单中',
  advice: '请核对姓名和号码；新来的学生请先同步名单',
}

/** The outcome of a proposal as the verdict on a row. */
export function verdictOf(evaluated: ProposalOutcome | null, isFirst: boolean): Verdict {
  if (!evaluated) return { outcome: error, issues: [NOT_LISTED] }
  const { outcome, message } = evaluated
  if (outcome === 'same') return { outcome: unchanged }
  if (outcome === 'refused') {
    const issue = { code: 9999, key: null, message: message ?? '', advice: '请核对后重新上传' }
    return { outcome: error, issues: [issue] }
  }
  if (outcome === 'conflict') {
    const issue = {
      code: 170,
      key: null,
      advice: '与已有结果不一致：写入后列为冲突，由承担机构或学校决定是否采用',
    }
    return { outcome: locked, issues: [issue] }
  }
  return { outcome: isFirst ? insert : update }
}

/** The record each row means: by a number, or by the name inside its class. */
async function findListed(
  secrets: Secrets,
  lists: TaskLists,
  orgId: number,
  checked: readonly Checked[],
): Promise<(ListedRecord | Issue | undefined)[]> {
  const drafts = checked.map(({ draft }) => draft)
  await lists.fetch(new Set(drafts.flatMap((draft) => draft?.classId ?? [])))
  const found = await findByNumbers(secrets, orgId, drafts, lists.numbered)
  return drafts.map((draft, index) => {
    if (!draft) return undefined
    if (isNamed(draft)) return namedRecord(lists.named(draft.classId, draft.name))
    const record = found[index]
    return record ? (faultOf(draft, record) ?? record) : undefined
  })
}

const isNamed = ({ document, studentNo }: ReadingDraft): boolean => !document && !studentNo

function namedRecord(same: readonly ListedRecord[]): ListedRecord | Issue | undefined {
  if (same.length < 2) return same[0]
  const message = '班级中有同名学生'
  return { code: 9999, key: 'name', message, advice: '请填写证件号或学籍号，以确定是哪位学生' }
}

function faultOf(draft: ReadingDraft, record: ListedRecord): Issue | null {
  if (record.studentName !== draft.name) {
    return { code: 9999, key: 'name', message: '姓名与证件号或学籍号不一致', advice: '请核对姓名和号码' }
  }
  if (record.classId !== draft.classId) {
    return { code: 90, key: 'class', advice: '该生在筛查名单中不属于这个班级，请核对' }
  }
  return null
}
