// The headline rate is that of children and adolescents: colleges are counted apart from them, so that sums of any places never
// hold them silently. A place with nobody but college students is shown with their rate.
import { SchoolStage } from '../../core/codes.ts'
import type { CodeOf } from '../../core/enums.ts'
import type { CounterName } from './counters.ts'
import type { Suppression } from './figure-small-cells.ts'

export const COLLEGE_STAGES: readonly CodeOf<typeof SchoolStage>[] = [
  SchoolStage.code.college,
  SchoolStage.code.university,
]

/** 大专一年级: 大一 alone does not say of which kind of college. Empty for other stages. */
export const collegeGradeName = (stage: CodeOf<typeof SchoolStage>, gradeNo: number): string =>
  COLLEGE_STAGES.includes(stage) ? `${SchoolStage.label(stage)}${'零一二三四五六'[gradeNo]}年级` : ''

/** What of myopia is counted of children and adolescents, and the same of college students. */
const OF_COLLEGES = {
  rated: 'collegeRated',
  myopia: 'collegeMyopia',
  myopiaLow: 'collegeMyopiaLow',
  myopiaMid: 'collegeMyopiaMid',
  myopiaHigh: 'collegeMyopiaHigh',
  myopiaUngraded: 'collegeMyopiaUngraded',
} as const satisfies Partial<Record<CounterName, CounterName>>
type Rated = keyof typeof OF_COLLEGES
const RATED = Object.keys(OF_COLLEGES) as Rated[]
export const isOfMyopia = (counter: CounterName): counter is Rated => counter in OF_COLLEGES

type Some = Partial<Record<CounterName, number>>

/** A place with nobody but college students. */
export const isCollege = ({ pupils = 0, collegeRated = 0 }: Some): boolean => pupils === 0 && collegeRated > 0

/** Then the sums are those of children and adolescents, and those with the college students are another line. */
export const hasBoth = ({ pupils = 0, collegeRated = 0 }: Some): boolean => pupils > 0 && collegeRated > 0

/** The counter from which a place's number is read. */
export const counterFor = (place: Some, counter: CounterName): CounterName =>
  isCollege(place) && isOfMyopia(counter) ? OF_COLLEGES[counter] : counter

/** Counters as they are asked for, with those that `counterFor` needs. */
export const withColleges = (counters: readonly CounterName[]): CounterName[] => {
  const of = RATED.filter((counter) => counters.includes(counter)).map((counter) => OF_COLLEGES[counter])
  const needed: CounterName[] = of.length === 0 ? [] : ['pupils', 'collegeRated', ...of]
  return [...new Set([...counters, ...needed])]
}

/** The same counts with the college students among them (含大学). */
const includingColleges = <Counts extends Some>(counts: Counts): Counts => ({
  ...counts,
  ...Object.fromEntries(
    RATED.flatMap((counter) => {
      const own = counts[counter]
      return own === undefined ? [] : [[counter, own + (counts[OF_COLLEGES[counter]] ?? 0)]]
    }),
  ),
})

type Disclosed<Counts> = { tally: Record<0 | 1 | 2, Counts>; suppression: Suppression }

/** The same by sex; where the colleges are suppressed for a reader, this would disclose them by subtraction. */
export const disclosedWithColleges = <Counts extends Some>({
  tally,
  suppression,
}: Disclosed<Counts>): Disclosed<Counts> => ({
  tally: { 0: includingColleges(tally[0]), 1: includingColleges(tally[1]), 2: includingColleges(tally[2]) },
  suppression: suppression.has('collegeRated') ? new Set([...suppression, 'rated' as const]) : suppression,
})
