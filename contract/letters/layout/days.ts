const partsOf = (day: string): number[] => day.split('-').map(Number)

/** 2026 年 11 月 13 日 */
export function dayInWords(day: string): string {
  const [year, month, date] = partsOf(day)
  return `${year} 年 ${month} 月 ${date} 日`
}

/** 12 月 13 日 */
export function shortDayInWords(day: string): string {
  const [, month, date] = partsOf(day)
  return `${month} 月 ${date} 日`
}
