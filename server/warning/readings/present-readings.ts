// What was measured of a child, as the curve and the table of a warning show it.
import { Glasses } from '#contract/core/codes.ts'
import { perYearShown } from '#contract/warning/reason-words.ts'
import type { Progression, WarningReading } from '#contract/warning/warning-schemas.ts'
import type { ProgressionRow, ReadingRow } from './reading-queries.ts'

const DAYS_A_YEAR = 365.25
const DAY_MS = 86_400_000
const scaled = (value: number | null, by: number): number | null => (value === null ? null : value / by)

function ageOn(day: string, birthDate: string | null): number {
  const days = birthDate === null ? 0 : (Date.parse(day) - Date.parse(birthDate)) / DAY_MS
  return Math.round((days / DAYS_A_YEAR) * 100) / 100
}

export function presentReading(row: ReadingRow, birthDate: string | null): WarningReading {
  return {
    on: row.on,
    ageYears: ageOn(row.on, birthDate),
    visit: row.visit,
    cycloplegic: row.cycloplegic ?? false,
    glasses: Glasses.label(row.glasses),
    nakedRight: scaled(row.nakedRight, 10),
    nakedLeft: scaled(row.nakedLeft, 10),
    correctedRight: scaled(row.correctedRight, 10),
    correctedLeft: scaled(row.correctedLeft, 10),
    sphereRight: scaled(row.sphereRight, 100),
    sphereLeft: scaled(row.sphereLeft, 100),
    cylinderRight: scaled(row.cylinderRight, 100),
    cylinderLeft: scaled(row.cylinderLeft, 100),
    axisRight: row.axisRight,
    axisLeft: row.axisLeft,
    seRight: scaled(row.seRight, 1000),
    seLeft: scaled(row.seLeft, 1000),
    axialRight: scaled(row.axialRight, 100),
    axialLeft: scaled(row.axialLeft, 100),
  }
}

/** Null where one of its two screenings is not among the readings, and so not for the viewer. */
export function presentProgression(
  known: ProgressionRow | undefined,
  readings: readonly ReadingRow[],
  birthDate: string | null,
): Progression | null {
  const endOf = (recordId: number) => {
    const reading = readings.find(({ id, visit }) => id === recordId && !visit)
    const se = known?.eye === 1 ? reading?.seRight : reading?.seLeft
    return reading && se != null
      ? { on: reading.on, ageYears: ageOn(reading.on, birthDate), se: se / 1000 }
      : undefined
  }
  const from = known && endOf(known.fromId)
  const to = known && endOf(known.recordId)
  if (!from || !to) return null
  return {
    eye: known.eye,
    from,
    to,
    days: Math.round((Date.parse(to.on) - Date.parse(from.on)) / DAY_MS),
    change: to.se - from.se,
    perYear: -perYearShown(known.rate),
  }
}
