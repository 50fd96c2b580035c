// Codes of the monitoring of common diseases: the number of 16 digits, nations, glasses, and lenses as its sheets want them.
import { AreaType, CityProperty, Glasses, SchoolStage, SchoolSystem } from '../core/codes.ts'
import { EthnicGroup } from '../core/ethnic-groups.ts'
import { fourDigits } from '../eyesight/monitoring.ts'
import type { Side } from '../eyesight/reading.ts'
import { gradeName } from '../schools/grades.ts'
import { type GlassesCode, type ScreeningRow, vision } from './screening-row.ts'

const digits = (areaId: string | null, from: number): string | null => areaId?.slice(from, from + 2) || null

/** 监测点: 1 城区, 2 郊县. */
export const pointOf = ({ cityProperty }: ScreeningRow): number | null => {
  if (cityProperty === null) return null
  return cityProperty === CityProperty.code.urban ? AreaType.code.urban : AreaType.code.township
}

/** What the first grade's code stands before. */
const GRADE_BASES: Record<ScreeningRow['stage'], number> = {
  [SchoolStage.code.kindergarten]: 50,
  [SchoolStage.code.primary]: 0,
  [SchoolStage.code.juniorHigh]: 10,
  [SchoolStage.code.seniorHigh]: 20,
  [SchoolStage.code.vocationalHigh]: 30,
  [SchoolStage.code.college]: 40,
  [SchoolStage.code.university]: 40,
}

/** 01–06 primary, 10 预初, 11–13 junior high, 21–23, 31–33, 41–44, 50 托班, 51–53; null where there is no such grade. */
export function gradeCode({ stage, gradeNo, schoolSystem }: ScreeningRow): string | null {
  if (gradeName(stage, gradeNo, schoolSystem) === '') return null
  const startsEarly = stage === SchoolStage.code.juniorHigh && schoolSystem === SchoolSystem.code.fiveFour
  return String(GRADE_BASES[stage] + gradeNo - (startsEarly ? 1 : 0)).padStart(2, '0')
}

/** The parts of the number of 16 digits. */
export const idParts = (row: ScreeningRow) => ({
  province: digits(row.provinceId, 0),
  city: digits(row.cityId, 2),
  district: row.areaGrade === null ? null : String(row.areaGrade),
  county: digits(row.regionId, 4),
  point: pointOf(row) === null ? null : String(pointOf(row)),
  school: row.monitoringCode,
  grade: gradeCode(row),
  num: row.monitoringNo === null ? null : fourDigits(row.monitoringNo),
})

/** Empty unless every part is known: half a number would be the same for many children and join their records. */
export function monitoringId(parts: Record<string, string | null>): string | null {
  const known = Object.values(parts).filter((part) => part !== null)
  return known.length === Object.keys(parts).length ? known.join('') : null
}

// ------------------------------------------------------------------------------------------ codes
const NATIONS: Record<string, number> = { '01': 1, '02': 2, '04': 3, '08': 4, '03': 5, '11': 6, '05': 7 }
export const OTHER_NATION = 8

/** 1汉 2蒙 3藏 4壮 5回 6满 7维吾尔 8其他. */
export const nationCode = ({ nation }: ScreeningRow): number | null =>
  nation === null ? null : (NATIONS[nation] ?? OTHER_NATION)
export const nationWord = ({ nation }: ScreeningRow): string | null =>
  nation === null ? null : EthnicGroup.label(nation) || null
export const otherNation = (row: ScreeningRow): string | null =>
  nationCode(row) === OTHER_NATION ? nationWord(row) : null

/** 1框架 2隐形 3夜戴角膜塑形镜 4不戴镜. */
const GLASSES_CODES: Record<GlassesCode, number> = {
  [Glasses.code.none]: 4,
  [Glasses.code.frame]: 1,
  [Glasses.code.contact]: 2,
  [Glasses.code.orthoK]: 3,
}
export const glassesCode = ({ fields: { glasses } }: ScreeningRow): number | null =>
  glasses === null ? null : GLASSES_CODES[glasses]

// ------------------------------------------------------------------------------------------ readings
const clamp = (value: number | null, min: number, max: number): number | null =>
  value === null ? null : Math.min(Math.max(value, min), max)
const LOWEST_VISION = 33
const HIGHEST_VISION = 53
/** Hundredths of a dioptre. */
const SPHERE_MAX = 3000
const CYLINDER_MAX = 1500
const AXIS_MAX = 180
export const NOT_NEEDED = 999

export const clampedVision = (tenths: number | null): number | null =>
  vision(clamp(tenths, LOWEST_VISION, HIGHEST_VISION))
export const hundredths = (value: number | null): number | null => (value === null ? null : value / 100)

/** Stored in degrees (300); the sheet wants dioptres (-3.00). */
export const orthoKOf = ({ fields }: ScreeningRow, side: Side): number | null => {
  const degrees = fields[`orthoK${side}`]
  return fields.glasses !== Glasses.code.orthoK || degrees === null ? null : -degrees / 100 + 0
}

type Lens = { sphere: number | null; cylinder: number | null; axis: number | null }

/**
 * A positive cylinder written as a negative one: S' = S + C, C' = -C, A' a quarter turn away. 999 where it is not
 * positive or was not measured. Sphere and cylinder in hundredths.
 */
export function transposed({ sphere, cylinder, axis }: Lens): Lens {
  if (cylinder === null || cylinder <= 0)
    return { sphere: NOT_NEEDED * 100, cylinder: NOT_NEEDED * 100, axis: NOT_NEEDED }
  return {
    sphere: sphere === null ? null : clamp(sphere + cylinder, -SPHERE_MAX, SPHERE_MAX),
    cylinder: clamp(-cylinder, -CYLINDER_MAX, CYLINDER_MAX),
    axis: axis === null ? null : axis <= 90 ? axis + 90 : axis - 90,
  }
}

export const lensOf = ({ fields }: ScreeningRow, side: Side): Lens => ({
  sphere: clamp(fields[`sphere${side}`], -SPHERE_MAX, SPHERE_MAX),
  cylinder: clamp(fields[`cylinder${side}`], -CYLINDER_MAX, CYLINDER_MAX),
  axis: clamp(fields[`axis${side}`], 0, AXIS_MAX),
})
