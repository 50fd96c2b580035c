import { useCallback, useEffect, useMemo, useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Breakdown, UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { CONTRAST_MIN, unitCode } from '#contract/reports/contrast/contrast-query.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { ReportRequest } from '#contract/reports/report/report-request.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { useAreaRange } from '#web/widgets/area/area-range.ts'
import { unitWithin } from '#web/widgets/area/unit-within.ts'
import { NO_UNIT } from '#web/widgets/no-unit.ts'
import { usePlansBegun } from '#web/widgets/plan/plans-begun.ts'
import { alikeCodes, ContrastAddress, codesWithin, keyWithin, partsOf } from './contrast-address.ts'
import { useNewestPlans } from './use-newest-plans.ts'

/** How many units are compared where none is named. */
const UNITS_AT_FIRST = 3

/** What is compared and the report of it, held in the address; what it lacks is what the reader most likely means. */
export function useContrast() {
  const [address, setQuery] = useUrlState(ContrastAddress)
  const { by, planIds: planText, planId, unitIds: unitText, within, ...named } = address
  const range = useAreaRange()
  const plans = usePlansBegun()
  const isByPlans = by === 'plans'
  const wanted = isByPlans ? CONTRAST_MIN : 1
  const asksPlans = isByPlans ? planText === undefined : planId === undefined
  const newest = useNewestPlans(plans.list, wanted, plans.known && asksPlans)
  useEffect(() => {
    if (!asksPlans || !plans.known || !newest.isDone || newest.planIds.length === 0) return
    setQuery(isByPlans ? { planIds: newest.planIds.join() } : { planId: newest.planIds[0] }, {
      replace: true,
    })
  }, [asksPlans, plans.known, newest, isByPlans, setQuery])

  const planIds = partsOf(planText).map(Number)
  const unitIds = codesWithin(partsOf(unitText), range)
  const placePlan = isByPlans ? planIds[0] : planId
  const place = isByPlans ? unitWithin(named, range) : keyWithin(within, range)
  const places = useCall(
    eyesightEndpoints.breakdown,
    { planId: placePlan ?? 0, ...place },
    { enabled: placePlan !== undefined },
  )
  const found = places.isPlaceholderData || placePlan === undefined ? undefined : places.data
  const start = useMemo(
    () =>
      found
        ? isByPlans
          ? firstUnit(found)
          : unitText === undefined
            ? firstUnits(found)
            : undefined
        : undefined,
    [found, isByPlans, unitText],
  )
  useEffect(() => {
    if (start) setQuery(start, { replace: true })
  }, [start, setQuery])

  const isComplete = isByPlans
    ? planIds.length >= CONTRAST_MIN && found !== undefined && found.unit.level !== 'range'
    : planId !== undefined && unitIds.length >= CONTRAST_MIN
  const query = isByPlans
    ? { planIds: planIds.join(), ...found?.unit.key }
    : { planId, unitIds: unitIds.join() }
  const report = useCall(reportEndpoints.contrastReport, query, { enabled: isComplete })
  return {
    by,
    planIds,
    planId,
    unitIds,
    plans,
    /** Every plan was looked into, and there are not enough with results. */
    lacksPlans: asksPlans && plans.known && newest.isDone && newest.planIds.length < wanted,
    placePlan,
    places,
    path: places.data?.path ?? [],
    unitNames: useUnitNames(places.data, report.data),
    report,
    request:
      isComplete && report.data && !report.isPlaceholderData
        ? ReportRequest.parse({ kind: 'contrast', query })
        : undefined,
    isComplete,
    compareBy: useCallback(
      (next: 'plans' | 'units') =>
        setQuery({
          ...NO_UNIT,
          by: next,
          planIds: undefined,
          planId: next === 'units' ? (planId ?? partsOf(planText).map(Number)[0]) : undefined,
          unitIds: undefined,
          within: undefined,
        }),
      [setQuery, planId, planText],
    ),
    choosePlans: useCallback((ids: number[]) => setQuery({ planIds: ids.join() }), [setQuery]),
    // A class of another year stood in another grade: units are chosen anew below schools.
    choosePlan: useCallback(
      (id: number) =>
        setQuery({
          planId: id,
          ...(/[cg]/.test(unitText ?? '') && { unitIds: undefined, within: undefined }),
        }),
      [setQuery, unitText],
    ),
    chooseUnits: useCallback(
      (codes: string[]) => setQuery({ unitIds: alikeCodes(codes, partsOf(unitText)).join() }),
      [setQuery, unitText],
    ),
    go: useCallback(
      (key: UnitKey) => setQuery(isByPlans ? { ...NO_UNIT, ...key } : { within: unitCode({ key }) }),
      [setQuery, isByPlans],
    ),
    startAnew: useCallback(() => setQuery({ ...NO_UNIT, unitIds: undefined, within: undefined }), [setQuery]),
  }
}
export type ContrastState = ReturnType<typeof useContrast>

const withResults = ({ rows }: Breakdown) => rows.filter(({ counts }) => counts.screened > 0)

/** A caller whose range is neither an area nor a school begins with the first unit in it. */
function firstUnit(found: Breakdown) {
  const first = (withResults(found)[0] ?? found.rows[0])?.unit
  return found.unit.level === 'range' && first ? { ...NO_UNIT, ...first.key } : undefined
}

/** The first of those below; where there is only one, what lies in it. */
function firstUnits(found: Breakdown) {
  const units = withResults(found).map(({ unit }) => unit)
  const [first] = units
  if (!first) return undefined
  const alike = units.filter(({ level }) => level === first.level).slice(0, UNITS_AT_FIRST)
  if (alike.length < CONTRAST_MIN) return { within: unitCode(first) }
  return { unitIds: alike.map(unitCode).join() }
}

/** Names of units that were seen: those chosen need not be among those offered now. */
function useUnitNames(
  places: Breakdown | undefined,
  report: Report | undefined,
): ReadonlyMap<string, string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const rows = report?.sections.flatMap(({ tables }) => tables.flatMap((table) => table.rows)) ?? []
    const seen = [
      ...rows.map(({ unit, name }) => [unit && unitCode(unit), name] as const),
      ...(places?.rows.map(({ unit }) => [unitCode(unit), unit.name] as const) ?? []),
    ].filter((entry): entry is [string, string] => typeof entry[0] === 'string')
    setKnown((before) =>
      seen.every(([code, name]) => before.get(code) === name) ? before : new Map([...before, ...seen]),
    )
  }, [places, report])
  return known
}
