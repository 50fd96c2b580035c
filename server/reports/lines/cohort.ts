// The cohort of students with valid results in two plans: yearly change of refraction, and incidence of myopia.

/**
 * Thousandths of a dioptre a year from which progression counts as fast: about twice what is usual at school age and well
 * beyond what two measurements of one eye differ by. From -1000 on it is very fast; that is a band of its own.
 */
export const FAST_PER_YEAR = -750
/** Two measurements may differ by 0.25 D: less than a quarter of a year apart that alone would be 1.00 D a year. */
export const LEAST_DAYS = 90

/** Thousandths of a dioptre a year; what reaches one of them, or goes further, is beyond the band before it. */
export const PACES = [250, -250, -500, FAST_PER_YEAR, -1000] as const
/** Between the paces, the mildest first. */
export const BANDS = [
  '大于+0.25D',
  '-0.25～+0.25D',
  '-0.50～-0.25D',
  '-0.75～-0.50D',
  '-1.00～-0.75D',
  '-1.00D及以下',
] as const

/** Sums over students. */
export type CohortRow = {
  /** Valid now; of them also valid last time (the cohort); of these with an eye measured both times, far enough apart. */
  valid: number
  cohort: number
  compared: number
  /** Between the two examinations of the compared. */
  days: number
  /** Eyes measured both times, and by how many billionths of a dioptre they moved in a year. */
  rightEyes: number
  rightYearly: number
  leftEyes: number
  leftYearly: number
  /** Of the compared, by the eye that moved further towards myopia: how many reach each of the paces. */
  reached: number[]
  /** Rated both times: not myopic last time (at risk), of them myopic now (incident); myopic last time and not now. */
  atRisk: number
  incident: number
  reversed: number
}
export type CohortCounts = Omit<CohortRow, 'reached'> & { fast: number; bands: number[] }

const SUMMED = [
  'valid',
  'cohort',
  'compared',
  'days',
  'rightEyes',
  'rightYearly',
  'leftEyes',
  'leftYearly',
  'atRisk',
  'incident',
  'reversed',
] as const satisfies (keyof CohortRow)[]

export function cohortOf(rows: readonly CohortRow[]): CohortCounts {
  const add = (of: (row: CohortRow) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const sums = Object.fromEntries(SUMMED.map((name) => [name, add((row) => row[name])])) as Record<
    (typeof SUMMED)[number],
    number
  >
  const reached = PACES.map((_, nth) => add((row) => row.reached[nth] ?? 0))
  return {
    ...sums,
    fast: reached[PACES.indexOf(FAST_PER_YEAR)] ?? 0,
    bands: [sums.compared, ...reached].map((people, nth) => people - (reached[nth] ?? 0)),
  }
}

const meanIn = (sum: number, count: number): number | null => (count === 0 ? null : sum / count)
/** Dioptres a year. */
export const yearlyOf = (counts: CohortCounts, side: 'right' | 'left'): number | null =>
  meanIn(counts[`${side}Yearly`] / 1_000_000_000, counts[`${side}Eyes`])
/** Between the two examinations. */
export const meanDaysOf = ({ days, compared }: CohortCounts): number | null => meanIn(days, compared)
