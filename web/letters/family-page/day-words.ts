export const dayWords = (day: string): string => {
  const [, month, date] = day.split('-').map(Number)
  return `${month} 月 ${date} 日`
}
