import { SchoolStage, type SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { normalClassName, parseGradeNo } from '#contract/schools/grades.ts'

type Stage = CodeOf<typeof SchoolStage>
export type SchoolClass = {
  classId: number
  className: string
  classYear: number
  gradeId: number
  gradeNo: number
  prefix: Stage
}

/** The school a sheet is about, with which its rows are compared. */
export type SchoolPlaces = {
  orgId: number
  orgName: string
  system: CodeOf<typeof SchoolSystem>
  classes: readonly SchoolClass[]
}

const STAGE_NAMES: Record<string, Stage> = {
  ...Object.fromEntries(SchoolStage.options.map(({ value, label }) => [label, value])),
  幼儿: 1,
  学前: 1,
  学前教育: 1,
  小学教育: 2,
  初级中学: 3,
  初中教育: 3,
  高中: 4,
  普高: 4,
  高级中学: 4,
  职高: 5,
  中职: 5,
  职业中学: 5,
  专科: 6,
  高职: 6,
  大学: 7,
  大学本科: 7,
}
export const parseStage = (text: string): Stage | undefined => STAGE_NAMES[text.replace(/\s+/g, '')]

/** 2024, 2024级, 2024年, 2024学年, 2024-2025学年; a year of leaving (届) is not a year of entering. */
export function parseEntryYear(text: string): number | undefined {
  const match =
    /^((?:19|20)\d{2})(?:级|年|学年|年入学|年级)?$|^((?:19|20)\d{2})\p{Pd}(?:20)?\d{2}(?:学年)?$/u.exec(
      text.replace(/\s+/g, ''),
    )
  const year = match?.[1] ?? match?.[2]
  return year === undefined ? undefined : Number(year)
}

export const sameName = (a: string, b: string): boolean => a === b || plain(a) === plain(b)
const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '')

/** A file names few grades and classes, each in many rows; whatever else it says is read anew each time. */
const NAMES_KEPT = 1_000
function memoized<T>(known: Map<string, T>, key: string, read: () => T): T {
  const found = known.get(key)
  if (found !== undefined || known.has(key)) return found as T
  const value = read()
  if (known.size < NAMES_KEPT) known.set(key, value)
  return value
}

/** Finds classes as people name them. Made once for a file. */
export function placeFinder({ classes, system }: SchoolPlaces) {
  const byYear = new Map<string, SchoolClass>()
  const byGrade = new Map<string, SchoolClass>()
  const years = new Set<string>()
  for (const each of classes) {
    const name = normalClassName(each.className)
    byYear.set(`${each.prefix}|${each.classYear}|${name}`, each)
    byGrade.set(`${each.prefix}|${each.gradeNo}|${name}`, each)
    years.add(`${each.prefix}|${each.classYear}`)
  }
  const stages = [...new Set(classes.map(({ prefix }) => prefix))]
  const grades = new Map<string, number | undefined>()
  const gradeIn = (stage: number, text: string) =>
    memoized(grades, `${stage}|${text}`, () => parseGradeNo(text, stage, system))
  const named = new Map<string, SchoolClass | undefined>()
  /** By its name, or by one that says the grade or year once more. */
  const findClass = (stage: number, where: Where, text: string): SchoolClass | undefined => {
    const find = (name: string) =>
      'year' in where
        ? byYear.get(`${stage}|${where.year}|${name}`)
        : byGrade.get(`${stage}|${where.gradeNo}|${name}`)
    const known = find(normalClassName(text))
    if (known) return known
    const ofYear = (each: SchoolClass) =>
      each.prefix === stage && 'year' in where && each.classYear === where.year
    const gradeNo = 'year' in where ? classes.find(ofYear)?.gradeNo : where.gradeNo
    const isMeant = (grade: string) =>
      gradeNo !== undefined &&
      [grade, `${grade}年级`].some((alias) => gradeIn(stage, alias) === gradeNo || isYear(where, alias))
    const name = numberedName(text, where, gradeNo) ?? prefixedName(text, isMeant)
    return name === undefined ? undefined : find(name)
  }
  return {
    /** The year or grade of a stage that a text names, if the school has classes there. */
    yearOrGrade(stage: number, text: string): Where | undefined {
      const year = parseEntryYear(text)
      if (year !== undefined) return years.has(`${stage}|${year}`) ? { year } : undefined
      const gradeNo = gradeIn(stage, text)
      const known = gradeNo !== undefined && classes.some((c) => c.prefix === stage && c.gradeNo === gradeNo)
      return known ? { gradeNo } : undefined
    },
    classIn(stage: number, where: Where, text: string): SchoolClass | undefined {
      const place = 'year' in where ? where.year : `${where.gradeNo}年级`
      return memoized(named, `${stage}|${place}|${text}`, () => findClass(stage, where, text))
    },
    /** A grade of any stage of the school; names such as 一年级 and 初一 tell the stage. */
    grade(text: string): { stage: Stage; gradeNo: number } | undefined {
      for (const stage of stages) {
        const gradeNo = gradeIn(stage, text)
        if (gradeNo !== undefined && classes.some((c) => c.prefix === stage && c.gradeNo === gradeNo)) {
          return { stage, gradeNo }
        }
      }
      return undefined
    },
  }
}
export type PlaceFinder = ReturnType<typeof placeFinder>

type Where = { year: number } | { gradeNo: number }
const isYear = (where: Where, text: string) => 'year' in where && parseEntryYear(text) === where.year

/** 301班 in grade 3 is its first class; 2401班 of those who came in 2024 as well. */
function numberedName(text: string, where: Where, gradeNo: number | undefined): string | undefined {
  const digits = /^(\d{3,4})班?$/.exec(plain(text))?.[1]
  if (!digits) return undefined
  const heads = [...('year' in where ? [String(where.year).slice(2)] : []), String(gradeNo ?? '')]
  const head = heads.find(
    (each) => each !== '' && digits.startsWith(each) && digits.length - each.length === 2,
  )
  const rest = head === undefined ? 0 : Number(digits.slice(head.length))
  return rest > 0 ? `${rest}班` : undefined
}

/** 一年级1班, 一(1)班, 初一(1)班, 2024级1班: what stands before the number must be the grade or year that is meant. */
function prefixedName(text: string, isMeant: (grade: string) => boolean): string | undefined {
  const match =
    /^(.+?)[([](\d{1,2}|[一二三四五六七八九十]{1,3})[)\]]班?$/.exec(plain(text)) ??
    /^(.+级)(\d{1,2}|[一二三四五六七八九十]{1,3})班?$/.exec(plain(text))
  const [, grade = '', number = ''] = match ?? []
  return grade !== '' && isMeant(grade) ? normalClassName(number) : undefined
}
