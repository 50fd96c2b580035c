import { SchoolStage, SchoolSystem } from '../core/codes.ts'
import type { CodeOf } from '../core/enums.ts'
import { yearsOfStage } from '../core/limits.ts'

type System = CodeOf<typeof SchoolSystem>

const { kindergarten, primary, juniorHigh, seniorHigh, vocationalHigh, college, university } =
  SchoolStage.code
const CHINESE_DIGITS = '零一二三四五六七八九'
const FIVE_FOUR = SchoolSystem.code.fiveFour

/** Years a stage takes (spec §9); the five-four system moves one year from primary to junior high. */
export function yearsOf(stage: number, system: System = SchoolSystem.code.sixThree): number {
  const years = yearsOfStage(stage)
  if (system !== FIVE_FOUR) return years
  if (stage === primary) return years - 1
  return stage === juniorHigh ? years + 1 : years
}

/** Number of the first grade: kindergartens may keep a nursery class (托班) before the first. */
export const firstGradeNo = (stage: number): number => (stage === kindergarten ? 0 : 1)

/** The grade's name as it is stored and shown; empty where the stage has no such grade. */
export function gradeName(
  stage: number,
  gradeNo: number,
  system: System = SchoolSystem.code.sixThree,
): string {
  if (gradeNo < firstGradeNo(stage) || gradeNo > yearsOf(stage, system)) return ''
  const digit = CHINESE_DIGITS[gradeNo] ?? ''
  switch (stage) {
    case kindergarten:
      return ['托班', '小班', '中班', '大班'][gradeNo] ?? ''
    case primary:
      return `${digit}年级`
    case juniorHigh:
      if (system !== FIVE_FOUR) return `初${digit}`
      return gradeNo === 1 ? '预初' : `初${CHINESE_DIGITS[gradeNo - 1]}`
    case seniorHigh:
      return `高${digit}`
    case vocationalHigh:
      return `职高${digit}`
    case college:
    case university:
      return `大${digit}`
    default:
      return ''
  }
}

export type GradeOption = { gradeNo: number; gradeName: string }

/** Every grade a stage can have, from the youngest up. */
export function gradesOf(stage: number, system?: System): GradeOption[] {
  const first = firstGradeNo(stage)
  return Array.from({ length: yearsOf(stage, system) - first + 1 }, (_, index) => ({
    gradeNo: first + index,
    gradeName: gradeName(stage, first + index, system),
  }))
}

export const isFinalGrade = (stage: number, gradeNo: number, system?: System): boolean =>
  gradeNo === yearsOf(stage, system)

/** Reads what people write for a grade of a stage: 初一, 七年级, 7年级, 1年级, 高中一年级 … */
export function parseGradeNo(text: string, stage: number, system?: System): number | undefined {
  const plain = toHalfWidth(text).replace(/\s+/g, '')
  return gradesOf(stage, system).find(({ gradeNo }) => aliasesOf(stage, gradeNo, system).includes(plain))
    ?.gradeNo
}

function aliasesOf(stage: number, gradeNo: number, system?: System): string[] {
  const name = gradeName(stage, gradeNo, system)
  const both = (no: number, after = '年级') => [`${CHINESE_DIGITS[no]}${after}`, `${no}${after}`]
  switch (stage) {
    case primary:
      return [name, `${gradeNo}年级`, ...both(gradeNo).map((alias) => `小学${alias}`), `小${name[0]}`]
    case juniorHigh: {
      const yearOfSchool = gradeNo + (system === FIVE_FOUR ? 5 : 6)
      const fourth = system === FIVE_FOUR && gradeNo === 4 ? ['初四', '初4'] : []
      const inStage =
        system === FIVE_FOUR ? [] : [`初${gradeNo}`, ...both(gradeNo).map((alias) => `初中${alias}`)]
      return [name, ...both(yearOfSchool), ...inStage, ...fourth]
    }
    case seniorHigh:
      return [name, `高${gradeNo}`, ...both(gradeNo).map((alias) => `高中${alias}`), ...both(gradeNo + 9)]
    case vocationalHigh:
      return [name, `职高${gradeNo}`, ...both(gradeNo).map((alias) => `职高${alias}`)]
    case college:
    case university:
      return [name, `大${gradeNo}`, ...both(gradeNo).map((alias) => `大学${alias}`)]
    default:
      return [name]
  }
}

const toHalfWidth = (text: string): string => text.normalize('NFKC')

/** 1班 for what people write as (1)班, （１）班, 一班, 1 班, 十二班; other names stay as they are. */
export function normalClassName(text: string): string {
  const plain = toHalfWidth(text).replace(/\s+/g, '')
  const match = /^[([]?(\d{1,2}|[零一二三四五六七八九十]{1,3})[)\]]?班?$/.exec(plain)
  const no = match?.[1] === undefined ? undefined : parseCount(match[1])
  return no === undefined || no < 1 ? plain : `${no}班`
}

/** Where a class stands among its neighbours; named classes come after the numbered ones. */
export function classNoOf(name: string): number {
  const match = /^(\d{1,2})班$/.exec(name)
  return match ? Number(match[1]) : 999
}

function parseCount(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  const [tens, ones] = text.split('十')
  if (ones === undefined) return text.length === 1 ? CHINESE_DIGITS.indexOf(text) : undefined
  const digit = (char: string | undefined, empty: number) => (char ? CHINESE_DIGITS.indexOf(char) : empty)
  const value = digit(tens, 1) * 10 + digit(ones, 0)
  return value >= 10 && value < 100 ? value : undefined
}

export const CLASS_NAMES_OFFERED = 30
/** Names a new class can take, in order. */
export function unusedClassNames(used: Iterable<string>): string[] {
  const taken = new Set(used)
  return Array.from({ length: CLASS_NAMES_OFFERED }, (_, index) => `${index + 1}班`).filter(
    (name) => !taken.has(name),
  )
}

/** A school year starts on 1 September; `date` is YYYY-MM-DD. */
export function schoolYearOf(date: string): number {
  const year = Number(date.slice(0, 4))
  return Number(date.slice(5, 7)) >= 9 ? year : year - 1
}
/**
 * The school year a promotion is for: the one that begins in the September of a summer, from July on. A late
 * promotion is still for the same year, so that it happens once.
 */
export function advanceYearOf(date: string): number {
  const year = Number(date.slice(0, 4))
  return Number(date.slice(5, 7)) >= 7 ? year : year - 1
}
export const schoolYearName = (year: number): string => `${year}-${year + 1}学年`

/** The year in which those who are now in this grade entered the stage. */
export const entryYearOf = (schoolYear: number, gradeNo: number): number =>
  schoolYear - Math.max(gradeNo, 1) + 1
