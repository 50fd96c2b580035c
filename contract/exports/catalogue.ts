import type { z } from 'zod'
import { AuditFilter } from '../audit/schemas.ts'
import { OrgType } from '../core/codes.ts'
import { permissionId } from '../core/permissions.ts'
import { REFERRAL_RULES } from '../eyesight/judgement/judge-referral.ts'
import { WARNING_LEGEND } from '../eyesight/warning-words.ts'
import { SchoolFilter } from '../schools/schemas.ts'
import { HistoryPageQuery, StudentPageQuery } from '../students/schemas.ts'
import { StudentWarningFilter, UnitWarningFilter } from '../warning/warning-schemas.ts'
import { type ExportColumn, type ExportItem, item, START_EXPORT } from './export-item.ts'
import type { ExportKey } from './export-key.ts'
import { HealthForm, healthColumns } from './health-sheet.ts'
import { LetterFilter } from './letter-filter.ts'
import { NATIONAL_COLUMNS } from './national-return.ts'
import { PAPER_PRINTERS } from './paper-access.ts'
import { PaperFilter } from './paper-filter.ts'
import { RESULT_COLUMNS } from './result-sheet.ts'
import { HealthFilter, ScreeningFilter } from './screening-filter.ts'

const PAGING = { pageNum: true, pageSize: true } as const

const SCHOOL = { key: 'school', title: '学校名称', width: 26 } as const
const STAGE = { key: 'stage', title: '学段', width: 10 } as const
const GRADE = { key: 'grade', title: '年级', width: 10 } as const
const CLASS = { key: 'class', title: '班级', width: 10 } as const
const AREA = { key: 'area', title: '所属地区', width: 24 } as const
const NAME = { key: 'name', title: '姓名', width: 12 } as const
const SEX = { key: 'sex', title: '性别', width: 8 } as const
const BIRTH_DATE = { key: 'birthDate', title: '出生日期', width: 14, format: 'date' } as const
const STATUS = { key: 'status', title: '学籍状态', width: 10 } as const
const NUMBERS = [
  { key: 'studentNo', title: '学籍号', width: 24, format: 'text', personal: true },
  { key: 'idCard', title: '身份证号', width: 22, format: 'text', personal: true },
  { key: 'passport', title: '护照号', width: 22, format: 'text', personal: true },
] as const

const PLACE_AND_PERSON = [SCHOOL, STAGE, GRADE, CLASS, NAME, SEX, BIRTH_DATE] as const

/** What people did about a warning, and until when they should. */
const WARNING_LIFE = [
  { key: 'raisedOn', title: '生成日期', width: 14, format: 'date' },
  { key: 'dueOn', title: '应处理期限', width: 14, format: 'date' },
  { key: 'status', title: '状态', width: 10 },
  { key: 'ended', title: '解除情况', width: 16 },
  { key: 'daysOpen', title: '未关闭天数', width: 12, format: 'integer' },
  { key: 'daysOverdue', title: '逾期天数', width: 10, format: 'integer' },
  { key: 'lastAct', title: '最近处理', width: 36 },
] as const

const LIST = { group: 'common', type: 'excel', act: 'download', fileType: 'xlsx' } as const
const HEALTH = {
  act: 'download',
  group: 'health',
  permission: 'exportHealth',
  parameters: HealthFilter,
} as const

