import { SE_AGES } from '#contract/overview/diopter.ts'

/** 远视储备 that is usual at an age with cycloplegia, from and to; of twelve and older those of both. */
const RESERVE: Record<number, [from: number, to: number]> = {
  3: [3, 3],
  4: [1.5, 2],
  5: [1.5, 2],
  6: [1, 1.5],
  7: [1, 1.5],
  8: [1, 1],
  9: [0.75, 0.75],
  10: [0.5, 0.5],
  11: [0.5, 0.5],
  12: [0, 0.5],
}

export const ageGroupOf = (age: number): number => Math.min(Math.max(age, SE_AGES.from), SE_AGES.to)

export function reserveOf(ageGroup: number): [number, number] {
  const reserve = RESERVE[ageGroup]
  if (!reserve) throw new Error(`no reserve at ${ageGroup}`)
  return reserve
}
