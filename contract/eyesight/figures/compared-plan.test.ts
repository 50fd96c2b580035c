import { describe, expect, it } from 'vitest'
import { Season } from '../plan-schemas.ts'
import { comparisonOf, likelyLastPlan } from './compared-plan.ts'

const { autumn, spring } = Season.code
const plan = { season: autumn, schoolYear: 2026 }

describe('the plan that a new one is compared with', () => {
  it('is that of the same season, a year before', () => {
    const sameSeason = { season: autumn, schoolYear: 2025, planId: 3 }
    const earlier = [
      { season: spring, schoolYear: 2025, planId: 1 },
      { season: autumn, schoolYear: 2026, planId: 2 },
      sameSeason,
      { season: autumn, schoolYear: 2024, planId: 4 },
    ]
    expect(likelyLastPlan(plan, earlier)).toBe(sameSeason)
    expect(comparisonOf(plan, sameSeason)).toBe('同比')
  })

  it('is the newest of several, as they are listed', () => {
    const listed = [5, 6].map((planId) => ({ season: autumn, schoolYear: 2025, planId }))
    expect(likelyLastPlan(plan, listed)?.planId).toBe(5)
  })

  it('is none of another season, of the same school year, or two years before', () => {
    for (const other of [
      { season: spring, schoolYear: 2025 },
      { season: autumn, schoolYear: 2026 },
      { season: autumn, schoolYear: 2024 },
    ])
      expect(likelyLastPlan(plan, [other])).toBeUndefined()
  })
})