/** Every item once; a new one is an entry here, its call in the endpoint table and its rows on the server. */
export const EXPORT_ITEMS = {
  students: item({
    ...LIST,
    title: '学生名单',
    api: '/excel/export/students',
    permission: 'exportStudents',
    parameters: StudentPageQuery.omit(PAGING),
    columns: [
      AREA,
      ...PLACE_AND_PERSON,
      { key: 'studentType', title: '学生类型', width: 18 },
      ...NUMBERS,
      { key: 'nation', title: '民族', width: 10 },
      { key: 'nativePlace', title: '籍贯', width: 14 },
      { key: 'parentName', title: '家长姓名', width: 12 },
      { key: 'parentPhone', title: '家长联系方式', width: 16, format: 'text', personal: true },
      STATUS,
    ],
  }),
  schools: item({
    ...LIST,
    title: '学校列表',
    api: '/excel/export/schools',
    permission: 'exportSchools',
    parameters: SchoolFilter,
    columns: [
      SCHOOL,
      AREA,
      { key: 'stages', title: '学段', width: 20 },
      { key: 'property', title: '学校性质', width: 12 },
      { key: 'schoolType', title: '学校类型', width: 14 },
      { key: 'schoolLevel', title: '学校等级', width: 12 },
      { key: 'cityProperty', title: '城乡', width: 8 },
      { key: 'classCount', title: '班级数', width: 10, format: 'integer' },
      { key: 'studentCount', title: '学生数', width: 10, format: 'integer' },
      { key: 'contactName', title: '联系人', width: 12 },
      { key: 'contactPhone', title: '联系电话', width: 16, format: 'text', personal: true },
      { key: 'status', title: '审核状态', width: 10 },
      { key: 'expiresOn', title: '有效期至', width: 14, format: 'date' },
    ],
  }),
  history: item({
    ...LIST,
    title: '转出与毕业学生',
    api: '/excel/export/history',
    permission: 'exportHistory',
    parameters: HistoryPageQuery.omit(PAGING),
    columns: [
      ...PLACE_AND_PERSON,
      ...NUMBERS,
      { key: 'historyType', title: '离校类型', width: 10 },
      { key: 'leftOn', title: '离校日期', width: 14, format: 'date' },
      { key: 'schoolYear', title: '离校学年', width: 16 },
      { key: 'reason', title: '离校原因', width: 30 },
    ],
  }),
  results: item({
    ...LIST,
    title: '筛查结果',
    api: '/excel/export/results',
    permission: 'exportResults',
    parameters: ScreeningFilter,
    columns: RESULT_COLUMNS,
    legend: [
      ['预警级别', WARNING_LEGEND],
      ['建议就诊', REFERRAL_RULES.join('')],
    ],
  }),
  national: item({
    ...LIST,
    title: '教育部视力监测上报表',
    api: '/excel/export/nationalReturn',
    permission: 'exportReturn',
    parameters: ScreeningFilter,
    columns: NATIONAL_COLUMNS,
    full: true,
    perSchool: true,
  }),
  letters: item({
    ...LIST,
    type: 'print',
    fileType: 'pdf',
    title: '告知书',
    // Drawing thousands of pages takes too long for a request.
    api: START_EXPORT,
    background: true,
    permission: 'printLetters',
    parameters: LetterFilter,
    columns: [],
  }),
  papers: item({
    ...LIST,
    type: 'print',
    fileType: 'pdf',
    title: '打印用表',
    api: START_EXPORT,
    background: true,
    permission: 'classDetail',
    anyOf: PAPER_PRINTERS,
    parameters: PaperFilter,
    columns: [],
  }),
  warnings: item({
    ...LIST,
    title: '预警学生名单',
    api: '/excel/export/warnings',
    permission: 'exportWarnings',
    parameters: StudentWarningFilter,
    columns: [
      SCHOOL,
      GRADE,
      CLASS,
      NAME,
      { key: 'level', title: '预警级别', width: 10 },
      { key: 'indicators', title: '预警指标', width: 26 },
      { key: 'reasons', title: '预警原因', width: 60 },
      { key: 'readings', title: '本次读数', width: 44 },
      ...WARNING_LIFE,
      { key: 'reminders', title: '提醒次数', width: 10, format: 'integer' },
      { key: 'visitedOn', title: '就诊日期', width: 14, format: 'date' },
      { key: 'closed', title: '关闭原因', width: 26 },
    ],
  }),
  unitWarnings: item({
    ...LIST,
    title: '预警单位名单',
    api: '/excel/export/unitWarnings',
    permission: 'exportWarnings',
    parameters: UnitWarningFilter,
    columns: [
      { key: 'kind', title: '单位类别', width: 10 },
      { key: 'unit', title: '单位名称', width: 30 },
      AREA,
      { key: 'level', title: '预警级别', width: 10 },
      { key: 'indicators', title: '预警指标', width: 26 },
      { key: 'values', title: '实际值', width: 18 },
      { key: 'comparisons', title: '比较方式', width: 12 },
      { key: 'thresholds', title: '界限', width: 18 },
      { key: 'reasons', title: '规则说明', width: 60 },
      ...WARNING_LIFE,
      { key: 'closed', title: '关闭原因', width: 26 },
    ],
  }),
  audit: item({
    ...LIST,
    title: '审计日志',
    api: '/excel/export/audit',
    permission: 'exportAudit',
    parameters: AuditFilter,
    columns: [
      { key: 'at', title: '时间', width: 20, format: 'text' },
      { key: 'account', title: '账号', width: 16, format: 'text' },
      { key: 'realName', title: '姓名', width: 12 },
      { key: 'orgName', title: '机构', width: 26 },
      { key: 'action', title: '操作', width: 26 },
      { key: 'objectType', title: '对象类型', width: 12 },
      { key: 'object', title: '对象', width: 36 },
      { key: 'note', title: '原因与数量', width: 26 },
      { key: 'result', title: '结果', width: 22 },
      { key: 'ip', title: '来源地址', width: 18, format: 'text' },
    ],
  }),
  healthText: item({
    ...HEALTH,
    title: '学生常见病监测 视力屈光（文字）',
    type: 'excel',
    api: '/excel/export/healthText',
    fileType: 'xlsx',
    columns: healthColumns(HealthForm.code.school, 'words'),
  }),
  healthCode: item({
    ...HEALTH,
    title: '学生常见病监测 视力屈光（编码）',
    type: 'excelCode',
    api: '/excel/export/healthCode',
    fileType: 'xlsx',
    columns: healthColumns(HealthForm.code.school, 'codes'),
  }),
  healthRec: item({
    ...HEALTH,
    title: '学生常见病监测 视力屈光 EpiData（REC）',
    type: 'rec',
    api: '/excel/export/healthRec',
    fileType: 'zip',
    columns: healthColumns(HealthForm.code.school, 'codes'),
  }),
} as const satisfies Record<ExportKey, ExportItem>

