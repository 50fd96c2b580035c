import { expect, test } from 'vitest'
import { PlanKind } from '#contract/eyesight/plan-schemas.ts'
import { comparedWith, plansUpTo, plusDays, schoolDays } from './demo-screening-plans.ts'

test('on every day of a year the plans lie one after the other, the first one around the day', () => {
  const names = new Set<string>()
  for (let day = '2026-01-01'; day < '2027-01-01'; day = plusDays(day, 1)) {
    const [now, before, then, first] = plansUpTo(4, day, [])
    if (!now || !before || !then || !first) throw new Error(`plans are missing on ${day}`)
    names.add(now.name)
    expect(now.startsOn <= day && day < now.endsOn, day).toBe(true)
    expect(before.endsOn < now.startsOn, day).toBe(true)
    expect(then.endsOn < before.startsOn, day).toBe(true)
    expect(first.endsOn < then.startsOn, day).toBe(true)
    const plans = [now, before, then]
    const { routine, survey } = PlanKind.code
    expect(
      [...plans, first].map(({ kind }) => kind),
      day,
    ).toEqual([routine, survey, routine, survey])
    expect(before.name, day).toMatch(/学生视力普查$/)
    expect(comparedWith(now, plans)?.season, day).toBe(now.season)
    expect(comparedWith(before, plans), day).toBe(then)
    expect(comparedWith(then, plans), day).toBeUndefined()
    expect(comparedWith(before, [...plans, first]), day).toBe(first)
  }
  expect([...names]).toEqual([
    '浙江省2025学年秋季学生视力筛查',
    '浙江省2025学年春季学生视力筛查',
    '浙江省2026学年秋季学生视力筛查',
  ])
})

test('schools are examined from Monday to Friday', () => {
  expect(schoolDays('2026-09-03', '2026-09-08')).toEqual([
    '2026-09-03',
    '2026-09-04',
    '2026-09-07',
    '2026-09-08',
  ])
  expect(schoolDays('2026-09-05', '2026-09-06')).toEqual(['2026-09-06'])
})
