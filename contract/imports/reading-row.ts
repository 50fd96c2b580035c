import { Glasses } from '../core/codes.ts'
import { isOnStep, VALUE_RANGES } from '../core/fields.ts'
import { parseDay } from './cell-values.ts'
import { checkWho, type WhoDraft } from './division-row.ts'
import { type Issue, type RowCells, RowCheck } from './row-check.ts'
import { type PlaceFinder, type SchoolPlaces, sameName } from './school-place.ts'

/** Readings by the keys of their columns; a day as YYYY-MM-DD. */
export type Reading = Record<string, number | string>
export type ReadingDraft = WhoDraft & { classId: number; reading: Reading }
export type ReadingRules = { school: SchoolPlaces; finder: PlaceFinder; today: string }

type Range = { min: number; max: number; step: number }
const TEETH: Range = { min: 0, max: 32, step: 1 }

/** Ranges and steps of spec §5, by the key of a column without its side. */
const EYE_RANGES: Record<string, Range> = {
  naked: VALUE_RANGES.vision,
  corrected: VALUE_RANGES.vision,
  sphere: VALUE_RANGES.sphere,
  cylinder: VALUE_RANGES.cylinder,
  axis: VALUE_RANGES.axis,
  orthoK: VALUE_RANGES.orthoK,
}
const EYE_KEYS = Object.keys(EYE_RANGES).flatMap((key) => [`${key}Right`, `${key}Left`])
const TOOTH_KEYS = ['milkDecayed', 'milkMissing', 'milkFilled', 'decayed', 'missing', 'filled']

export function checkScreeningRow(cells: RowCells, rules: ReadingRules) {
  return checkReadingRow(cells, rules, (check, reading) => {
    for (const key of EYE_KEYS) {
      const range = EYE_RANGES[key.replace(/(Right|Left)$/, '')]
      if (range) readNumber(check, reading, key, range)
    }
    readGlasses(check, reading)
    readPairs(check, reading)
    const absence = check.text('absence')
    if (absence !== '') reading.absence = absence.slice(0, 50)
    const measured = EYE_KEYS.some((key) => key in reading)
    if (!measured && absence === '' && check.issues.length === 0) {
      check.other(null, '没有检查结果', '请填写检查结果，或填写未检原因')
    }
    if (measured && absence !== '') check.other('absence', '已有检查结果，不应填写未检原因', '请保留其中一项')
  })
}

export function checkCariesRow(cells: RowCells, rules: ReadingRules) {
  return checkReadingRow(cells, rules, (check, reading) => {
    for (const key of TOOTH_KEYS) readNumber(check, reading, key, TEETH)
    if (!TOOTH_KEYS.some((key) => key in reading) && check.issues.length === 0) {
      check.other(null, '没有检查结果', '请填写牙数，没有龋齿填 0')
    }
  })
}

function checkReadingRow(
  cells: RowCells,
  { school, finder, today }: ReadingRules,
  read: (check: RowCheck, reading: Reading) => void,
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
  const who = checkWho(check)
  const reading: Reading = {}
  read(check, reading)
  readDay(check, reading, today)
  const remark = check.text('remark')
  if (remark !== '') reading.remark = remark.slice(0, 200)
  if (check.issues.length > 0 || !found) return { issues: check.issues, draft: null }
  return { issues: [], draft: { ...who, classId: found.classId, reading } }
}

function readNumber(check: RowCheck, reading: Reading, key: string, range: Range) {
  const text = check.text(key).replace(/^[+]/, '').replace(/[−–—]/g, '-')
  if (text === '') return
  const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  // In a sheet whose columns have slipped an id number or a phone may stand here: it is not repeated.
  const shown = text.length > 8 ? '内容' : `“${text}”`
  if (Number.isNaN(value)) check.other(key, `${shown}不是数字`, '请填写数字')
  else if (value < range.min || value > range.max) {
    check.other(key, `${shown}超出范围`, `应在 ${range.min} 至 ${range.max} 之间`)
  } else if (!isOnStep(value, range)) {
    check.other(key, `${shown}不在档位上`, `应以 ${range.step} 为一档`)
  } else reading[key] = value
}

function readGlasses(check: RowCheck, reading: Reading) {
  const text = check.text('glasses')
  if (text === '') return
  const aliases: Record<string, number> = {
    不戴镜: 1,
    无: 1,
    未戴: 1,
    框架: 2,
    框架镜: 2,
    隐形: 3,
    塑形镜: 4,
    OK镜: 4,
  }
  const known = Glasses.options.find(({ value, label }) => label === text || String(value) === text)?.value
  const glasses = known ?? aliases[text.toUpperCase()]
  if (glasses === undefined) {
    check.other('glasses', '戴镜类型错误', '请填写 未戴镜、框架眼镜、隐形眼镜 或 角膜塑形镜')
  } else reading.glasses = glasses
}

/** A cylinder needs its axis, sphere and cylinder belong together, degrees of ortho-K need the lens. */
function readPairs(check: RowCheck, reading: Reading) {
  for (const side of ['Right', 'Left']) {
    const cylinder = reading[`cylinder${side}`]
    if (typeof cylinder === 'number' && cylinder !== 0 && reading[`axis${side}`] === undefined) {
      if (check.text(`axis${side}`) === '') check.other(`axis${side}`, '有柱镜时轴位不能为空', '请填写 0-180')
    }
    const orthoK = reading[`orthoK${side}`]
    if (typeof orthoK === 'number' && orthoK > 0 && reading.glasses !== Glasses.code.orthoK) {
      check.other(`orthoK${side}`, '只有佩戴角膜塑形镜时才填写塑形镜度数', '请核对戴镜类型')
    }
  }
}

function readDay(check: RowCheck, reading: Reading, today: string) {
  const text = check.text('checkedOn')
  if (text === '') return
  const day = parseDay(check.cell('checkedOn'))
  if (!day) check.other('checkedOn', '检查日期错误', '请写作 2026-03-09')
  else if (day > today) check.other('checkedOn', '检查日期晚于今天', '请核对检查日期')
  else reading.checkedOn = day
}
