import { AUDIT_KINDS, type AuditKind } from '#contract/core/audit-actions.ts'
import {
  ApprovalStatus,
  HistoryStatus,
  SchoolNewType,
  SchoolStage,
  Sex,
  StudentStatus,
  StudentType,
  YesNo,
} from '#contract/core/codes.ts'
import { maskIdCard } from '#contract/core/mask.ts'
import { type ExportFilter, itemOf } from '#contract/exports/catalogue.ts'
import type { ExportFileType } from '#contract/exports/export-item.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { HealthForm } from '#contract/exports/health-sheet.ts'
import { LetterChoice, LetterKind } from '#contract/exports/letter-filter.ts'
import { PaperForm } from '#contract/exports/paper-filter.ts'
import { gradeName, schoolYearName } from '#contract/schools/grades.ts'
import { INDICATORS, type IndicatorName, WarningLevelCode, WarningScope } from '#contract/warning/rules.ts'
import { Counting, WarningStatus } from '#contract/warning/warning-schemas.ts'
import type { Db } from '../core/db/connect.ts'
import { type NamedPlace, type PlaceNames, selectPlaceNames } from './export-words-queries.ts'
import type { ExportRequest } from './sources/export-sources.ts'

/** What is asked for, in words for the file and for the trail; numbers are masked there too. */
export type ExportWords = { filters: string; now: string; fileName: string }

type Word = (value: unknown, item: ExportKey) => string
const masked: Word = (value) => maskIdCard(String(value))
/** What a filter's fields are called; places are named apart. */
const WORDS: Record<string, [label: string, word: Word]> = {
  prefix: ['学段', SchoolStage.label],
  stage: ['学段', SchoolStage.label],
  name: ['姓名', String],
  idCard: ['证件号', masked],
  studentNo: ['学籍号', masked],
  sex: ['性别', Sex.label],
  studentType: ['学生类型', StudentType.label],
  status: ['状态', (value, item) => (item === 'schools' ? ApprovalStatus : StudentStatus).label(value)],
  faceCollected: ['人脸已采集', YesNo.label],
  schoolType: ['学校类型', SchoolNewType.label],
  keyword: ['关键字', String],
  historyType: ['离校类型', HistoryStatus.label],
  schoolYear: ['离校学年', (value) => schoolYearName(Number(value))],
  healthExcelType: ['表式', HealthForm.label],
  choice: ['范围', LetterChoice.label],
  form: ['表', PaperForm.label],
  startDay: ['开始日期', String],
  endDay: ['结束日期', String],
  kind: ['操作类别', (value) => AUDIT_KINDS[value as AuditKind]],
  result: ['结果', (value) => (value === 'success' ? '成功' : '被拒绝')],
  // The name of a child does not belong into the head of a file.
  studentId: ['学生编号', String],
}
const WARNING_WORDS: typeof WORDS = {
  ...WORDS,
  scope: ['对象', WarningScope.label],
  level: ['预警级别', WarningLevelCode.label],
  status: ['状态', WarningStatus.label],
  indicator: ['预警指标', (value) => INDICATORS[value as IndicatorName].label],
  counting: ['预警', Counting.label],
  overdue: ['逾期', () => '只看逾期'],
}
const LETTER_WORDS: typeof WORDS = { ...WORDS, kind: ['告知书', LetterKind.label] }
const wordsOf = (item: ExportKey): typeof WORDS => {
  if (item === 'letters') return LETTER_WORDS
  return item === 'warnings' || item === 'unitWarnings' ? WARNING_WORDS : WORDS
}
const NO_FILTER = '无（数据范围内全部）'

export async function exportWords(db: Db, request: ExportRequest): Promise<ExportWords> {
  const place = request.filter as NamedPlace
  const names = await selectPlaceNames(db, place)
  const words = [
    ...placeWords(request.item, place, names),
    ...Object.entries(request.filter).flatMap(([field, value]) => {
      const known = wordsOf(request.item)[field]
      if (!known || value === undefined || value === '' || value === false) return []
      return [`${known[0]}：${known[1](value, request.item)}`]
    }),
  ]
  return { filters: words.join('；') || NO_FILTER, now: names.now, fileName: fileNameOf(request, names.now) }
}

function placeWords(item: ExportKey, place: NamedPlace, names: PlaceNames): string[] {
  const { plan, area, school, schoolSystem, class: className } = names
  // A grade is named by its id, or inside a plan by its stage and number.
  const stage = names.stage ?? (place.gradeNo === undefined ? null : (place.prefix ?? null))
  const gradeNo = names.gradeNo ?? place.gradeNo ?? null
  const grade =
    stage === null || gradeNo === null ? null : gradeName(stage, gradeNo, schoolSystem ?? undefined)
  const org = item === 'audit' ? { 机构: school } : { 学校: school }
  const given = { 筛查计划: plan, 地区: area, ...org, 年级: grade, 班级: className }
  return Object.entries(given).flatMap(([label, name]) => (name ? [`${label}：${name}`] : []))
}

/** Two kinds of letters are one item, and so are all forms on paper. */
function titleOf({ item, filter }: ExportRequest): string {
  if (item === 'letters') return LetterKind.label((filter as ExportFilter<'letters'>).kind)
  return item === 'papers' ? PaperForm.label((filter as ExportFilter<'papers'>).form) : itemOf(item).title
}

function fileNameOf(request: ExportRequest, now: string): string {
  const { item, fileName, divided } = request
  const title = titleOf(request)
  const fileType: ExportFileType = divided ? 'zip' : itemOf(item).fileType
  const wanted = fileName?.replace(/\.(xlsx?|zip|pdf)$/i, '').trim()
  return `${wanted || `${title}_${now.replace(/\D/g, '').slice(0, 12)}`}.${fileType}`
}
