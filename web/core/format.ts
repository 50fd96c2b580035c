const NUMBER = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 20 })
const PERCENT = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const CLOCK = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const NOTHING = '—'
type Moment = string | number | Date | null | undefined

/** 1234567 → 1,234,567 */
export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? NOTHING : NUMBER.format(value)
}

/** A count that may be open at its end: 50,000+ */
export const formatTotal = (total: number, more = false): string => `${formatNumber(total)}${more ? '+' : ''}`

/** A ratio as a percent with two decimals: 0.12345 → 12.35% */
export function formatPercent(ratio: number | null | undefined): string {
  if (ratio === null || ratio === undefined || !Number.isFinite(ratio)) return NOTHING
  // Ratios such as 0.10005 are not exact in binary; without the nudge a half would round down.
  return `${PERCENT.format(Number((ratio * 100).toPrecision(12)))}%`
}

/** YYYY-MM-DD in Shanghai; a plain date stays as it is. */
export function formatDate(moment: Moment): string {
  if (typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)) return moment
  return formatDateTime(moment).slice(0, 10)
}

/** The day in Shanghai, YYYY-MM-DD. */
export const today = (): string => formatDate(Date.now())

/** YYYY-MM-DD HH:mm in Shanghai. */
export function formatDateTime(moment: Moment): string {
  if (moment === null || moment === undefined || moment === '') return NOTHING
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return NOTHING
  const parts = new Map(CLOCK.formatToParts(date).map(({ type, value }) => [type, value]))
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return `${day} ${parts.get('hour')}:${parts.get('minute')}`
}
