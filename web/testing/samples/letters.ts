import type { LetterClass, LetterPack, LetterSheet, LetterStudent } from '#contract/letters/letter-schemas.ts'
import { PLAIN_SAMPLE } from '#contract/letters/samples.ts'
import type { StoredTemplate, TemplateState } from '#contract/letters/template-schemas.ts'

export const RESULT_CONTENT = PLAIN_SAMPLE.letters.result

export const storedTemplate = (version: number, change: Partial<StoredTemplate> = {}): StoredTemplate => ({
  templateId: version,
  version,
  content: { ...RESULT_CONTENT, title: `西湖区视力告知书${version}` },
  orgName: '西湖区教育局',
  savedBy: '李处长',
  savedAt: '2026-10-08T01:00:00.000Z',
  ...change,
})

export const templateState = (change: Partial<TemplateState> = {}): TemplateState => ({
  areaName: '西湖区',
  version: 0,
  origin: 'sample',
  originName: '杭州示例',
  content: RESULT_CONTENT,
  versions: [],
  ...change,
})

const EYE = {
  naked: '4.6',
  corrected: '',
  sphere: '-1.25',
  cylinder: '-0.50',
  axis: '170',
  equivalent: '-1.50',
  hint: '近视',
}

export const letterSheet = (change: Partial<LetterSheet> = {}): LetterSheet => ({
  letterNo: '00000001',
  template: 0,
  planName: '2026年秋季视力筛查',
  areaName: '西湖区',
  schoolName: '文一路小学',
  className: '三年级1班',
  name: '张*',
  sex: '男',
  age: 9,
  executorName: '西湖眼科医院',
  issuedOn: '2026-10-09',
  corrected: false,
  result: {
    checkedOn: '2026-10-08',
    glasses: '不戴镜',
    eyes: [EYE, EYE],
    history: [],
    finding: 'referral',
    conclusion: '筛查性近视',
    change: '',
    advice: '请到医院眼科复查。',
    dueOn: '2026-11-08',
  },
  code: null,
  ...change,
})

export const letterPack = (change: Partial<LetterSheet> = {}): LetterPack => ({
  templates: [RESULT_CONTENT],
  letters: [letterSheet(change)],
})

export const letterClass = (
  classId: number,
  className: string,
  change: Partial<LetterClass> = {},
): LetterClass => ({
  taskId: 31,
  classId,
  schoolName: '文一路小学',
  className,
  listed: 42,
  screened: 40,
  printed: 0,
  opened: 0,
  acknowledged: 0,
  referred: 9,
  visited: 0,
  overdue: 0,
  corrected: 0,
  locked: 0,
  remindedAt: null,
  ...change,
})

export const letterStudent = (
  studentId: number,
  name: string,
  change: Partial<LetterStudent> = {},
): LetterStudent => ({
  studentId,
  name,
  letterId: null,
  letterNo: null,
  state: 'none',
  conclusion: '未见异常',
  referral: false,
  printedAt: null,
  openedAt: null,
  acknowledgedAt: null,
  visitedOn: null,
  corrected: false,
  locked: false,
  ...change,
})
