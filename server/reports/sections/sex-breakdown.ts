// Boys and girls as the rows of a table.

import { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { ALL_SUPPRESSED } from '#contract/eyesight/figures/figure-small-cells.ts'
import { tallyOfSex } from '#contract/reports/report/tally.ts'
import { type Counted, type SuppressionByKey, WHOLE_KEY } from '../lines/counted-tree.ts'
import type { Line } from '../lines/report-table.ts'
import { breakdownOf, type FindingBreakdown } from './finding-sections.ts'

export function sexBreakdown(whole: Counted, suppressionByKey: SuppressionByKey): FindingBreakdown {
  const suppression = suppressionByKey(WHOLE_KEY)
  const lineOfSex = (sex: CodeOf<typeof Sex>): Line => ({
    key: `sex ${sex}`,
    name: `${Sex.label(sex)}生`,
    unit: null,
    note: null,
    now: {
      tally: tallyOfSex(whole.tally, sex),
      suppression: suppression.has('sexes') ? ALL_SUPPRESSED : suppression,
    },
    last: null,
    parts: [],
  })
  const line = {
    key: WHOLE_KEY,
    name: '合计',
    unit: null,
    note: null,
    last: null,
    parts: [lineOfSex(1), lineOfSex(2)],
  }
  const breakdown = breakdownOf(
    'sex',
    '性别',
    { ...line, now: { tally: whole.tally, suppression } },
    { heading: '男生、女生' },
  )
  // Two are compared in one sentence of their own, and need no chart.
  return { ...breakdown, compared: [], drawn: [] }
}
