import { Glasses } from '#contract/core/codes.ts'
import { isOnStep } from '#contract/core/fields.ts'
import { glassesContradictions } from '#contract/eyesight/contradictions.ts'
import { lensFaults, normalReading } from '#contract/eyesight/normal-reading.ts'
import { AbsenceReason, enteredRange, type ReadingNumber, SIDES } from '#contract/eyesight/reading.ts'
import type { RecordFields } from '#contract/eyesight/record-schemas.ts'
import { parseDay } from './cell-values.ts'
import { checkWho, type WhoDraft } from './division-row.ts'
import { type Issue, type RowCells, RowCheck } from './row-check.ts'
import { type PlaceFinder, type SchoolPlaces, sameName } from './school-place.ts'

/** What a row brings, by the fields of a record. */
export type RowValues = Partial<RecordFields>
export type ReadingDraft = WhoDraft & { classId: number; reading: RowValues }
/** Of the task the sheet is for: its classes, and the days in which somebody can have been examined. */
export type ReadingRules = { school: SchoolPlaces; finder: PlaceFinder; startsOn: string; today: string }

const sides = (keys: readonly string[]) =>
  keys.flatMap((key) => [`${key}Right`, `${key}Left`]) as ReadingNumber[]
const EYE_KEYS = sides(['naked', 'corrected', 'sphere', 'cylinder', 'axis', 'orthoK'])
const TOOTH_KEYS = ['milkDecayed', 'milkMissing', 'milkFilled', 'decayed', 'missing', 'filled'] as const

/** Reasons as people write them. */
const ABSENCE_WORDS: Record<string, number> = {
  ...Object.fromEntries(AbsenceReason.options.map(({ value, label }) => [label, value])),
  病假: AbsenceReason.code.leave,
  事假: AbsenceReason.code.leave,
  缺席: AbsenceReason.code.leave,
  已转学: AbsenceReason.code.transferred,
  转出: AbsenceReason.code.transferred,
  拒绝: AbsenceReason.code.refused,
  拒绝检查: AbsenceReason.code.refused,
}

/** Types of glasses as people write them. */
const GLASSES_WORDS: Record<string, RowValues['glasses']> = {
  ...Object.fromEntries(
    Glasses.options.flatMap(({ value, label }) => [
      [label, value],
      [String(value), value],
    ]),
  ),
  不戴镜: Glasses.code.none,
  无: Glasses.code.none,
  未戴: Glasses.code.none,
  框架: Glasses.code.frame,
  框架镜: Glasses.code.frame,
  隐形: Glasses.code.contact,
  塑形镜: Glasses.code.orthoK,
  OK镜: Glasses.code.orthoK,
}

export function checkScreeningRow(cells: RowCells, rules: ReadingRules) {
  return checkReadingRow(cells, rules, (check, reading) => {
    for (const key of EYE_KEYS) readNumber(check, reading, key)
    readGlasses(check, reading)
    readPairs(check, reading)
    const absence = check.text('absence')
    if (absence !== '') readAbsence(plainWords(check, 'absence'), reading)
    const measured = EYE_KEYS.some((key) => key in reading)
    if (!measured && absence === '' && check.issues.length === 0) {
      check.other(null, '没有检查结果', '请填写检查结果，或填写未检原因')
    }
    if (measured && absence !== '') check.other('absence', '已有检查结果，不应填写未检原因', '请保留其中一项')
  })
}

export function checkCariesRow(cells: RowCells, rules: ReadingRules) {
  return checkReadingRow(cells, rules, (check, reading) => {
    for (const key of TOOTH_KEYS) readNumber(check, reading, key)
    if (!TOOTH_KEYS.some((key) => key in reading) && check.issues.length === 0) {
      check.other(null, '没有检查结果', '请填写牙数，没有龋齿填 0')
    }
  })
}

