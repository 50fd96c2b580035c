import type { Report } from '#contract/reports/report/report.ts'

/** Where a frozen report is read. */
export const frozenLink = (kind: Report['kind'], reportNo: string): string =>
  `/report/${kind}-report?${new URLSearchParams({ reportNo })}`

/** Parameters of an address that are not part of the request. */
const VIEW_PARAMETERS: Partial<Record<Report['kind'], (query: Asked) => Record<string, string>>> = {
  contrast: ({ unitIds }) => ({ by: unitIds === undefined ? 'plans' : 'units' }),
  // Shown as a design that is not saved: the saved one may have changed since.
  design: () => ({ base: '0' }),
}
type Asked = NonNullable<Report['frozen']>['query']

/** Where the same report is made of today's figures. */
export function liveLink(kind: Report['kind'], query: Asked): string {
  const address = new URLSearchParams(VIEW_PARAMETERS[kind]?.(query))
  for (const [name, value] of Object.entries(query)) {
    // Indicators of a design are repeated parameters, plans and units of a comparison one text.
    const texts = kind === 'contrast' ? [String(value)] : [value].flat().map(String)
    for (const text of texts) address.append(name, text)
  }
  return `/report/${kind}-report?${address}`
}
