const CHINA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as it is read in China: 2026-11-15 08:00:00. */
export const inChinaTime = (moment: string): string => CHINA.format(new Date(moment))

/** Without the seconds, which nobody hands in: 2026年11月15日 08:00. */
export function minuteInChina(moment: string): string {
  const time = inChinaTime(moment)
  return `${dayInChinese(time)} ${time.slice(11, 16)}`
}

/** The day of a moment in China, as documents are dated. */
export const chineseDayOf = (moment: string): string => dayInChinese(inChinaTime(moment))

/** 2026年11月15日, as documents are dated. */
export function dayInChinese(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return `${year}年${month}月${date}日`
}
