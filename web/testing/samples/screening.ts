import { SchoolStage, Sex } from '#contract/core/codes.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import {
  type ClassGrid,
  type RecordFields,
  type RecordRow,
  RecordSource,
  type SavedRecord,
} from '#contract/eyesight/record-schemas.ts'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import type { FakeApi } from '../fake-api.ts'
import { DISTRICT_NAME } from './areas.ts'
import { recordRow as unexaminedRow } from './record-rows.ts'
import { ORG_IDS } from './users.ts'

/** A task that the sample hospital carries out at the sample school, under way. */
export const taskRow = (change: Partial<TaskRow> = {}): TaskRow => ({
  taskId: 31,
  planId: 21,
  planName: '2026年秋季视力筛查',
  planStatus: PlanStatus.code.underWay,
  schoolOrgId: ORG_IDS.school,
  schoolName: '文一路小学',
  areaName: DISTRICT_NAME,
  executorOrgId: ORG_IDS.hospital,
  executorName: '西湖眼科医院',
  status: TaskStatus.code.underWay,
  startsOn: '2026-09-01',
  endsOn: '2026-12-31',
  selectionText: '全校',
  progress: { expected: 3, screened: 0, valid: 0 },
  completedAt: null,
  version: 1,
  can: {
    edit: false,
    delete: false,
    start: false,
    complete: false,
    reopen: false,
    sync: false,
    enter: true,
    retest: true,
  },
  ...change,
})

type RecordChange = Partial<Omit<RecordRow, 'fields'>> & { fields?: Partial<RecordFields> }

/** The record of a student who has not been examined yet. */
export const waitingRecord = ({ fields, ...change }: RecordChange = {}): RecordRow =>
  unexaminedRow(fields, {
    recordId: 1,
    studentId: 1001,
    studentName: '陈一诺',
    sex: Sex.code.female,
    age: 7,
    birthDate: '2019-05-04',
    ...change,
  })

export const THREE_RECORDS: readonly RecordRow[] = [
  waitingRecord(),
  waitingRecord({ recordId: 2, studentId: 1002, studentName: '林小宇', sex: Sex.code.male }),
  waitingRecord({ recordId: 3, studentId: 1003, studentName: '吴思远', sex: Sex.code.male }),
]

/** 一年级1班 at work: what the plan examines by default, three students without results. */
export const classGrid = (change: Partial<ClassGrid> = {}): ClassGrid => ({
  task: taskRow(),
  classId: 111,
  stage: SchoolStage.code.primary,
  gradeName: '一年级',
  className: '1班',
  items: DEFAULT_ITEMS,
  profile: DEFAULT_PROFILE,
  classes: [
    { classId: 111, label: '一年级1班' },
    { classId: 112, label: '一年级2班' },
  ],
  lockedReason: null,
  correctable: false,
  rows: [...THREE_RECORDS],
  ...change,
})

/** Answers the grid of a class and stores what is saved, refusing cells that changed meanwhile as the server does. */
export class FakeClass {
  #grid: ClassGrid
  readonly #api: FakeApi

  constructor(api: FakeApi, grid = classGrid()) {
    this.#grid = grid
    this.#api = api
    api.answer(recordEndpoints.classGrid, () => this.#grid).answer(recordEndpoints.gridStamp, { stamp: '1' })
    this.answerSaves()
  }

  answerSaves(): void {
    this.#api.answer(recordEndpoints.saveRecords, ({ rows }) =>
      rows.map(({ recordId, changes }) => this.#save(recordId, changes)),
    )
  }

  fieldsOf(recordId: number): RecordFields {
    return this.#rowOf(recordId).fields
  }

  /** Somebody else writes into a record. */
  write(recordId: number, fields: Partial<RecordFields>): RecordRow {
    const row = this.#rowOf(recordId)
    const next: RecordRow = {
      ...row,
      fields: { ...row.fields, ...fields },
      version: row.version + 1,
      source: RecordSource.code.hand,
      enteredByName: '李护士',
      enteredAt: '2026-10-08T02:00:00.000Z',
    }
    this.#grid = {
      ...this.#grid,
      rows: this.#grid.rows.map((each) => (each.recordId === recordId ? next : each)),
    }
    return next
  }

  #rowOf(recordId: number): RecordRow {
    const row = this.#grid.rows.find((each) => each.recordId === recordId)
    if (!row) throw new Error(`no record ${recordId}`)
    return row
  }

  #save(recordId: number, changes: Record<string, { from: unknown; to: unknown } | undefined>): SavedRecord {
    const row = this.#rowOf(recordId)
    const present: Record<string, unknown> = row.fields
    const given = Object.entries(changes).flatMap(([field, change]) => (change ? [{ field, ...change }] : []))
    const clashing = given.filter(({ field, from, to }) => present[field] !== from && present[field] !== to)
    if (clashing.length > 0) {
      const fields = clashing.map(({ field }) => ({ field, label: field, theirs: '', yours: '' }))
      const clash = { byName: row.enteredByName, at: row.enteredAt, fields }
      return { recordId, saved: false, row, clash }
    }
    const saved = this.write(recordId, Object.fromEntries(given.map(({ field, to }) => [field, to])))
    return { recordId, saved: true, row: saved, clash: null }
  }
}
