import { NO_FINDINGS } from '#contract/eyesight/judgement/judgement.ts'
import { RecordFields, type RecordRow } from '#contract/eyesight/record-schemas.ts'

const { orthoK: _, category: __, ...findings } = NO_FINDINGS

/** A student of a class at work, not screened yet. */
export const recordRow = (
  fields: Partial<RecordFields> = {},
  { recordId = 7, ...more }: Partial<RecordRow> = {},
): RecordRow => ({
  recordId,
  studentId: recordId * 10,
  studentName: `学生${recordId}`,
  sex: 1,
  age: 9,
  birthDate: '2016-03-01',
  studentNo: null,
  fields: { ...RecordFields.parse({}), ...fields },
  conclusion: { ...findings, state: 0, seRight: null, seLeft: null, text: '未筛查', advice: null },
  source: null,
  enteredByName: null,
  enteredAt: null,
  version: 1,
  openConflictId: null,
  pendingCorrection: false,
  retest: 'none',
  blind: false,
  left: false,
  ...more,
})
