// Forms with pages for each child: 儿童检查表 and 学生报告, from the roster and all screenings that the caller may see.
import { SchoolStage, Sex } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { warningWord } from '#contract/eyesight/warning-words.ts'
import { visitCells } from '#contract/print/forms/child-visits.ts'
import { readingText } from '#contract/print/forms/columns.ts'
import { STUDENT_REPORT_COLUMNS } from '#contract/print/forms/student-report.ts'
import { type FiledVisit, STUDENT_VISIT_COLUMNS } from '#contract/print/forms/student-visits.ts'
import type { PaperQuery, PaperSheet } from '#contract/print/paper-schemas.ts'
import { childHead, type Pupil, pupilHead } from '#contract/print/sheet-words.ts'
import type { ExportReader } from '../exports/sources/export-source.ts'
import { type RosterChild, type RosterRow, selectRoster } from '../exports/sources/roster-rows-queries.ts'
import { chosenScreeningRows } from '../exports/sources/screening-source.ts'
import { screeningScope } from '../eyesight/plans/access.ts'
import { findScreeningFiles, type ScreeningFile } from '../eyesight/records/student-records.ts'
import { classNameOf, type FoundSheets, readResults, readRoster } from './class-sheets.ts'
import { findFiledVisits } from './filed-visits.ts'

type Child = RosterRow & Partial<Pick<RosterChild, 'parentName' | 'parentPhone'>>
type ChildFile = ScreeningFile & { child: Child; visits: readonly FiledVisit[] }

/** 0~6岁儿童眼保健及视力检查记录表: of the children of kindergartens. */
export async function findChildSheets(
  ctx: ExportReader,
  query: PaperQuery,
  most: number,
): Promise<FoundSheets> {
  const files = await readFiles(ctx, query, most, ({ stage }) => stage === SchoolStage.code.kindergarten)
  return sheetsOf(files, ({ child, records }) => ({
    head: childHead(pupilOf(child)),
    rows: visitCells(child.birthDate, records).map((cells) => ({ name: '', cells })),
    foot: [],
  }))
}

/** 学生视力健康档案: of who was examined at least once. */
export async function findReportSheets(
  ctx: ExportReader,
  query: PaperQuery,
  most: number,
): Promise<FoundSheets> {
  const files = await readFiles(ctx, query, most, () => true)
  return sheetsOf(
    files.filter(({ records }) => records.length > 0),
    ({ child, records, points, progressionPerYear, visits }) => ({
      head: pupilHead(pupilOf(child)),
      rows: records.map((record, nth) => ({
        name: '',
        cells: STUDENT_REPORT_COLUMNS.map(({ cell }) => cell(record, nth + 1)),
      })),
      foot: [lastWords({ records, progressionPerYear })],
      curves: points,
      visits: visits.map((visit, nth) => STUDENT_VISIT_COLUMNS.map(({ cell }) => cell(visit, nth + 1) ?? '')),
    }),
  )
}

function lastWords({ records, progressionPerYear }: Pick<ScreeningFile, 'records' | 'progressionPerYear'>) {
  const last = records.find(({ conclusion }) => conclusion.state === RecordState.code.valid)
  if (!last) return []
  const { text, advice, warningLevel, referral } = last.conclusion
  const warning = `预警级别${warningWord(warningLevel)}${referral ? '，建议就诊' : ''}`
  return [
    { label: '最近一次有效筛查', value: `${last.fields.checkedOn ?? ''}　${text}；${warning}。` },
    ...(advice ? [{ label: '建议', value: advice }] : []),
    ...(progressionPerYear === null
      ? []
      : [
          {
            label: '变化',
            value: `最近两次有效筛查之间，较重眼等效球镜每年变化 ${readingText(progressionPerYear, 'equivalent')} D`,
          },
        ]),
  ]
}

const sheetsOf = (
  files: readonly ChildFile[],
  sheetOf: (file: ChildFile) => Omit<PaperSheet, 'bookmark' | 'subtitle' | 'person' | 'parent'>,
): FoundSheets => ({
  sheets: files.map((file) => {
    const { child } = file
    const place = `${child.schoolName} ${classNameOf(child)}`
    const { parentName } = child
    return {
      bookmark: place,
      subtitle: place,
      person: child.studentName,
      ...(parentName ? { parent: parentName } : {}),
      ...sheetOf(file),
    }
  }),
  studentIds: files.map(({ child }) => child.studentId),
})

const pupilOf = (child: Child): Pupil => ({
  sex: Sex.label(child.sex),
  birthDate: child.birthDate,
  document: child.idCard ?? child.passport,
  school: child.schoolName,
  className: classNameOf(child),
  phone: child.parentPhone ?? null,
  nation: child.nation && EthnicGroup.label(child.nation),
  studentNo: child.studentNo,
})

/** In the order of the classes. */
async function readFiles(
  ctx: ExportReader,
  query: PaperQuery,
  most: number,
  isWanted: (child: Child) => boolean,
): Promise<ChildFile[]> {
  const { children, atSchool } = await readChildren(ctx, query)
  const wanted = children.filter(isWanted)
  if (wanted.length > most)
    throw new BizError(700, `共${wanted.length}名学生，一次最多${most}名，请按年级或班级打印，或者生成 PDF`)
  const ids = wanted.map(({ studentId }) => studentId)
  const known = {
    atSchool: ids.filter((id) => atSchool.has(id)),
    others: ids.filter((id) => !atSchool.has(id)),
  }
  const found = await findScreeningFiles(ctx, known)
  const visits = await findFiledVisits(ctx, known)
  const none: ScreeningFile = { records: [], points: [], progressionPerYear: null }
  return wanted.map((child) => ({
    ...(found.get(child.studentId) ?? none),
    child,
    visits: visits.get(child.studentId) ?? [],
  }))
}

/** Who is at school in the range is there with everything that the roster knows, others as their records name them. */
async function readChildren(
  ctx: ExportReader,
  query: PaperQuery,
): Promise<{ children: Child[]; atSchool: Set<number> }> {
  const { planId, studentIds } = query
  if (planId === undefined && !studentIds) {
    const children = await readRoster(ctx, query)
    return { children, atSchool: new Set(children.map(({ studentId }) => studentId)) }
  }
  const listed = planId === undefined ? [] : await readResults(ctx, query)
  const ids = planId === undefined ? (studentIds ?? []) : listed.map((row) => row.studentId)
  const seesRoster = screeningScope(ctx).carriesOut === null && ctx.caller.permissions.has('students')
  const roster = seesRoster ? await selectRoster(ctx.db, ctx.scope, { studentIds: [...new Set(ids)] }) : []
  const atSchool = new Set(roster.map(({ studentId }) => studentId))
  const others = ids.filter((id) => !atSchool.has(id))
  if (others.length === 0) return { children: roster, atSchool }
  // Of a plan in the class that it lists them in, examined or not.
  const rest =
    planId === undefined
      ? await chosenScreeningRows(ctx, null, others)
      : listed.filter(({ studentId }) => !atSchool.has(studentId))
  return { children: [...roster, ...rest], atSchool }
}
