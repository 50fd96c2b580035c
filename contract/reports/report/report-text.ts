import { equivalentText } from '../../eyesight/equivalent-text.ts'
import { NO_VALUE, type ReportFormat, type ReportValue } from './report.ts'

type NumberFormat = Exclude<ReportFormat, 'text'>

const WRITERS: Record<NumberFormat, { format(value: number): string }> = {
  count: new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 }),
  percent: withDecimals(2),
  points: withDecimals(2, 'exceptZero'),
  vision: withDecimals(1),
  dioptre: withDecimals(2, 'exceptZero'),
  equivalent: { format: equivalentText },
  score: withDecimals(2),
}
const UNITS: Partial<Record<NumberFormat, string>> = { percent: '%', points: '百分点' }

function withDecimals(decimals: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): Intl.NumberFormat {
  return new Intl.NumberFormat('zh-CN', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay,
  })
}

/** As people read it: 1,234 · 12.35% · +1.20百分点 · 4.9 · -1.25; `--` where nobody counts. Words and `*` stay. */
export function formatValue(value: ReportValue, format: ReportFormat): string {
  const text = formatUnitless(value, format)
  return typeof value !== 'number' || format === 'text' || text === NO_VALUE
    ? text
    : text + (UNITS[format] ?? '')
}

/** The same without the unit, for places that show it elsewhere, such as the axis of a chart. */
export function formatUnitless(value: ReportValue, format: ReportFormat): string {
  if (value === null) return NO_VALUE
  if (typeof value === 'string') return value
  if (!Number.isFinite(value)) return NO_VALUE
  if (format === 'text') return String(value)
  // Quotients such as 10.004999999999999 stand for a half; without the nudge it would round down.
  const text = WRITERS[format].format(Number(value.toPrecision(12)))
  return /[1-9]/.test(text) ? text : text.replace('-', '')
}