function checkReadingRow(
  cells: RowCells,
  { school, finder, startsOn, today }: ReadingRules,
  read: (check: RowCheck, reading: RowValues) => void,
): { issues: Issue[]; draft: ReadingDraft | null } {
  const check = new RowCheck(cells)
  const schoolName = check.required('school', 10)
  if (schoolName !== '' && !sameName(schoolName, school.orgName)) check.add(20, 'school')
  const gradeText = check.text('grade')
  if (gradeText === '') check.add(60, 'grade', { message: '年级不能为空', advice: '请填写年级，如 一年级' })
  const grade = finder.grade(gradeText)
  if (gradeText !== '' && !grade) {
    check.add(70, 'grade', { message: '年级错误', advice: '请填写学校已有的年级，如 一年级' })
  }
  const classText = check.required('class', 80)
  const found = grade && classText !== '' ? finder.classIn(grade.stage, grade, classText) : undefined
  if (grade && classText !== '' && !found) check.add(90, 'class')
  const who = checkWho(check, { byName: true })
  const reading: RowValues = {}
  read(check, reading)
  readDay(check, reading, { startsOn, today })
  const remark = [plainWords(check, 'remark'), reading.remark].filter(Boolean).join('；')
  if (remark !== '') reading.remark = remark.slice(0, 200)
  if (check.issues.length > 0 || !found) return { issues: check.issues, draft: null }
  return { issues: [], draft: Object.assign(who, { classId: found.classId, reading }) }
}

/** Words are stored and shown as they are: a number that identifies a person must not be among them. */
function plainWords(check: RowCheck, key: 'absence' | 'remark'): string {
  const text = check.text(key)
  if (/\d{9}/.test(text)) check.other(key, '不应填写证件号或电话号码', '请删去号码，写在对应的列中')
  return text
}

/** An unknown reason is stored in words. */
function readAbsence(text: string, reading: RowValues) {
  const code = ABSENCE_WORDS[text]
  reading.absence = (code ?? AbsenceReason.code.other) as RowValues['absence']
  if (code === undefined) reading.remark = text
}

const DECIMAL = /^-?\d+(\.\d+)?$/

function readNumber(check: RowCheck, reading: RowValues, key: ReadingNumber) {
  const range = enteredRange(key)
  const written = check.text(key)
  if (written === '') return
  const text = DECIMAL.test(written) ? written : written.replace(/^[+]/, '').replace(/[−–—]/g, '-')
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  if (value >= range.min && value <= range.max && isOnStep(value, range)) {
    reading[key] = value
    return
  }
  // In a sheet whose columns have slipped an id number or a phone may stand here: it is not repeated.
  const shown = text.length > 8 ? '内容' : `“${text}”`
  if (Number.isNaN(value)) check.other(key, `${shown}不是数字`, '请填写数字')
  else if (value < range.min || value > range.max) {
    check.other(key, `${shown}超出范围`, `应在 ${range.min} 至 ${range.max} 之间`)
  } else check.other(key, `${shown}不在档位上`, `应以 ${range.step} 为一档`)
}

function readGlasses(check: RowCheck, reading: RowValues) {
  const text = check.text('glasses')
  if (text === '') return
  const glasses = GLASSES_WORDS[text.toUpperCase()]
  if (glasses === undefined) {
    check.other('glasses', '戴镜类型错误', '请填写 未戴镜、框架眼镜、隐形眼镜 或 角膜塑形镜')
  } else reading.glasses = glasses
}

/** A cylinder in the one way of writing it; degrees of ortho-K need the lens. */
function readPairs(check: RowCheck, reading: RowValues) {
  Object.assign(reading, normalReading(reading))
  for (const side of SIDES) if (reading[`orthoK${side}`] === null) delete reading[`orthoK${side}`]
  for (const { field, message } of lensFaults(reading)) check.other(field, message, '请核对球镜、柱镜和轴位')
  // Of vision with glasses the record itself is asked.
  const misfits = glassesContradictions(reading).flatMap(({ fields }) => fields)
  for (const side of SIDES) {
    if (misfits.includes(`orthoK${side}`)) {
      check.other(`orthoK${side}`, '只有佩戴角膜塑形镜时才填写塑形镜度数', '请核对戴镜类型')
    }
  }
}

function readDay(
  check: RowCheck,
  reading: RowValues,
  { startsOn, today }: { startsOn: string; today: string },
) {
  const text = check.text('checkedOn')
  if (text === '') return
  const day = parseDay(check.cell('checkedOn'))
  if (!day) check.other('checkedOn', '检查日期错误', '请写作 2026-03-09')
  else if (day > today) check.other('checkedOn', '检查日期晚于今天', '请核对检查日期')
  else if (day < startsOn) check.other('checkedOn', '检查日期早于计划开始', `计划从 ${startsOn} 开始，请核对`)
  else reading.checkedOn = day
}
