import type { z } from 'zod'
import {
  Glasses,
  SchoolStage,
  Sex,
  StudentStatus,
  StudentType,
  UploadTaskKind,
} from '#contract/core/codes.ts'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import { AbsenceReason } from '#contract/eyesight/reading.ts'
import { TEMPLATE_TYPES, type TemplateQuery, TemplateType } from '#contract/imports/schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import { tx, type UserCtx } from '../../core/context.ts'
import { assertRowQuota } from '../../core/row-quota.ts'
import type { OutRow, OutSheet } from '../../core/sheets/write/write-model.ts'
import { writeWorkbook, XLSX_TYPE } from '../../core/sheets/write/write-workbook.ts'
import { requireTask } from '../../eyesight/plans/access.ts'
import { requireSchool } from '../../schools/roster.ts'
import { selectListedNames, selectTaskPlaces } from '../readings/reading-queries.ts'
import { selectSchoolClasses } from '../roster/known-queries.ts'
import { columnsOf, examinedColumns, type ImportColumn } from '../row-rules/columns.ts'
import type { SchoolClass, SchoolPlaces } from '../row-rules/school-place.ts'
import { assertWholeSchool } from '../task/import-access.ts'
import { countStudentsOfClasses, selectStudentsOfClasses, type TemplateStudent } from './template-queries.ts'

const { roster, classDivision, caries, screening } = UploadTaskKind.code
const KINDS: Record<
  TemplateType,
  { kind: CodeOf<typeof UploadTaskKind>; studentType: CodeOf<typeof StudentType> | null }
> = {
  roster1: { kind: roster, studentType: StudentType.code.mainland },
  roster2: { kind: roster, studentType: StudentType.code.nonMainland },
  roster3: { kind: roster, studentType: StudentType.code.mainlandWithoutId },
  classDivision: { kind: classDivision, studentType: null },
  screening: { kind: screening, studentType: null },
  caries: { kind: caries, studentType: null },
}
const CLASSES_AT_ONCE = 10

type Query = z.output<typeof TemplateQuery>

/** The school's templates; each is made when it is asked for. */
export async function listTemplates(ctx: UserCtx, { orgId }: { orgId: number }) {
  await requireSchool(ctx, orgId)
  return TemplateType.options.map((type) => ({
    name: TEMPLATE_TYPES[type],
    downloadUrl: `/excel/template/download?orgId=${orgId}&type=${type}`,
    type,
  }))
}

/** Made for the school: its grades and classes to choose from, numbers as text, and how to fill it in. */
export async function makeTemplate(ctx: UserCtx, query: Query): Promise<FileAnswer> {
  if (query.taskId !== undefined) return makeTaskTemplate(ctx, query, query.taskId)
  const { stages } = await requireSchool(ctx, query.orgId)
  assertWholeSchool(ctx)
  if (query.filled && !ctx.caller.permissions.has('exportPersonal')) throw new BizError(602)
  const school = await selectSchoolClasses(ctx.db, query.orgId)
  const { kind, studentType } = KINDS[query.type]
  const columns = columnsOf(kind, studentType)
  const shown =
    query.prefix === undefined ? school.classes : school.classes.filter((c) => c.prefix === query.prefix)
  const places = { ...school, classes: shown }
  ctx.note({ objectType: 'org', objectId: query.orgId })
  await recordTemplate(ctx, query, async () => {
    const classIds = shown.map(({ classId }) => classId)
    return countStudentsOfClasses(ctx.db, classIds, studentType)
  })
  const choices = choicesOf(places, query.prefix === undefined ? stages : [query.prefix])
  const rows = query.filled ? rosterRows(ctx, columns, places, studentType) : []
  return sheetFor(ctx, { columns, places, choices, rows, query })
}

/** With the roster in it numbers leave in full: its rows count among those of a day, and no trail means no file. */
async function recordTemplate(ctx: UserCtx, query: Query, countRows: () => Promise<number>): Promise<void> {
  const { type, filled, reason } = query
  const rows = filled ? await countRows() : undefined
  ctx.note({ detail: { type, filled, reason, rows } })
  const write = (ctx: UserCtx, success: boolean, code: number) =>
    writeAudit(ctx, { action: 'import.template', success, code })
  try {
    await tx(ctx, async (ctx) => {
      if (rows !== undefined) await assertRowQuota(ctx, rows)
      await write(ctx, true, 200)
    })
  } catch (error) {
    if (error instanceof BizError) await write(ctx, false, error.code)
    throw error
  }
}

const READING_TYPES: readonly TemplateType[] = ['screening', 'caries']

