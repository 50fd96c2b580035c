// What no letter may promise: the words that the notice on advertising (教体艺厅函〔2022〕4号) forbids.

const FORBIDDEN = ['康复', '恢复', '降低度数', '近视治愈', '近视克星', '度数修复'] as const

/** 眼健康复查 only looks like the first. */
const LOOKS_ALIKE = /健康(?=复[查检诊核])/g

/** Blanks and signs without width do not hide a word. */
const readable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .replace(LOOKS_ALIKE, '健。')

export const forbiddenWords = (text: string): string[] => {
  const read = readable(text)
  return FORBIDDEN.filter((word) => read.includes(word))
}

export const forbiddenReason = (words: readonly string[]): string =>
  `不能使用${words.map((word) => `“${word}”`).join('、')}：教体艺厅函〔2022〕4号规定，近视防控用语不得使用“康复”“恢复”“降低度数”“近视治愈”“近视克星”“度数修复”等误导性表述`
