import { expect } from 'vitest'
import { frozenEndpoints } from '#contract/reports/frozen/frozen-endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { ReportRequest } from '#contract/reports/report/report-request.ts'
import { type By, must } from '../people.ts'

type Kind = ReportRequest['kind']

export const tryFreezing = (by: By, kind: Kind, query: object) =>
  by.call(frozenEndpoints.freezeReport, { kind, query } as never)

export const freeze = (by: By, kind: Kind, query: object) => must(tryFreezing(by, kind, query))

export const openFrozen = (by: By, reportNo: string): Promise<Report> =>
  must(by.call(frozenEndpoints.frozenReport, { reportNo }))

export const changesOf = (by: By, reportNo: string) =>
  must(by.call(frozenEndpoints.frozenChanges, { reportNo }))

/** What is read, whenever it was made. */
export const figuresOf = ({ at: _at, notes: _notes, frozen: _frozen, ...report }: Report) => report

/** The numbers of a series without a gap, in any order. */
export function expectWithoutGap(reportNos: readonly string[]): void {
  const taken = reportNos.map((reportNo) => Number(reportNo.split('-').at(-1))).sort((a, b) => a - b)
  expect(taken).toEqual(taken.map((_, nth) => (taken[0] ?? 0) + nth))
}
