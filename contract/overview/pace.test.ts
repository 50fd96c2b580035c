import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, forecastOf, neededPerDay, pacePerDay, workdaysBetween, workdaysLeft } from './pace.ts'

const MONDAY = '2026-11-16'
const day = fc.integer({ min: 0, max: 3_000 }).map((days) => dayAfter('2024-02-26', days))

describe('working days', () => {
  it('are Monday to Friday, both ends included', () => {
    expect(workdaysBetween('2026-11-13', '2026-11-17')).toEqual(['2026-11-13', '2026-11-16', '2026-11-17'])
    expect(workdaysBetween('2026-11-14', '2026-11-15')).toEqual([])
    expect(workdaysLeft(MONDAY, '2026-12-07')).toBe(16)
    expect(workdaysLeft('2026-12-08', '2026-12-07')).toBe(0)
  })

  it('of a week are five, whichever day it begins with, over leap days and years', () => {
    fc.assert(fc.property(day, (first) => workdaysBetween(first, dayAfter(first, 6)).length === 5))
  })
})

describe('the pace', () => {
  const plan = { startsOn: '2026-11-02', today: MONDAY }

  it('is that of the last five working days before today, with what was done at a weekend', () => {
    const days = [
      { day: '2026-11-06', screened: 1_000 },
      { day: '2026-11-09', screened: 100 },
      { day: '2026-11-13', screened: 100 },
      { day: '2026-11-14', screened: 50 },
      { day: MONDAY, screened: 900 },
    ]
    expect(pacePerDay(days, plan)).toBe(50)
  })

  it('is that of the days there were, where these are fewer, and none on the first', () => {
    expect(pacePerDay([{ day: '2026-11-13', screened: 60 }], { startsOn: '2026-11-12', today: MONDAY })).toBe(
      30,
    )
    expect(pacePerDay([], { startsOn: MONDAY, today: MONDAY })).toBeNull()
    expect(pacePerDay([], plan)).toBe(0)
  })

  it('leads no further than to all of them', () => {
    expect(forecastOf({ expected: 1_000, screened: 500 }, 40, 10)).toBe(90)
    expect(forecastOf({ expected: 1_000, screened: 900 }, 40, 10)).toBe(100)
    expect(forecastOf({ expected: 0, screened: 0 }, 40, 10)).toBeNull()
    expect(forecastOf({ expected: 10, screened: 1 }, null, 10)).toBeNull()
  })

  it('that is needed reaches the target on the last day, and a smaller one does not', () => {
    const reached = fc.record({
      expected: fc.integer({ min: 1, max: 1e6 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        reached,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 60 }),
        (plan, target, left) => {
          const screened = Math.floor(plan.expected * plan.share)
          const needed = neededPerDay({ expected: plan.expected, screened }, target, left) ?? 0
          const at = (perDay: number) => screened + perDay * left
          const wanted = Math.ceil((plan.expected * target) / 100)
          expect(at(needed)).toBeGreaterThanOrEqual(wanted)
          if (needed > 0) expect(at(needed - 1)).toBeLessThan(wanted)
        },
      ),
    )
    expect(neededPerDay({ expected: 100, screened: 95 }, 95, 3)).toBe(0)
    expect(neededPerDay({ expected: 100, screened: 94 }, 95, 0)).toBeNull()
  })
})