export type ExportFilter<K extends ExportKey> = z.output<(typeof EXPORT_ITEMS)[K]['parameters']>
export type ColumnKey<K extends ExportKey> = (typeof EXPORT_ITEMS)[K]['columns'][number]['key']

export const itemOf = (key: ExportKey): ExportItem => EXPORT_ITEMS[key]
export const resourceOf = (key: ExportKey): number => permissionId(EXPORT_ITEMS[key].permission)
/** Who can make a return that others cannot have in full. */
export const WHO_MAKES_RETURNS =
  '上报须用完整的学籍号和姓名，您的账号不能导出完整号码。请由学校管理员（本校）或区县管理员（本区县）导出上报，您可以先做导出前检查。'
/** Whether the rows of several schools are asked for, each of which gets a file of its own. */
export const isDivided = (
  key: ExportKey,
  filter: { orgId?: unknown; taskId?: unknown; classId?: unknown },
  orgType: number | null | undefined,
): boolean =>
  itemOf(key).perSchool === true &&
  orgType !== OrgType.code.school &&
  [filter.orgId, filter.taskId, filter.classId].every((named) => named === undefined)
export const hasPersonal = (key: ExportKey): boolean => itemOf(key).columns.some((column) => column.personal)

/** What third parties are given of a student, and nothing else: no numbers, no contacts. */
export const DOCKING_COLUMNS = [
  { ...SCHOOL, title: '学校' },
  STAGE,
  GRADE,
  CLASS,
  NAME,
  SEX,
  BIRTH_DATE,
  STATUS,
] as const satisfies readonly ExportColumn[]
