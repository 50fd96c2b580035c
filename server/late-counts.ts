import { lateCountSql } from './core/db/late-count.sql.ts'
import { COUNT_LATE_FEED } from './eyesight/feed/feed.sql.ts'
import { COUNT_LATE_FIGURES } from './eyesight/figures/figure-triggers.sql.ts'
import { COUNT_LATE_REFRACTION } from './eyesight/figures/refraction/refraction.sql.ts'
import { COUNT_LATE_PLAN_PLACES } from './eyesight/plans/plan-places.sql.ts'
import { COUNT_LATE_RETESTS } from './eyesight/retests/retest-counts.sql.ts'
import { COUNT_LATE_LETTERS } from './letters/letter-tally.sql.ts'
import { COUNT_LATE_AT_RISK } from './warning/raising/student-facts.sql.ts'
import { COUNT_LATE_TALLIES, COUNT_LATE_WARNINGS } from './warning/raising/warnings.sql.ts'

/**
 * The order in which every transaction locks what others lock too: rows of single children first (task, record, letter or
 * visit, what is known of the child, its warnings), then at the commit the counters, these in this order and the rows of
 * each in that of their keys. A transaction that has locked a counter locks nothing that stands before
 * it, so that no two wait for each other, and an import of thousands locks the rows of a province for an instant.
 */
export const LATE_COUNT_SQL = lateCountSql({
  single: [COUNT_LATE_WARNINGS],
  shared: [
    COUNT_LATE_PLAN_PLACES,
    COUNT_LATE_RETESTS,
    COUNT_LATE_AT_RISK,
    COUNT_LATE_TALLIES,
    COUNT_LATE_LETTERS,
    COUNT_LATE_FEED,
    // the rows of a district, city or province last
    COUNT_LATE_FIGURES,
    COUNT_LATE_REFRACTION,
  ],
})
