// The levels of 预警 in words: on screens, in reports and in exports alike.
export const WARNING_WORDS = { 0: '关注', 1: '一级', 2: '二级', 3: '三级' } as const
export const NO_WARNING = '无'

const isLevel = (level: number): level is keyof typeof WARNING_WORDS => level in WARNING_WORDS

export const warningWord = (level: number | null): string =>
  level !== null && isLevel(level) ? WARNING_WORDS[level] : NO_WARNING

/** Stands wherever levels are listed. */
export const WARNING_LEGEND =
  '预警级别：无，各项均未达到预警标准；关注，接近标准或已矫正，不作预警，定期复查；一级、二级、三级由轻到重，取视力、屈光度、矫正情况中最重的一项，标准随筛查计划固定。'
