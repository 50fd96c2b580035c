import { useCallback, useMemo } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Unit, UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { SEE_STUDENTS } from '#contract/eyesight/figures/figure-small-cells.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { type DesignLevel, designFault, unseenFault } from '#contract/reports/design/design-faults.ts'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { parseQuery, useUrlState } from '#web/core/url-state.ts'
import { areaIdPath, useAreaRange } from '#web/widgets/area/area-range.ts'
import { unitWithin } from '#web/widgets/area/unit-within.ts'
import {
  atUnit,
  changed,
  DesignAddress,
  draftFields,
  draftIn,
  firstDesign,
  isSameDesign,
  NO_DRAFT,
} from './draft.ts'

const LEVELS = ['province', 'city', 'region'] as const
const levelOfUnit = ({ level }: Unit): DesignLevel =>
  level === 'province' || level === 'city' || level === 'region' ? level : 'school'

/** The design that is worked on, the saved one it comes from, and the report it makes. */
export function useDesign() {
  const [address, setQuery] = useUrlState(DesignAddress)
  const { designId, base } = address
  const range = useAreaRange()
  const ownLevel: DesignLevel = (range && LEVELS[areaIdPath(range).length - 1]) ?? 'school'
  const saved = useCall(
    reportEndpoints.designDetail,
    { designId: designId ?? 0 },
    { enabled: designId !== undefined },
  )
  const detail = designId !== undefined && saved.data?.designId === designId ? saved.data : undefined
  const drafted = useMemo(() => {
    const draft = draftIn(address)
    return draft && { ...draft, ...unitKeys(unitWithin(draft, range)) }
  }, [address, range])
  const isDraft = designId === undefined || base !== undefined
  const draft = isDraft ? (drafted ?? firstDesign(ownLevel)) : detail?.design
  const dirty = isDraft && !(detail && draft && isSameDesign(detail.design, draft))

  const seesStudents = useAllowed(SEE_STUDENTS)
  const plans = useCall(eyesightEndpoints.planChoices, {})
  const places = usePlaces(draft, plans.data)
  const level = places.unit ? levelOfUnit(places.unit) : levelOfDraft(draft, ownLevel)
  const fault = draft
    ? draft.indicators.length === 0
      ? '请至少选择一个指标'
      : (designFault(draft, level) ?? (seesStudents ? null : unseenFault(draft, level)))
    : null
  const preview = useCall(reportEndpoints.designPreview, draft as ReportDesign, {
    enabled: draft !== undefined && isDraft && fault === null,
  })
  const opened = useCall(
    reportEndpoints.designReport,
    { designId: designId ?? 0 },
    { enabled: !isDraft && detail !== undefined },
  )
  const show = useCallback(
    (design: ReportDesign, replace = false) => {
      const same = detail && isSameDesign(detail.design, design)
      setQuery(same ? NO_DRAFT : { ...draftFields(design), base: base ?? detail?.version ?? 0 }, { replace })
    },
    [base, detail, setQuery],
  )
  return {
    designId,
    /** The version that the changes were made to. */
    base: base ?? detail?.version,
    detail,
    saved,
    draft,
    dirty,
    level,
    fault,
    plans: plans.data?.filter(({ status }) => status >= PlanStatus.code.underWay) ?? [],
    places,
    report: isDraft ? preview : opened,
    change: (patch: Change) => {
      const present = latestOf(draft)
      if (!present) return
      show(changed(present, typeof patch === 'function' ? patch(present) : patch, level))
    },
    go: (unit: Unit) => {
      const present = latestOf(draft)
      if (present) show(atUnit(present, unit.key, levelOfUnit(unit)))
    },
    open: useCallback((id: number | undefined) => setQuery({ ...NO_DRAFT, designId: id }), [setQuery]),
    discard: useCallback(() => setQuery(NO_DRAFT), [setQuery]),
    rebase: useCallback((version: number) => setQuery({ base: version }, { replace: true }), [setQuery]),
  }
}
export type DesignState = ReturnType<typeof useDesign>

type Change = Partial<ReportDesign> | ((draft: ReportDesign) => Partial<ReportDesign>)

/** The address may be ahead of what is drawn: of two quick changes neither must be lost. */
const latestOf = (drawn: ReportDesign | undefined): ReportDesign | undefined => {
  const address = parseQuery(DesignAddress, window.location.search)
  return address.base === undefined ? drawn : (draftIn(address) ?? drawn)
}

const unitKeys = ({ areaId, orgId }: UnitKey) => ({ areaId, orgId })

/** As long as the places are not known yet. */
function levelOfDraft(draft: ReportDesign | undefined, own: DesignLevel): DesignLevel {
  if (draft?.orgId !== undefined) return 'school'
  if (draft?.areaId === undefined) return own
  return draft.areaId.endsWith('0000') ? 'province' : draft.areaId.endsWith('00') ? 'city' : 'region'
}

/** Where the plan takes place: the way from the range down to the unit, and what lies below it. */
function usePlaces(draft: ReportDesign | undefined, plans: { planId: number; status: number }[] | undefined) {
  const begun = plans?.find(({ status }) => status >= PlanStatus.code.underWay)
  const planId = draft?.planId ?? begun?.planId
  const { data, error } = useCall(
    eyesightEndpoints.breakdown,
    { planId: planId ?? 0, areaId: draft?.areaId, orgId: draft?.orgId },
    { enabled: draft !== undefined && planId !== undefined },
  )
  return { planId, path: data?.path ?? [], unit: data?.unit, rows: data?.rows ?? [], error }
}