/** For a screening task: its classes, and with `filled` who is to be examined, by name and class alone. */
async function makeTaskTemplate(ctx: UserCtx, query: Query, taskId: number): Promise<FileAnswer> {
  assertWholeSchool(ctx)
  const task = await requireTask(ctx, taskId)
  if (task.schoolOrgId !== query.orgId || !READING_TYPES.includes(query.type)) throw new BizError(650)
  const places = await selectTaskPlaces(ctx.db, taskId)
  const { kind } = KINDS[query.type]
  const columns = examinedColumns(columnsOf(kind, null), places.items)
  ctx.note({ objectType: 'task', objectId: taskId })
  await recordTemplate(ctx, query, async () => 0)
  const rows = query.filled ? await selectListedNames(ctx.db, taskId) : []
  const byId = new Map(places.classes.map((each) => [each.classId, each]))
  const filled = rows.map(({ classId, name }) => {
    const place = byId.get(classId)
    const values: Record<string, string> = {
      school: places.orgName,
      grade: place ? gradeName(place.prefix, place.gradeNo, places.system) : '',
      class: place?.className ?? '',
      name,
    }
    return columns.map(({ key }) => values[key] ?? '')
  })
  return sheetFor(ctx, { columns, places, choices: choicesOf(places, []), rows: filled, query })
}

type Sheet = {
  columns: readonly ImportColumn[]
  places: SchoolPlaces
  choices: Record<string, string[]>
  rows: OutSheet['rows']
  query: Query
}

function sheetFor({ caller }: UserCtx, { columns, places, choices, rows, query }: Sheet): FileAnswer {
  const sheets: OutSheet[] = [
    {
      name: '名单',
      columns: columns.map(({ key, title, required, format, width, note }) => ({
        title,
        required,
        format,
        width,
        note,
        choices: choices[key],
      })),
      rows,
    },
    {
      name: '填写说明',
      plain: true,
      columns: [{ title: '填写说明', width: 100 }],
      rows: notesOf(columns, places.orgName),
    },
  ]
  const content = writeWorkbook(sheets, { creator: caller.realName, title: TEMPLATE_TYPES[query.type] })
  const name = `${places.orgName}-${TEMPLATE_TYPES[query.type]}${query.filled ? '（含现有名单）' : ''}.xlsx`
  return { fileName: name, contentType: XLSX_TYPE, content }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

function choicesOf(places: SchoolPlaces, stages: readonly number[]): Record<string, string[]> {
  const { classes, system, orgName } = places
  const grades = unique(classes.map(({ prefix, gradeNo }) => gradeName(prefix, gradeNo, system)))
  const classNames = unique(classes.map(({ className }) => className))
  return {
    school: [orgName],
    stage: stages.map((stage) => SchoolStage.label(stage)),
    classYear: unique(classes.map(({ classYear }) => String(classYear))).sort(),
    class: classNames,
    sex: Sex.options.map(({ label }) => label),
    nation: EthnicGroup.options.map(({ label }) => label),
    status: StudentStatus.options.map(({ label }) => label),
    grade: grades,
    newGrade: grades,
    newClass: classNames,
    glasses: Glasses.options.map(({ label }) => label),
    absence: AbsenceReason.options.map(({ label }) => label),
  }
}

function notesOf(columns: readonly ImportColumn[], orgName: string): OutRow[] {
  return [
    [`本模板为${orgName}生成。表头在第一行，请勿修改列名；带 * 的列必须填写。`],
    ['身份证号、学籍号、联系方式请保持文本格式：以数字格式保存的长号码末位会丢失，无法导入。'],
    ['同一文件可以重复上传：已导入且没有变化的行不会重复写入；留空的选填列保持原有内容。'],
    [''],
    ...columns.map(
      ({ title, required, note }): OutRow => [
        `${title}${required ? '（必填）' : ''}：${note ?? '按实际填写'}`,
      ],
    ),
  ]
}

async function* rosterRows(
  ctx: UserCtx,
  columns: readonly ImportColumn[],
  places: SchoolPlaces,
  studentType: number | null,
): AsyncGenerator<OutRow[]> {
  const byId = new Map(places.classes.map((each) => [each.classId, each]))
  const ids = [...byId.keys()]
  for (let from = 0; from < ids.length; from += CLASSES_AT_ONCE) {
    const students = await selectStudentsOfClasses(
      ctx.db,
      ids.slice(from, from + CLASSES_AT_ONCE),
      studentType,
    )
    yield students.map((student) => {
      const values = valuesOf(ctx, places, byId.get(student.classId ?? 0), student)
      return columns.map(({ key }) => values[key] ?? '')
    })
  }
}

function valuesOf(
  { secrets }: UserCtx,
  { orgName, system }: SchoolPlaces,
  place: SchoolClass | undefined,
  student: TemplateStudent,
): Record<string, string> {
  const open = (sealed: Buffer | null) => (sealed ? secrets.decrypt(sealed) : '')
  const grade = place ? gradeName(place.prefix, place.gradeNo, system) : ''
  return {
    school: orgName,
    stage: SchoolStage.label(place?.prefix),
    classYear: String(place?.classYear ?? ''),
    class: place?.className ?? '',
    grade,
    newGrade: grade,
    newClass: place?.className ?? '',
    name: student.name,
    sex: Sex.label(student.sex),
    birthDate: student.birthDate,
    idCard: open(student.idCardEnc) || open(student.passportEnc),
    passport: open(student.passportEnc),
    studentNo: open(student.studentNoEnc),
    nation: EthnicGroup.label(student.nation),
    nativePlace: student.nativePlace ?? '',
    parentName: student.parentName ?? '',
    parentPhone: open(student.parentPhoneEnc),
    status: StudentStatus.label(student.status),
  }
}
