const CHINA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as it is read in China: 2026-11-15 08:00:00. */
export const inChinaTime = (moment: string): string => CHINA.format(new Date(moment))
