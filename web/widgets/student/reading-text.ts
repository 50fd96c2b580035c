import { equivalentText } from '#contract/eyesight/equivalent-text.ts'

/** Vision with its one decimal: 5.0 */
export const visionText = (value: number | null): string => (value === null ? '—' : value.toFixed(1))

/** Sphere or cylinder, with sign and two decimals: +1.00 */
export const dioptreText = (value: number | null): string =>
  value === null ? '—' : `${value > 0 ? '+' : ''}${value.toFixed(2)}`

/** 等效球镜, or a change of it. */
export const equivalentShown = (value: number | null): string =>
  value === null ? '—' : equivalentText(value)

/** Without a cylinder there is none. */
export const axisText = (value: number | null): string => (value === null ? '—' : String(value))
